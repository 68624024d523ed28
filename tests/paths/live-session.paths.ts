import { liveSessionMachine } from '@machines/live-session/live-session.machine'
import { describePaths } from './kit/describe'

export const paths = describePaths({
  machine: liveSessionMachine,
  starts: { 'nobody is signed in': undefined },
  events: {
    'session.began': { type: 'session.began' },
    'token.renewed': { type: 'token.renewed', token: 'newer' },
    'session.ended': { type: 'session.ended' },
  },
  answers: {
    startLive: { 'the actors run': true, 'the code cannot be fetched': false },
  },
  situation: () => null,
})
