/** Maps a snapshot of the notifications to what the bell and the panel show, and their callbacks to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { BADGE_CAP } from '@contract/constants'
import { describeError } from '@contract/errors'
import type { notificationsMachine } from './notifications.machine'

type Snapshot = SnapshotFrom<typeof notificationsMachine>

export interface BellView {
  /** Never below 0. Above the badge's cap the value stays the same, so that nothing renders again. */
  count: number
  isOpen: boolean
}

/** @param snapshot of `notificationsMachine` */
export const selectBell = (snapshot: Snapshot): BellView => ({
  count: Math.min(snapshot.context.unreadCount, BADGE_CAP + 1),
  isOpen: !snapshot.matches({ panel: 'closed' }),
})

export interface PanelView {
  list: Snapshot['value']['list']
  unreadCount: number
  /** Shown entries, the newest first. */
  ids: readonly string[]
  /** Number of new entries that wait above the shown ones. */
  held: number
  hasMore: boolean
  /** Why a page could not be loaded; null once it is tried again. */
  problem: string | null
}

/** @param snapshot of `notificationsMachine` */
export const selectPanel = ({ value, context: { unreadCount, ids, held, hasMore, error } }: Snapshot): PanelView => ({
  list: value.list,
  unreadCount,
  ids,
  held,
  hasMore,
  problem: error && describeError(error),
})

/** @param send of the notifications' actor */
export const notificationsCommands = (send: ActorRefFrom<typeof notificationsMachine>['send']) => ({
  open: () => send({ type: 'panel.open' }),
  close: () => send({ type: 'panel.close' }),
  enter: () => send({ type: 'list.entered' }),
  leave: () => send({ type: 'list.left' }),
  showNew: () => send({ type: 'list.showNew' }),
  loadMore: () => send({ type: 'list.scrolledToEnd' }),
  markAll: () => send({ type: 'list.markAll' }),
  retry: () => send({ type: 'retry' }),
})
