import { fromCallback, fromPromise } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { notificationEntryMachine } from '@machines/notification-entry/notification-entry.machine'
import { notificationSyncMachine } from '@machines/notification-sync/notification-sync.machine'
import { notificationsMachine } from '@machines/notifications/notifications.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

const page = { ids: ['n-2', 'n-1'], unreadCount: 1, held: 0, hasMore: true }

export const paths = describePaths({
  machine: notificationsMachine,
  starts: { 'signed in': undefined },
  events: {
    'notification.pushed': { type: 'notification.pushed', count: 1, ...page, ids: ['n-3', 'n-2'], unreadCount: 2 },
    'notifications.counted: a page of more': { type: 'notifications.counted', ...page },
    'notifications.counted: the last page': {
      type: 'notifications.counted',
      ...page,
      unreadCount: 0,
      held: 1,
      hasMore: false,
    },
    'notifications.counted: none at all': {
      type: 'notifications.counted',
      ids: [],
      unreadCount: 0,
      held: 0,
      hasMore: false,
    },
    'panel.open': { type: 'panel.open' },
    'panel.close': { type: 'panel.close' },
    'list.entered': { type: 'list.entered' },
    'list.left': { type: 'list.left' },
    'list.showNew': { type: 'list.showNew' },
    'list.scrolledToEnd': { type: 'list.scrolledToEnd' },
    'list.markAll': { type: 'list.markAll' },
    retry: { type: 'retry' },
    'socket.resumed': { type: 'socket.resumed' },
  },
  answers: {
    readPage: { 'a page': ok(null), 'the server is not reached': failed(UNREACHABLE) } satisfies Record<
      string,
      Result<null>
    >,
  },
  // The outcome of an entry, and missed changes, have their own paths.
  children: {
    entry: notificationEntryMachine.provide({ actors: { recordFeed: fromCallback(() => undefined) } }),
    sync: notificationSyncMachine.provide({
      actors: {
        gapFeed: fromCallback(() => undefined),
        markAll: fromPromise<Result<null>>(() => new Promise(() => undefined)),
      },
    }),
  },
  // Which entries there are, and how many are unread, affects only what is shown.
  situation: ({ ids, unreadCount, hasMore }) => [ids.length > 0, unreadCount > 0, hasMore],
})
