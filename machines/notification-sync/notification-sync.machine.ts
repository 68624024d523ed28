/**
 * Keeps the notifications in step with the server: fetches missed changes, and marks all as read. Locks: `markingAll`
 * has no handler for a second `list.markAll`; each call runs once at a time. It never stops while signed in: a failed
 * fetch is retried after a pause, which doubles with each failure and is reset by a success.
 */
import { assign, setup } from 'xstate'
import { describeFailure, type Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/**
 * Time within which a gap is ignored if it closes, in milliseconds: pushes arrive in bursts and may overtake each
 * other.
 */
export const GAP_PAUSE_MS = 500
/** The longest pause before a failed fetch is retried, in milliseconds. */
export const LONGEST_PAUSE_MS = 8000

export type SyncEvent =
  /** The server has changes that this console has not received. */
  | { type: 'gap.seen' }
  | { type: 'gap.closed' }
  /** The socket connected, for the first time or again. */
  | { type: 'socket.resumed' }
  | { type: 'list.markAll' }

export const notificationSyncMachine = setup({
  types: { context: {} as { failures: number }, events: {} as SyncEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Sends `gap.seen`, `gap.closed` and `socket.resumed`. */
    gapFeed: feedNotProvided<SyncEvent>('gapFeed'),
    /** Fetches the missed changes; the response says whether more has changed since. */
    catchUp: promiseNotProvided<Result<{ isBehind: boolean }>>('catchUp'),
    markAll: promiseNotProvided<Result<null>>('markAll'),
  },
  guards: {
    isOk: (_, { answer }: { answer: Result<null> }) => answer.ok,
    isLevel: (_, { answer }: { answer: Result<{ isBehind: boolean }> }) => answer.ok && !answer.value.isBehind,
  },
  actions: {
    countFailure: assign(({ context }, { answer }: { answer: Result<unknown> }) => ({
      failures: answer.ok ? 0 : context.failures + 1,
    })),
    notifyRefused: (_, _params: { message: string }) => actionNotProvided('notifyRefused'),
  },
  delays: { gapPause: ({ context }) => Math.min(GAP_PAUSE_MS * 2 ** context.failures, LONGEST_PAUSE_MS) },
}).createMachine({
  id: 'notificationSync',
  context: { failures: 0 },
  invoke: { id: 'gapFeed', src: 'gapFeed' },
  initial: 'following',
  on: { 'list.markAll': '.markingAll' },
  states: {
    following: {
      description: 'Every change is known; pushes deliver the next ones.',
      meta: { shows: 'The count and the entries as on the server.' },
      on: { 'gap.seen': 'behind', 'socket.resumed': 'catchingUp' },
    },
    behind: {
      description: 'A change is missing; it may still arrive without a request.',
      meta: { shows: 'The newest count received, and the entries as they were.' },
      after: { gapPause: 'catchingUp' },
      on: { 'gap.closed': 'following', 'socket.resumed': 'catchingUp' },
    },
    catchingUp: {
      description: 'The request for the missing changes is in flight.',
      meta: { shows: 'The newest count received, and the entries as they were.' },
      invoke: {
        id: 'catchUp',
        src: 'catchUp',
        onDone: [
          {
            guard: { type: 'isLevel', params: ({ event }) => ({ answer: event.output }) },
            target: 'following',
            actions: { type: 'countFailure', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'behind', actions: { type: 'countFailure', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
      // A request sent over the lost connection may never get a response.
      on: { 'socket.resumed': { target: 'catchingUp', reenter: true } },
    },
    markingAll: {
      description: 'The request to mark everything received so far as read is in flight.',
      meta: { shows: 'Mark all as read is busy.' },
      tags: ['busy'],
      invoke: {
        id: 'markAll',
        src: 'markAll',
        onDone: [
          { guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) }, target: 'behind' },
          {
            target: 'behind',
            actions: { type: 'notifyRefused', params: ({ event }) => ({ message: describeFailure(event.output) }) },
          },
        ],
      },
      on: { 'list.markAll': undefined },
    },
  },
})
