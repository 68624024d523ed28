import { failed, ok, type Result } from '@contract/errors'
import { notificationEntryMachine } from '@machines/notification-entry/notification-entry.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: notificationEntryMachine,
  starts: { 'an entry is shown': { id: 'notification-1' } },
  events: {
    'entry.click': { type: 'entry.click' },
    'entry.accept': { type: 'entry.accept' },
    'entry.changed: an unread handover': { type: 'entry.changed', isRead: false, handoverId: 'handover-1' },
    'entry.changed: a read handover': { type: 'entry.changed', isRead: true, handoverId: 'handover-1' },
    'entry.changed: read elsewhere, nothing to accept': { type: 'entry.changed', isRead: true, handoverId: null },
  },
  answers: {
    markRead: { 'it is read': ok(null), 'the server is not reached': failed(UNREACHABLE) } satisfies Record<
      string,
      Result<null>
    >,
    acceptHandover: {
      'the shift is taken over': ok(null),
      'a colleague was first': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, Result<null>>,
  },
  situation: ({ isRead, handoverId, error }) => [isRead, handoverId !== null, error?.kind],
})
