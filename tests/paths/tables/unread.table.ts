/**
 * Required behaviour of an unread badge (spec 2, 7): shows the server's count, disappears when its page is opened, and
 * appears again only when the count is higher than before. A message causes a request for the count.
 */
import { describeTable } from '../kit/table'
import { paths } from '../unread.paths'

const ANY_STATE = ['unknown', 'counted', 'cleared'] as const

export const table = describeTable(paths, {
  starts: { 'signed in': { states: ['unknown'], context: { count: null }, calls: ['countFeed'] } },
  cases: {
    'no count was received': ({ count }) => count === null,
    'fewer than 3 waited': ({ count }) => count !== null && count < 3,
    '3 or more waited': ({ count }) => count !== null && count >= 3,
    'fewer than 12 waited': ({ count }) => count !== null && count < 12,
    '12 or more waited': ({ count }) => count !== null && count >= 12,
  },
  rows: [
    {
      in: ANY_STATE,
      on: 'message.pushed',
      calls: [['send', { to: 'countFeed', event: { type: 'count.ask' } }]],
    },
    { in: ['unknown', 'counted'], on: 'count.received: 3', to: 'counted', sets: { count: 3 } },
    { in: ['unknown', 'counted'], on: 'count.received: 12', to: 'counted', sets: { count: 12 } },
    { in: ['unknown', 'counted'], on: 'count.received: none', to: 'counted', sets: { count: 0 } },
    { in: ['unknown', 'counted'], on: 'icon.click', to: 'cleared' },

    /* Cleared: a recount without a further message must not show the badge again. */
    { in: 'cleared', on: 'count.received: 3', when: 'no count was received', sets: { count: 3 } },
    { in: 'cleared', on: 'count.received: 3', when: '3 or more waited', sets: { count: 3 } },
    { in: 'cleared', on: 'count.received: 3', when: 'fewer than 3 waited', to: 'counted', sets: { count: 3 } },
    { in: 'cleared', on: 'count.received: 12', when: 'no count was received', sets: { count: 12 } },
    { in: 'cleared', on: 'count.received: 12', when: '12 or more waited', sets: { count: 12 } },
    { in: 'cleared', on: 'count.received: 12', when: 'fewer than 12 waited', to: 'counted', sets: { count: 12 } },
    { in: 'cleared', on: 'count.received: none', sets: { count: 0 } },
  ],
})
