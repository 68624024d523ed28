/**
 * The state of notifications in the mocks: implements the rules for revisions, for handlers and for stories that push.
 */
import type { Notification } from '@contract/entities/notification'
import type { NotificationsStand } from '@contract/socket'
import { db, tell } from './db'
import { mockId } from './ids'
import { notificationRecord, type NotificationRecord } from './fixtures/notification'

const own = (staffId: string) => db.notifications.filter((record) => record.staffId === staffId)

/** The counts and the revision of a person's notifications. */
export function standOf(staffId: string): NotificationsStand {
  const records = own(staffId)
  return {
    unread_count: records.filter((record) => !record.is_read && !record.is_removed).length,
    revision: records.reduce((highest, { revision }) => Math.max(highest, revision), 0),
  }
}

/** A notification as it is sent. @param withRemoved includes `is_removed`, as requests with `since` and `id` need */
export function sentNotification(
  { staffId: _staffId, created_revision: _created, is_removed, ...notification }: NotificationRecord,
  withRemoved = false,
): Notification {
  return withRemoved && is_removed ? { ...notification, is_removed } : notification
}

/**
 * Changes some of a person's notifications together, and notifies their consoles.
 * @returns ids of the changed notifications
 */
export function changeNotifications(
  staffId: string,
  chosen: (record: NotificationRecord) => boolean,
  change: Partial<NotificationRecord>,
): string[] {
  const records = own(staffId).filter(chosen)
  if (records.length === 0) return []
  const revision = standOf(staffId).revision + 1
  for (const record of records) Object.assign(record, change, { revision })
  const ids = records.map(({ id }) => id)
  tell({ type: 'notifications:changed', staffId, payload: { ids, ...standOf(staffId) } })
  return ids
}

/** Adds a notification for a person, and pushes it to their consoles. @returns the notification */
export function addNotification(staffId: string, over: Partial<NotificationRecord> = {}): Notification {
  const number = 5000 + db.nextNumber++
  const revision = standOf(staffId).revision + 1
  const record = notificationRecord(number, {
    is_read: false,
    createdAt: new Date().toISOString(),
    ...over,
    id: over.id ?? mockId('notification', number),
    staffId,
    revision,
    created_revision: revision,
  })
  db.notifications.push(record)
  const data = sentNotification(record)
  tell({ type: 'notification', staffId, payload: { success: true, data, ...standOf(staffId) } })
  return data
}
