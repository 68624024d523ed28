/** Maps a snapshot of a notification's actor to what its entry shows, and its callbacks to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { notificationEntryMachine } from './notification-entry.machine'

export interface EntryView {
  state: 'unread' | 'marking' | 'read' | 'accepting' | 'accepted' | 'refused'
  isUnread: boolean
  canAccept: boolean
  /** Why ACCEPT failed; null if it was not tried, or is being tried again. */
  problem: string | null
}

/** @param snapshot of `notificationEntryMachine` */
export function selectEntry(snapshot: SnapshotFrom<typeof notificationEntryMachine>): EntryView {
  const { isRead, handoverId, error } = snapshot.context
  return {
    state: snapshot.value,
    isUnread: !isRead,
    canAccept: handoverId !== null,
    problem: error && describeError(error),
  }
}

/** @param send of the entry's actor */
export const entryCommands = (send: ActorRefFrom<typeof notificationEntryMachine>['send']) => ({
  click: () => send({ type: 'entry.click' }),
  accept: () => send({ type: 'entry.accept' }),
})
