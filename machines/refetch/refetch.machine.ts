/**
 * Keeps the rows of a list up to date while others change them, whether it is read whole or in pages: collects the records that
 * changed, fetches them in batches, and puts them into the list a few at a time, so that each frame has room for the person.
 *
 * Lock: one call at a time, and none while the list itself is read; what changes meanwhile waits. Which records wait is in a
 * queue (change-queue.ts), in which each is once, however often it changed; the context holds counts only.
 *
 * It never gives up while the list is open: a call that fails is repeated after a pause, which doubles with each failure and is
 * reset by a success.
 */
import { assign, sendTo, setup } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import type { Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import type { Waiting } from './change-queue'

/** Rows that nobody sees wait longer, milliseconds: more of their changes are fetched at once. */
export const BEYOND_PAUSE_MS = 1000
/** Pause before a failed call is repeated, milliseconds: the first one, and the longest. */
export const RETRY_PAUSE_MS = 2000
export const LONGEST_RETRY_PAUSE_MS = 30_000
/** Where more records changed, the whole list is read: so many, and so large a part of the list. */
export const RELOAD_FROM = { records: 500, share: 0.1 } as const

export interface RefetchContext {
  waiting: Waiting
  /** Rows of the list when they were last counted. */
  rows: number
  /** Calls that failed, one after the other. */
  failures: number
}

/** Counts of the queue and of the list. */
export interface Counted {
  waiting: Waiting
  rows: number
}

export type RefetchEvent =
  /** Another record changed, or another part of those that wait is in view. */
  | ({ type: 'record.changed' } & Counted)
  /** The person sees these rows. */
  | { type: 'rows.inView'; ids: readonly string[] }
  /** The list is read as a whole, or was. */
  | { type: 'read.began' }
  | { type: 'read.ended' }
  /** What was fetched is in the list. */
  | ({ type: 'rows.merged' } & Counted)

export const refetchMachine = setup({
  types: { context: {} as RefetchContext, events: {} as RefetchEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Sends `record.changed`; receives `rows.inView`. */
    changesFeed: feedNotProvided<RefetchEvent>('changesFeed'),
    /** Takes records from the queue and fetches them; gives them back where it fails or is left. */
    fetchChanged: promiseNotProvided<Result<Counted>>('fetchChanged'),
    /** Puts the fetched records into the list, some in each frame; sends `rows.merged`. */
    mergeFeed: feedNotProvided<RefetchEvent>('mergeFeed'),
  },
  delays: {
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
    /** The whole list is read instead; the queue is emptied. */
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
      meta: { shows: 'The rows as the server has them.' },
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
        'A row in view changed, or one call did not take all: changes are collected for a quarter of a second.',
      meta: { shows: 'The earlier value of the row, for a moment.' },
      after: {
        inViewPause: [{ guard: 'isTooMany', target: 'quiet', actions: 'askForReload' }, { target: 'refetching' }],
      },
    },
    collectingBeyond: {
      description: 'Only rows that are out of view changed; their changes are collected for a second.',
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
      description: 'The changed rows have arrived; some of them are put into the list in each frame.',
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
      description: 'The list is read as a whole: what changes meanwhile is fetched after that.',
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
