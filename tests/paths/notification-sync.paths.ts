import { failed, ok, type Result } from '@contract/errors'
import { GAP_PAUSE_MS, notificationSyncMachine } from '@machines/notification-sync/notification-sync.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: notificationSyncMachine,
  starts: { 'signed in': undefined },
  events: {
    'gap.seen': { type: 'gap.seen' },
    'gap.closed': { type: 'gap.closed' },
    'socket.resumed': { type: 'socket.resumed' },
    'list.markAll': { type: 'list.markAll' },
  },
  answers: {
    catchUp: {
      'all is known': ok({ isBehind: false }),
      'more has happened since': ok({ isBehind: true }),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, Result<{ isBehind: boolean }>>,
    markAll: { 'all are read': ok(null), 'the server is not reached': failed(UNREACHABLE) } satisfies Record<
      string,
      Result<null>
    >,
  },
  // The pause grows with each failure; one failure suffices to see that it is counted.
  delays: { gapPause: GAP_PAUSE_MS },
  // Requested over a connection that broke: it may never get a response.
  mayRestart: ['socket.resumed'],
  situation: ({ failures }) => failures > 0,
})
