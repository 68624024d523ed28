/** Notifications in the mocks. */
import { NOTIFICATION_PAGE_SIZE, NOTIFICATIONS_MAX } from '@contract/constants'
import { callerOf, type HandlersOf } from '../call'
import { db, tell } from '../db'
import { changeNotifications, sentNotification, standOf } from '../notifications'
import { notFound } from '../refusal'

export const notificationsHandlers: HandlersOf<'notifications'> = {
  'notifications.list': (call) => {
    const { id: staffId } = callerOf(call).staff
    const { page = 1, since, id, itemNo } = call.query
    const isAsked = since !== undefined || id !== undefined
    const found = db.notifications
      .filter(
        (record) =>
          record.staffId === staffId &&
          (isAsked || !record.is_removed) &&
          (since === undefined || record.revision > since) &&
          (id?.includes(record.id) ?? true),
      )
      .toSorted((left, right) => right.created_revision - left.created_revision)
    const size = Math.min(itemNo ?? (isAsked ? NOTIFICATIONS_MAX : NOTIFICATION_PAGE_SIZE.store), NOTIFICATIONS_MAX)
    const shown = found.slice((page - 1) * size, (page - 1) * size + size)
    return {
      data: shown.map((record) => sentNotification(record, isAsked)),
      total_count: found.length,
      ...standOf(staffId),
    }
  },
  'notifications.read': (call) => {
    const { id: staffId } = callerOf(call).staff
    const record = db.notifications.find(({ id, staffId: of }) => id === call.params.id && of === staffId)
    if (!record) throw notFound()
    changeNotifications(staffId, (each) => each === record && !each.is_read && !each.is_removed, { is_read: true })
    return { data: sentNotification(record, true), ...standOf(staffId) }
  },
  'notifications.readAll': (call) => {
    const { id: staffId } = callerOf(call).staff
    const { up_to: upTo = Infinity } = call.query
    const changed = changeNotifications(
      staffId,
      (record) => !record.is_read && !record.is_removed && record.created_revision <= upTo,
      { is_read: true },
    )
    if (changed.length > 0)
      tell({ type: 'notifications:allRead', staffId, payload: { success: true, ...standOf(staffId) } })
    return { data: null as never, ...standOf(staffId) }
  },
}
