/**
 * One action on many records (disable 312 users): the action of a single row, performed on each of them, a few at a time.
 * The records were settled before it starts, by what the person saw and confirmed. The activity of the shell owns the
 * actor, so that it outlives the page that started it. The context holds counts and the records by outcome; the queue of
 * records belongs to the closure of the feed.
 *
 * Lock: while `running` or `stopping` nothing starts a second run.
 */
import { assign, sendTo, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import { actionNotProvided, feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** A record to change, in the version that the person saw. */
export interface BulkItem {
  rowId: string
  version: number
}
export interface BulkFailure extends BulkItem {
  error: ApiError
}
type Payload = Readonly<Record<string, unknown>>

/** What to do with the records. */
export interface BulkActionInput {
  /** Slug of the list that the records belong to. */
  list: string
  /** Name of one of the list's actions. */
  action: string
  /** Body of each call, for example `{ is_deleted: true }`. */
  payload: Payload
  /** The payload that takes the action back; null where it cannot be reversed. */
  reverse: Payload | null
  items: readonly BulkItem[]
}

export interface BulkActionContext {
  list: string
  action: string
  payload: Payload
  reverse: Payload | null
  /** Number of records over all runs. */
  total: number
  done: number
  /** The records that were changed, in the version that the server returned. */
  changed: readonly BulkItem[]
  /** The records that the server refused, each with its reason; in the current version, where the response reported it. */
  failures: readonly BulkFailure[]
  /** The records that are left: not tried, or without a response, so that their state is unknown. */
  untried: readonly BulkItem[]
  /** The records of the current run. */
  items: readonly BulkItem[]
  /** Why the run ended early; null where the person stopped it. */
  error: ApiError | null
}

/** How a run ended. */
export interface RunEnd {
  changed: readonly BulkItem[]
  untried: readonly BulkItem[]
  /** The loss that ended the run early. */
  error: ApiError | null
}

export type BulkActionEvent =
  | { type: 'item.done' }
  | ({ type: 'item.failed' } & BulkFailure)
  /** No call is in flight any more. */
  | ({ type: 'run.ended' } & RunEnd)
  | { type: 'bulk.stop' }
  | { type: 'bulk.retry' }
  | { type: 'bulk.undo' }
  | { type: 'bulk.dismiss' }

export interface RunInput {
  list: string
  action: string
  payload: Payload
  items: readonly BulkItem[]
}

export const bulkActionMachine = setup({
  types: {
    context: {} as BulkActionContext,
    events: {} as BulkActionEvent,
    input: {} as BulkActionInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as { runFeed: 'runFeed' },
  },
  actors: {
    /** Performs the action on each record; sends item.done or item.failed for each, run.ended at the end. Takes bulk.stop. */
    runFeed: feedNotProvided<BulkActionEvent, RunInput>('runFeed'),
  },
  actions: {
    assignDone: assign(({ context }) => ({ done: context.done + 1 })),
    assignFailure: assign(({ context }, { failure }: { failure: BulkFailure }) => ({
      failures: [...context.failures, failure],
    })),
    assignEnd: assign(({ context }, { changed, untried, error }: RunEnd) => ({
      changed: [...context.changed, ...changed],
      untried,
      error,
    })),
    /** The next run takes the records that failed and those that are left. */
    assignRest: assign(({ context }) => ({
      items: [...context.failures.map(({ rowId, version }) => ({ rowId, version })), ...context.untried],
      failures: [],
      untried: [],
      error: null,
    })),
    /** The next run takes the changed records back, and no others: each on the version that the change returned. */
    assignUndo: assign(({ context }) => ({
      payload: context.reverse ?? context.payload,
      reverse: context.payload,
      items: context.changed,
      total: context.changed.length,
      done: 0,
      changed: [],
      failures: [],
      untried: [],
      error: null,
    })),
    notifyEnded: (_, _params: { context: BulkActionContext }) => actionNotProvided('notifyEnded'),
    /** Tells the activity that a run is in flight, has ended with something to read, or is over. */
    tellParent: (_, _params: { phase: 'began' | 'ended' | 'over' }) => actionNotProvided('tellParent'),
  },
  guards: {
    leavesUntried: (_, { untried }: RunEnd) => untried.length > 0,
    hasFailures: ({ context }) => context.failures.length > 0,
    canUndo: ({ context }) => context.reverse !== null && context.changed.length > 0,
  },
}).createMachine({
  id: 'bulkAction',
  context: ({ input: { list, action, payload, reverse, items } }) => ({
    list,
    action,
    payload,
    reverse,
    items,
    total: items.length,
    done: 0,
    changed: [],
    failures: [],
    untried: [],
    error: null,
  }),
  initial: 'acting',
  states: {
    acting: {
      initial: 'running',
      entry: { type: 'tellParent', params: { phase: 'began' } },
      invoke: {
        id: 'runFeed',
        src: 'runFeed',
        input: ({ context: { list, action, payload, items } }) => ({ list, action, payload, items }),
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
          description: 'The records are being changed, a few at a time.',
          meta: {
            shows: 'How many of how many are done, and Stop: in the list, or in the shell where the list was left.',
          },
          tags: ['busy'],
          on: { 'bulk.stop': { target: 'stopping', actions: sendTo('runFeed', { type: 'bulk.stop' }) } },
        },
        stopping: {
          description: 'The person pressed Stop: no further record is started, and calls in flight are awaited.',
          meta: { shows: 'How many are done, and that it is stopping.' },
          tags: ['busy'],
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
              'How many are done, how many were refused and why, Show these, Try again, and Undo for the done ones.',
          },
          tags: ['error'],
          on: { 'bulk.retry': { target: '#bulkAction.acting', actions: 'assignRest' } },
        },
        stopped: {
          description:
            'The run ended before every record was tried: the person stopped it, or the server did not answer.',
          meta: { shows: 'How many are done, how many were not tried, Show these, Go on, and Undo for the done ones.' },
          tags: ['error'],
          on: { 'bulk.retry': { target: '#bulkAction.acting', actions: 'assignRest' } },
        },
        succeeded: {
          description: 'Every record is changed.',
          meta: { shows: 'How many are done, Show these and Undo; nothing is selected, and a toast counts them.' },
        },
      },
    },
    closed: {
      type: 'final',
      description: 'The person has read the outcome.',
      meta: { shows: 'The rows that are not done stay selected; nothing else is left of the action.' },
      entry: { type: 'tellParent', params: { phase: 'over' } },
    },
  },
})
