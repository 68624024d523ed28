/**
 * Required behaviour of the live socket (spec 4, 7, 9): connects only while somebody is signed in, has one connection,
 * never stops retrying while signed in, and treats a refused handshake as a 401 without a storm of handshakes.
 */
import { describeTable } from '../kit/table'
import { paths } from '../socket.paths'

const FRESH = { attempt: 0, nextTryAt: null, refusals: 0 }
const JOINED = ['emit', { type: 'socket.joined' }] as const
const PARTED = ['emit', { type: 'socket.parted' }] as const
const RESUMED = ['emit', { type: 'socket.resumed' }] as const
const REFUSED = ['emit', { type: 'socket.refused' }] as const
const RETRY = ['send', { to: 'transportFeed', event: { type: 'transport.retry' } }] as const

export const table = describeTable(paths, {
  starts: { 'nobody signed in': { states: ['offline'], context: FRESH } },
  cases: {
    'first connection of the session': (_, states) => states.includes('neverConnected'),
    'connected before': (_, states) => states.includes('wasConnected'),
    'first refusal': ({ refusals }) => refusals === 1,
    'refused again': ({ refusals }) => refusals > 1,
  },
  rows: [
    /* One connection for each session, none before and after. */
    { in: 'offline', on: 'session.began', to: ['connecting', 'neverConnected'], calls: ['transportFeed'] },
    { in: ['connecting', 'reconnecting', 'refused'], on: 'session.ended', to: 'offline', sets: FRESH },
    { in: 'connected', on: 'session.ended', to: 'offline', sets: FRESH, calls: [PARTED] },

    /* A connection resets the back-off; after a gap consumers must fetch missed changes. */
    { in: 'neverConnected', on: 'transport.back', to: 'wasConnected' },
    { in: 'connecting', on: 'transport.back', to: 'connected', sets: FRESH, calls: [JOINED] },
    {
      in: ['reconnecting', 'refused'],
      on: 'transport.back',
      when: 'first connection of the session',
      to: 'connected',
      sets: FRESH,
      calls: [JOINED],
    },
    {
      in: ['reconnecting', 'refused'],
      on: 'transport.back',
      when: 'connected before',
      to: 'connected',
      sets: FRESH,
      calls: [RESUMED, JOINED],
    },
    {
      in: 'connected',
      on: 'token.changed',
      calls: [['send', { to: 'transportFeed', event: { type: 'token.renewed', token: 'fresh' } }]],
    },

    /* The transport retries a lost connection and reports each attempt. */
    { in: ['connecting', 'refused'], on: 'transport.lost', to: 'reconnecting' },
    { in: 'connected', on: 'transport.lost', to: 'reconnecting', calls: [PARTED] },
    { in: 'reconnecting', on: 'transport.waits', sets: { attempt: 2, nextTryAt: 5000 } },
    { in: 'reconnecting', on: 'transport.tries', sets: { attempt: 2, nextTryAt: null } },

    /*
     * After a refusal the session is checked; a fresh token is tried once, and a further refusal waits for the pause.
     */
    {
      in: ['connecting', 'reconnecting', 'refused'],
      on: 'handshake.refused',
      to: 'refused',
      sets: ({ refusals }) => ({ refusals: refusals + 1, nextTryAt: null }),
      calls: [REFUSED],
    },
    {
      in: 'connected',
      on: 'handshake.refused',
      to: 'refused',
      sets: { refusals: 1, nextTryAt: null },
      calls: [PARTED, REFUSED],
    },
    { in: 'refused', on: 'refusalPause is over', to: 'reconnecting', calls: [RETRY] },
    { in: 'refused', on: 'token.changed', when: 'first refusal', to: 'reconnecting', calls: [RETRY] },
    { in: 'refused', on: 'token.changed', when: 'refused again' },
  ],
})
