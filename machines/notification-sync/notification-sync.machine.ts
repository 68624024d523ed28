/**
 * Keeps what is known of the notifications level with the server: what was missed is asked for, and all are marked as read.
 * Locks: while `markingAll` a second wish has no handler; nothing is asked for twice at once.
 * It never gives up while signed in: what could not be asked for is asked for again, later each time.
 */
import { assign, setup } from 'xstate'
import { describeFailure, type Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** Pushes come in bursts and may overtake each other: a gap that closes by itself within this is none. Milliseconds. */
export const GAP_PAUSE_MS = 500
/** The longest pause before what failed is asked for again. */
export const LONGEST_PAUSE_MS = 8000

export type SyncEvent =
  /** Something has changed that is not known here. */
  | { type: 'gap.seen' }
  | { type: 'gap.closed' }
  /** The line stands, the first time or again. */
  | { type: 'socket.resumed' }
  | { type: 'list.markAll' }

export const notificationSyncMachine = setup({
  types: { context: {} as { failures: number }, events: {} as SyncEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Tells of gaps, and of the line. */
    gapFeed: feedNotProvided<SyncEvent>('gapFeed'),
    /** Asks for what changed; the answer says whether there is still more. */
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
      description: 'All that has happened is known; pushes tell what comes.',
      meta: { shows: 'The count and the entries as the server has them.' },
      on: { 'gap.seen': 'behind', 'socket.resumed': 'catchingUp' },
    },
    behind: {
      description: 'Something has happened that is not known yet; it may still come by itself.',
      meta: { shows: 'The newest count that was told, and the entries as they were.' },
      after: { gapPause: 'catchingUp' },
      on: { 'gap.closed': 'following', 'socket.resumed': 'catchingUp' },
    },
    catchingUp: {
      description: 'What was missed is being asked for.',
      meta: { shows: 'The newest count that was told, and the entries as they were.' },
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
      // What was asked for on the line that broke may never be answered.
      on: { 'socket.resumed': { target: 'catchingUp', reenter: true } },
    },
    markingAll: {
      description: 'The server is told that all are read which had come by then.',
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
