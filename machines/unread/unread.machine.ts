/**
 * How many messages wait unread: one actor for quick chats, one for support tickets (spec 2, 7).
 * Opening their page counts as seen: the badge goes, and comes again with the first message that is new.
 */
import { assign, sendTo, setup } from 'xstate'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export type UnreadEvent =
  | { type: 'count.received'; count: number }
  /** Somebody wrote; the count is to be asked for. */
  | { type: 'message.pushed' }
  /** Their page was opened, by the icon or the menu. */
  | { type: 'icon.click' }

/** What the feed is told: ask for the count. */
export type CountOrder = { type: 'count.ask' }

const FEED = 'countFeed'

export const unreadMachine = setup({
  types: { context: {} as { count: number | null }, events: {} as UnreadEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Tells counts and messages; asks for the count where it is told to, and whenever the line stands again. */
    countFeed: feedNotProvided<CountOrder>(FEED),
  },
  guards: { isMore: ({ context }, { count }: { count: number }) => context.count !== null && count > context.count },
  actions: {
    assignCount: assign((_, { count }: { count: number }) => ({ count: Math.max(0, count) })),
    askForCount: sendTo(FEED, { type: 'count.ask' } satisfies CountOrder),
  },
}).createMachine({
  id: 'unread',
  context: { count: null },
  invoke: { id: FEED, src: 'countFeed' },
  initial: 'unknown',
  on: { 'message.pushed': { actions: 'askForCount' } },
  states: {
    unknown: {
      description: 'How many wait has not been told yet.',
      meta: { shows: 'The icon without a badge.' },
      on: {
        'count.received': { target: 'counted', actions: { type: 'assignCount', params: ({ event }) => event } },
        'icon.click': 'cleared',
      },
    },
    counted: {
      description: 'How many wait is known.',
      meta: { shows: 'The icon with the count, 9+ above nine and no badge at none.' },
      on: {
        'count.received': { actions: { type: 'assignCount', params: ({ event }) => event } },
        'icon.click': 'cleared',
      },
    },
    cleared: {
      description: 'Their page was opened, and no further message has come since.',
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
