/** How notifications stand in the mocks: the rules of the revision are kept here, for handlers and for stories that push. */
import type { Notification } from '@contract/entities/notification'
import type { NotificationsStand } from '@contract/socket'
import { db, tell } from './db'
import { mockId } from './ids'
import { notificationRecord, type NotificationRecord } from './fixtures/notification'

const own = (staffId: string) => db.notifications.filter((record) => record.staffId === staffId)

/** How a person's notifications stand. */
export function standOf(staffId: string): NotificationsStand {
  const records = own(staffId)
  return {
    unread_count: records.filter((record) => !record.is_read && !record.is_removed).length,
    revision: records.reduce((highest, { revision }) => Math.max(highest, revision), 0),
  }
}

/** As it goes out. @param withRemoved says `is_removed` where it is: what `since` and `id` ask for */
export function sentNotification(
  { staffId: _staffId, created_revision: _created, is_removed, ...notification }: NotificationRecord,
  withRemoved = false,
): Notification {
  return withRemoved && is_removed ? { ...notification, is_removed } : notification
}

/** Changes some of a person's notifications at once, and tells their consoles. @returns ids of those that were changed */
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

/** Something new for a person: it is stored, and pushed to their consoles. @returns it */
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
