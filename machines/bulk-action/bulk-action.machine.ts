/**
 * One action on many records (disable 312 users): the single action of a row, run for each of them, a few at a time. Which records
 * are meant was settled before it starts, by what the person saw and confirmed. Counts and failures stand in the context; the
 * records that wait belong to the closure of the feed.
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
/** What is to be done with the records. `action` names one of the screen's actions. */
export interface BulkActionInput {
  action: string
  payload: Readonly<Record<string, unknown>>
  items: readonly BulkItem[]
}

export interface BulkActionContext {
  action: string
  payload: Readonly<Record<string, unknown>>
  /** Records of all runs. */
  total: number
  done: number
  /** Those that the server refused, each with its reason; its version is the one that stands now, where the answer told. */
  failures: readonly BulkFailure[]
  /** Those that are left: nobody tried them, or the server was lost and nobody knows of some whether it did them. */
  untried: readonly BulkItem[]
  /** What the run is about now. */
  items: readonly BulkItem[]
  /** Why the run ended early; null where the person stopped it. */
  error: ApiError | null
}

export type BulkActionEvent =
  | { type: 'item.done' }
  | ({ type: 'item.failed' } & BulkFailure)
  /** Nothing is in flight any longer. @property error the loss that ended it early; @property untried what was left */
  | { type: 'run.ended'; untried: readonly BulkItem[]; error: ApiError | null }
  | { type: 'bulk.stop' }
  | { type: 'bulk.retry' }
  | { type: 'bulk.dismiss' }

export interface RunInput {
  action: string
  payload: Readonly<Record<string, unknown>>
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
    assignEnd: assign((_, { untried, error }: { untried: readonly BulkItem[]; error: ApiError | null }) => ({
      untried,
      error,
    })),
    /** What failed and what was not tried is what the next run is about. */
    assignRest: assign(({ context }) => ({
      items: [...context.failures.map(({ rowId, version }) => ({ rowId, version })), ...context.untried],
      failures: [],
      untried: [],
      error: null,
    })),
    notifyEnded: (_, _params: { context: BulkActionContext }) => actionNotProvided('notifyEnded'),
  },
  guards: {
    leavesUntried: (_, { untried }: { untried: readonly BulkItem[] }) => untried.length > 0,
    hasFailures: ({ context }) => context.failures.length > 0,
  },
}).createMachine({
  id: 'bulkAction',
  context: ({ input: { action, payload, items } }) => ({
    action,
    payload,
    items,
    total: items.length,
    done: 0,
    failures: [],
    untried: [],
    error: null,
  }),
  initial: 'acting',
  states: {
    acting: {
      initial: 'running',
      invoke: {
        id: 'runFeed',
        src: 'runFeed',
        input: ({ context: { action, payload, items } }) => ({ action, payload, items }),
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
            target: 'stopped',
            actions: { type: 'assignEnd', params: ({ event }) => event },
          },
          { guard: 'hasFailures', target: 'partly', actions: { type: 'assignEnd', params: ({ event }) => event } },
          { target: 'succeeded', actions: { type: 'assignEnd', params: ({ event }) => event } },
        ],
      },
      states: {
        running: {
          description: 'The records are changed, a few at a time.',
          meta: { shows: 'How many of how many are done, and Stop.' },
          tags: ['busy'],
          on: { 'bulk.stop': { target: 'stopping', actions: sendTo('runFeed', { type: 'bulk.stop' }) } },
        },
        stopping: {
          description: 'No further record is taken; those on their way are waited for.',
          meta: { shows: 'How many are done, and that it stops.' },
          tags: ['busy'],
        },
      },
    },
    partly: {
      description: 'All records were tried; the server refused some of them.',
      meta: { shows: 'How many are done, how many are not and why, Try again. Those that are not stay selected.' },
      tags: ['error'],
      entry: { type: 'notifyEnded', params: ({ context }) => ({ context }) },
      on: { 'bulk.retry': { target: 'acting', actions: 'assignRest' }, 'bulk.dismiss': 'closed' },
    },
    stopped: {
      description: 'The run ended before all records were tried: it was stopped, or the server was lost.',
      meta: { shows: 'How many are done, how many were not tried, and Go on. Those that are not done stay selected.' },
      tags: ['error'],
      entry: { type: 'notifyEnded', params: ({ context }) => ({ context }) },
      on: { 'bulk.retry': { target: 'acting', actions: 'assignRest' }, 'bulk.dismiss': 'closed' },
    },
    succeeded: {
      type: 'final',
      description: 'All records are changed.',
      meta: { shows: 'The rows as the server has them, nothing selected, and a toast that counts them.' },
      entry: { type: 'notifyEnded', params: ({ context }) => ({ context }) },
    },
    closed: {
      type: 'final',
      description: 'The person has seen what was not done.',
      meta: { shows: 'The rows that are not done stay selected.' },
    },
  },
})
