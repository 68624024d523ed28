/**
 * The count of unread messages: one actor for quick chats, one for support tickets (spec 2, 7). Opening their page
 * clears the badge, which appears again only when the count is higher than before.
 */
import { assign, sendTo, setup } from 'xstate'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export type UnreadEvent =
  | { type: 'count.received'; count: number }
  /** A message arrived; request the count. */
  | { type: 'message.pushed' }
  /** The page of the chats or tickets was opened through the icon or the menu. */
  | { type: 'icon.click' }

/** Event for the feed: request the count. */
export type CountOrder = { type: 'count.ask' }

const FEED = 'countFeed'

export const unreadMachine = setup({
  types: { context: {} as { count: number | null }, events: {} as UnreadEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Sends counts and messages; requests the count on `count.ask` and after each connection. */
    countFeed: feedNotProvided<CountOrder>(FEED),
  },
  guards: { isMore: ({ context }, { count }: { count: number }) => context.count !== null && count > context.count },
  actions: {
    assignCount: assign((_, { count }: { count: number }) => ({ count: Math.max(0, count) })),
    requestCount: sendTo(FEED, { type: 'count.ask' } satisfies CountOrder),
  },
}).createMachine({
  id: 'unread',
  context: { count: null },
  invoke: { id: FEED, src: 'countFeed' },
  initial: 'unknown',
  on: { 'message.pushed': { actions: 'requestCount' } },
  states: {
    unknown: {
      description: 'No count was received yet.',
      meta: { shows: 'The icon without a badge.' },
      on: {
        'count.received': { target: 'counted', actions: { type: 'assignCount', params: ({ event }) => event } },
        'icon.click': 'cleared',
      },
    },
    counted: {
      description: 'The count is known.',
      meta: { shows: 'The icon with the count, 9+ above nine and no badge at 0.' },
      on: {
        'count.received': { actions: { type: 'assignCount', params: ({ event }) => event } },
        'icon.click': 'cleared',
      },
    },
    cleared: {
      description: 'The page was opened, and no further message has arrived since.',
      meta: { shows: 'The icon without a badge.' },
      on: {
        'count.received': [
          {
            guard: { type: 'isMore', params: ({ event }) => event },
            target: 'counted',
            actions: { type: 'assignCount', params: ({ event }) => event },
          },
          { actions: { type: 'assignCount', params: ({ event }) => event } },
        ],
      },
    },
  },
})
