/** From a snapshot of a notification's actor to what its entry shows; and back, from wishes to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { notificationEntryMachine } from './notification-entry.machine'

export interface EntryView {
  state: 'unread' | 'marking' | 'read' | 'accepting' | 'accepted' | 'refused'
  isUnread: boolean
  canAccept: boolean
  /** Why it could not be accepted; null where it was not tried, or is tried again. */
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
