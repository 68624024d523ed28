/**
 * One action on many records (for example disabling 312 users), in batches that are sent one after the other. The
 * records are fixed before it starts: the person has seen and confirmed them. The activity in the shell owns the actor,
 * so that it outlives the page that started it. The context holds counts and the records by outcome; the feed's closure
 * holds the queue of batches.
 *
 * Each batch is one call, with its own Idempotency-Key, derived from the key of the action, and the versions that the
 * person saw. A call to which the API does not respond is repeated with the same key and body until it does; meanwhile
 * no further batch is started.
 *
 * Lock: while `acting` nothing starts a second run.
 */
import { assign, sendTo, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import { actionNotProvided, feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** A record to change, with the version that the person saw. */
export interface BulkItem {
  rowId: string
  version: number
  /** Idempotency-Key of the batch that contained the record: a repetition sends the same batch. */
  call?: string
}
export interface BulkFailure extends BulkItem {
  error: ApiError
}
type Payload = Readonly<Record<string, unknown>>

/** What to do with which records. */
export interface BulkActionInput {
  /** Slug of the list that the records belong to. */
  list: string
  /** Name of one of the list's actions. */
  action: string
  /** Body of each call, for example `{ is_deleted: true }`. */
  payload: Payload
  /** The payload that undoes the action; null if it cannot be undone. */
  reverse: Payload | null
  items: readonly BulkItem[]
  /** Idempotency-Key, created when the person was asked to confirm. */
  key: string
  /**
   * Progress of the action before a reload: records without a response are asked about again, and nothing else is
   * started.
   */
  resumed?: BulkProgress
}

/** The progress of an action. */
export interface BulkProgress {
  /** Number of Undo rounds so far: each has a different payload and therefore needs different keys. */
  round: number
  /** Number of runs in this round: a different batch needs a different key. */
  attempt: number
  /** Number of records over all runs. */
  total: number
  changed: readonly BulkItem[]
  /** Records whose call got no response. */
  unconfirmed: readonly BulkItem[]
  untried: readonly BulkItem[]
}

export interface BulkActionContext extends BulkProgress {
  list: string
  action: string
  payload: Payload
  reverse: Payload | null
  key: string
  done: number
  /**
   * The records that the server refused, each with the reason and, if the response contained it, the current version.
   */
  failures: readonly BulkFailure[]
  /** The records of the current run. */
  items: readonly BulkItem[]
  /** Number of records in the current run whose call has no response yet. */
  unanswered: number
  /** The error that ended the run early. Valid in `interrupted`. */
  error: ApiError | null
}

/** The result of a run. */
export interface RunEnd {
  changed: readonly BulkItem[]
  /** Records whose call got no response for a while. */
  unconfirmed: readonly BulkItem[]
  untried: readonly BulkItem[]
  /** The error that ended the run early: it would apply to every other record too. */
  error: ApiError | null
}

export type BulkActionEvent =
  | { type: 'item.done' }
  | ({ type: 'item.failed' } & BulkFailure)
  /** The call about `count` records has no response: it is repeated, and no further batch is started. */
  | { type: 'items.unanswered'; count: number }
  /** The batch that was repeated has a response. */
  | { type: 'items.answered' }
  /** No batch is in flight any more. */
  | ({ type: 'run.ended' } & RunEnd)
  | { type: 'bulk.stop' }
  | { type: 'bulk.retry' }
  /** Repeats the call without a response at once. */
  | { type: 'bulk.check' }
  | { type: 'bulk.undo' }
  | { type: 'bulk.dismiss' }
  /** The connection is back. */
  | { type: 'line.back' }

export interface RunInput {
  list: string
  action: string
  payload: Payload
  items: readonly BulkItem[]
  key: string
  round: number
  attempt: number
  /** The records were sent before and have no response. */
  isCheck: boolean
}

export const bulkActionMachine = setup({
  types: {
    context: {} as BulkActionContext,
    events: {} as BulkActionEvent,
    input: {} as BulkActionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as { runFeed: 'runFeed'; lineFeed: 'lineFeed' },
  },
  actors: {
    /**
     * Performs the action on the records. Sends item.done or item.failed for each, and run.ended at the end. Receives
     * bulk.stop and bulk.check.
     */
    runFeed: feedNotProvided<BulkActionEvent, RunInput>('runFeed'),
    /** Sends `line.back` whenever the connection is back. */
    lineFeed: feedNotProvided<BulkActionEvent>('lineFeed'),
  },
  actions: {
    assignDone: assign(({ context }) => ({ done: context.done + 1 })),
    assignFailure: assign(({ context }, { failure }: { failure: BulkFailure }) => ({
      failures: [...context.failures, failure],
    })),
    assignUnanswered: assign((_, { count }: { count: number }) => ({ unanswered: count })),
    assignEnd: assign(({ context }, { changed, unconfirmed, untried, error }: RunEnd) => ({
      changed: [...context.changed, ...changed],
      unconfirmed,
      untried: [...context.untried, ...untried],
      unanswered: 0,
      error,
    })),
    /** The next run contains the refused records and those that were not tried. */
    assignRest: assign(({ context }) => ({
      attempt: context.attempt + 1,
      items: [...context.failures.map(({ rowId, version }) => ({ rowId, version })), ...context.untried],
      failures: [],
      untried: [],
      error: null,
    })),
    /** The next run asks about the records without a response, and starts no other. */
    assignUnconfirmed: assign(({ context }) => ({
      items: context.unconfirmed,
      unanswered: context.unconfirmed.length,
      unconfirmed: [],
    })),
    /** The next run undoes exactly the changed records, each on the version that its change returned. */
    assignUndo: assign(({ context }) => ({
      payload: context.reverse ?? context.payload,
      reverse: context.payload,
      round: context.round + 1,
      attempt: 0,
      items: context.changed,
      total: context.changed.length,
      done: 0,
      changed: [],
      failures: [],
      untried: [],
      error: null,
    })),
    /** Stores the action, so that it survives a reload, until its outcome is known. */
    keepPending: (_, _params: { context: BulkActionContext }) => actionNotProvided('keepPending'),
    forgetPending: (_, _params: { list: string }) => actionNotProvided('forgetPending'),
    notifyEnded: (_, _params: { context: BulkActionContext }) => actionNotProvided('notifyEnded'),
    /** Informs the activity that a run is in flight, has ended with an outcome to read, or is over. */
    tellParent: (_, _params: { phase: 'began' | 'ended' | 'over' }) => actionNotProvided('tellParent'),
  },
  guards: {
    hasItems: ({ context }) => context.items.length > 0,
    hasUntried: ({ context }) => context.untried.length > 0,
    hasUnconfirmed: ({ context }) => context.unconfirmed.length > 0,
    leavesUnconfirmed: (_, { unconfirmed }: RunEnd) => unconfirmed.length > 0,
    isInterrupted: (_, { error }: RunEnd) => error !== null,
    leavesUntried: ({ context }, { untried }: RunEnd) => untried.length + context.untried.length > 0,
    hasFailures: ({ context }) => context.failures.length > 0,
    canUndo: ({ context }) => context.reverse !== null && context.changed.length > 0,
  },
}).createMachine({
  id: 'bulkAction',
  context: ({ input: { list, action, payload, reverse, items, key, resumed } }) => ({
    list,
    action,
    payload,
    reverse,
    items,
    key,
    round: resumed?.round ?? 0,
    attempt: resumed?.attempt ?? 0,
    total: resumed?.total ?? items.length,
    done: resumed?.changed.length ?? 0,
    changed: resumed?.changed ?? [],
    failures: [],
    unconfirmed: resumed?.unconfirmed ?? [],
    untried: resumed?.untried ?? [],
    unanswered: 0,
    error: null,
  }),
  initial: 'starting',
  states: {
    starting: {
      description: 'The action begins, or the page resumes it after a reload.',
      meta: { shows: 'The rows as they were, for an instant.' },
      always: [
        { guard: 'hasUnconfirmed', target: 'acting.checking', actions: 'assignUnconfirmed' },
        { guard: 'hasItems', target: 'acting' },
        { guard: 'hasUntried', target: 'ended.stopped' },
        { target: 'ended.succeeded' },
      ],
    },
    acting: {
      initial: 'running',
      tags: ['busy'],
      entry: [
        { type: 'keepPending', params: ({ context }) => ({ context }) },
        { type: 'tellParent', params: { phase: 'began' } },
      ],
      invoke: {
        id: 'runFeed',
        src: 'runFeed',
        input: ({ context: { list, action, payload, items, key, round, attempt, unanswered } }) => ({
          list,
          action,
          payload,
          items,
          key,
          round,
          attempt,
          isCheck: unanswered > 0,
        }),
      },
      on: {
        'item.done': { actions: 'assignDone' },
        'item.failed': {
          actions: {
            type: 'assignFailure',
            params: ({ event: { rowId, version, error } }) => ({ failure: { rowId, version, error } }),
          },
        },
        'run.ended': [
          {
            guard: { type: 'leavesUnconfirmed', params: ({ event }) => event },
            target: 'ended.uncertain',
            actions: { type: 'assignEnd', params: ({ event }) => event },
          },
          {
            guard: { type: 'isInterrupted', params: ({ event }) => event },
            target: 'ended.interrupted',
            actions: { type: 'assignEnd', params: ({ event }) => event },
          },
          {
            guard: { type: 'leavesUntried', params: ({ event }) => event },
            target: 'ended.stopped',
            actions: { type: 'assignEnd', params: ({ event }) => event },
          },
          {
            guard: 'hasFailures',
            target: 'ended.partly',
            actions: { type: 'assignEnd', params: ({ event }) => event },
          },
          { target: 'ended.succeeded', actions: { type: 'assignEnd', params: ({ event }) => event } },
        ],
      },
      states: {
        running: {
          description: 'The records are being changed, one batch after the other.',
          meta: {
            shows: 'How many of how many are done, and Stop: in the list, or in the shell after the list was left.',
          },
          on: {
            'bulk.stop': { target: 'stopping', actions: sendTo('runFeed', { type: 'bulk.stop' }) },
            'items.unanswered': {
              target: 'checking',
              actions: { type: 'assignUnanswered', params: ({ event }) => event },
            },
          },
        },
        checking: {
          description:
            'The call about a batch has no response: it is repeated with the same key, and no further batch is started.',
          meta: {
            shows:
              'For how many records there is no response yet, that it checks whether they are done, Check again and Stop.',
          },
          on: {
            'items.unanswered': { actions: { type: 'assignUnanswered', params: ({ event }) => event } },
            'items.answered': 'running',
            'bulk.check': { actions: sendTo('runFeed', { type: 'bulk.check' }) },
            'bulk.stop': { target: 'stopping', actions: sendTo('runFeed', { type: 'bulk.stop' }) },
          },
        },
        stopping: {
          description:
            'The person pressed Stop: no further batch is started, and the response to the one in flight is awaited.',
          meta: { shows: 'How many are done, and that it is stopping.' },
        },
      },
    },
    ended: {
      initial: 'succeeded',
      entry: [
        { type: 'notifyEnded', params: ({ context }) => ({ context }) },
        { type: 'tellParent', params: { phase: 'ended' } },
      ],
      on: {
        'bulk.undo': { guard: 'canUndo', target: 'acting', actions: 'assignUndo' },
        'bulk.dismiss': 'closed',
      },
      states: {
        partly: {
          description: 'Every record was tried, and the server refused some of them.',
          meta: {
            shows:
              'How many are done, how many were refused and why, Show these, Try again, and Undo for the records that are done.',
          },
          tags: ['error'],
          entry: { type: 'forgetPending', params: ({ context }) => context },
          on: { 'bulk.retry': { target: '#bulkAction.acting', actions: 'assignRest' } },
        },
        stopped: {
          description: 'The run ended before every record was tried: the person stopped it, or the page was reloaded.',
          meta: {
            shows:
              'How many are done, how many were not tried, Show these, Go on, and Undo for the records that are done.',
          },
          tags: ['error'],
          entry: { type: 'forgetPending', params: ({ context }) => context },
          on: { 'bulk.retry': { target: '#bulkAction.acting', actions: 'assignRest' } },
        },
        interrupted: {
          description: 'The server is unavailable or the session is over, so the rest was not tried.',
          meta: {
            shows:
              'How many are done, how many were not tried and why, Show these, Go on, and Undo for the records that are done.',
          },
          tags: ['error'],
          entry: { type: 'forgetPending', params: ({ context }) => context },
          on: { 'bulk.retry': { target: '#bulkAction.acting', actions: 'assignRest' } },
        },
        uncertain: {
          description: 'For some records it is unknown whether they were changed: the API did not respond for a while.',
          meta: {
            shows: 'How many are done, for how many the outcome is unknown, Show these and Check again; no Undo.',
          },
          tags: ['error'],
          invoke: { id: 'lineFeed', src: 'lineFeed' },
          on: {
            'bulk.undo': undefined,
            'bulk.check': { target: '#bulkAction.acting.checking', actions: 'assignUnconfirmed' },
            'line.back': { target: '#bulkAction.acting.checking', actions: 'assignUnconfirmed' },
          },
        },
        succeeded: {
          description: 'Every record is changed.',
          meta: { shows: 'How many are done, Show these and Undo; nothing is selected, and a toast shows the number.' },
          entry: { type: 'forgetPending', params: ({ context }) => context },
        },
      },
    },
    closed: {
      type: 'final',
      description: 'The person has read the outcome.',
      meta: { shows: 'The rows that are not done stay selected; nothing else of the action is shown.' },
      entry: [
        { type: 'forgetPending', params: ({ context }) => context },
        { type: 'tellParent', params: { phase: 'over' } },
      ],
    },
  },
})
