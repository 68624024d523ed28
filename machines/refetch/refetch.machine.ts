/**
 * Keeps the rows of a list up to date while other people change them, whether the list is read whole or in pages. It
 * collects the records that changed, fetches them in batches, and merges them into the list a few at a time, so that
 * each frame has time for the person's input.
 *
 * Lock: one call at a time, and none while the list itself is read; changes during that time wait. A queue
 * (change-queue.ts) contains the waiting records, each once, however often it changed; the context contains counts.
 *
 * While the list is open, a failed call is repeated without a limit. The pause before it doubles with each failure; a
 * success resets it.
 */
import { assign, sendTo, setup } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import type { Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import type { Waiting } from './change-queue'

/** Pause before changed rows out of view are fetched, milliseconds: longer, so that a call contains more changes. */
export const BEYOND_PAUSE_MS = 1000
/** Pause before a failed call is repeated, milliseconds: the first one, and the longest. */
export const RETRY_PAUSE_MS = 2000
export const LONGEST_RETRY_PAUSE_MS = 30_000
/** The whole list is read if more records changed than both this number and this share of its rows. */
export const RELOAD_FROM = { records: 500, share: 0.1 } as const

export interface RefetchContext {
  waiting: Waiting
  /** Number of rows in the list, as of the last count. */
  rows: number
  /** Number of calls that failed in a row. */
  failures: number
}

/** Counts of the queue and the list. */
export interface Counted {
  waiting: Waiting
  rows: number
}

export type RefetchEvent =
  /** Another record changed, or other waiting records are in view now. */
  | ({ type: 'record.changed' } & Counted)
  /** These rows are in view. */
  | { type: 'rows.inView'; ids: readonly string[] }
  /** The read of the whole list has begun, or ended. */
  | { type: 'read.began' }
  | { type: 'read.ended' }
  /** The fetched records are merged into the list. */
  | ({ type: 'rows.merged' } & Counted)

export const refetchMachine = setup({
  types: { context: {} as RefetchContext, events: {} as RefetchEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Sends `record.changed`; receives `rows.inView`. */
    changesFeed: feedNotProvided<RefetchEvent>('changesFeed'),
    /** Takes records from the queue and fetches them; puts them back if the call fails or is aborted. */
    fetchChanged: promiseNotProvided<Result<Counted>>('fetchChanged'),
    /** Merges the fetched records into the list, some in each frame; sends `rows.merged` at the end. */
    mergeFeed: feedNotProvided<RefetchEvent>('mergeFeed'),
  },
  delays: {
    /** Longer on a machine that takes long to draw changed rows. */
    inViewPause: RECORD_REFETCH_MS,
    beyondPause: BEYOND_PAUSE_MS,
    retryPause: ({ context }) => Math.min(RETRY_PAUSE_MS * 2 ** (context.failures - 1), LONGEST_RETRY_PAUSE_MS),
  },
  guards: {
    isOk: (_, { answer }: { answer: Result<Counted> }) => answer.ok,
    hasInView: (_, { waiting }: Counted) => waiting.inView > 0,
    hasAny: (_, { waiting }: Counted) => waiting.inView + waiting.beyond > 0,
    sawInView: ({ context }) => context.waiting.inView > 0,
    sawAny: ({ context }) => context.waiting.inView + context.waiting.beyond > 0,
    isTooMany: ({ context: { waiting, rows } }) =>
      waiting.inView + waiting.beyond > Math.max(RELOAD_FROM.records, rows * RELOAD_FROM.share),
  },
  actions: {
    assignCounted: assign((_, { waiting, rows }: Counted) => ({ waiting, rows })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    forgetFailures: assign({ failures: 0 }),
    relayToFeed: sendTo('changesFeed', ({ event }: { event: RefetchEvent }) => event),
    /** Requests a read of the whole list instead, and clears the queue. */
    askForReload: (_) => actionNotProvided('askForReload'),
  },
}).createMachine({
  id: 'refetch',
  context: { waiting: { inView: 0, beyond: 0 }, rows: 0, failures: 0 },
  invoke: { id: 'changesFeed', src: 'changesFeed' },
  initial: 'quiet',
  on: {
    'record.changed': { actions: { type: 'assignCounted', params: ({ event }) => event } },
    'rows.inView': { actions: 'relayToFeed' },
    'read.began': '.held',
  },
  states: {
    quiet: {
      description: 'Every change that was reported is in the list.',
      meta: { shows: 'The current values of the rows.' },
      on: {
        'record.changed': [
          {
            guard: { type: 'hasInView', params: ({ event }) => event },
            target: 'collecting',
            actions: { type: 'assignCounted', params: ({ event }) => event },
          },
          {
            guard: { type: 'hasAny', params: ({ event }) => event },
            target: 'collectingBeyond',
            actions: { type: 'assignCounted', params: ({ event }) => event },
          },
        ],
      },
    },
    collecting: {
      description:
        'A row in view changed, or one call did not contain all changes: changes are collected for 250 ms, on a slow machine for up to 500.',
      meta: { shows: 'The earlier values of the changed rows, for a moment.' },
      after: {
        inViewPause: [{ guard: 'isTooMany', target: 'quiet', actions: 'askForReload' }, { target: 'refetching' }],
      },
    },
    collectingBeyond: {
      description: 'Only rows out of view changed: changes are collected for a second.',
      meta: { shows: 'The rows in view, which are up to date.' },
      after: {
        beyondPause: [{ guard: 'isTooMany', target: 'quiet', actions: 'askForReload' }, { target: 'refetching' }],
      },
      on: {
        'record.changed': {
          guard: { type: 'hasInView', params: ({ event }) => event },
          target: 'collecting',
          actions: { type: 'assignCounted', params: ({ event }) => event },
        },
      },
    },
    refetching: {
      description: 'The call for the changed rows is in flight.',
      meta: { shows: 'The earlier values of the changed rows.' },
      invoke: {
        id: 'fetchChanged',
        src: 'fetchChanged',
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'merging',
            actions: 'forgetFailures',
          },
          { target: 'unanswered', actions: 'countFailure' },
        ],
      },
    },
    merging: {
      description: 'The changed rows have arrived; each frame merges some of them into the list.',
      meta: { shows: 'The new values, row by row.' },
      invoke: { id: 'mergeFeed', src: 'mergeFeed' },
      on: {
        'rows.merged': [
          {
            guard: { type: 'hasAny', params: ({ event }) => event },
            target: 'collecting',
            actions: { type: 'assignCounted', params: ({ event }) => event },
          },
          { target: 'quiet', actions: { type: 'assignCounted', params: ({ event }) => event } },
        ],
      },
    },
    unanswered: {
      description: 'The call for the changed rows failed; it is repeated after a pause.',
      meta: { shows: 'The earlier values of the changed rows.' },
      after: { retryPause: 'refetching' },
    },
    held: {
      description: 'The whole list is being read: changes during that time are fetched afterwards.',
      meta: { shows: 'The rows of the list as they arrive, or the old ones.' },
      on: {
        'read.ended': [
          { guard: 'sawInView', target: 'collecting' },
          { guard: 'sawAny', target: 'collectingBeyond' },
          { target: 'quiet' },
        ],
        'read.began': undefined,
      },
    },
  },
})
