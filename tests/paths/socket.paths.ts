import { socketMachine } from '@machines/socket/socket.machine'
import { describePaths } from './kit/describe'

/** The live socket of one tab; its transport is a feed, so changes of the connection are events. */
export const paths = describePaths({
  machine: socketMachine,
  starts: { 'nobody signed in': undefined },
  events: {
    'session.began': { type: 'session.began' },
    'session.ended': { type: 'session.ended' },
    'token.changed': { type: 'token.changed', token: 'fresh' },
    'transport.back': { type: 'transport.back' },
    'transport.lost': { type: 'transport.lost' },
    'transport.waits': { type: 'transport.waits', attempt: 2, at: 5000 },
    'transport.tries': { type: 'transport.tries', attempt: 2 },
    'handshake.refused': { type: 'handshake.refused' },
  },
  answers: {},
  situation: ({ nextTryAt, refusals }) => [nextTryAt, Math.min(refusals, 2)],
})
