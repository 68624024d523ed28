/** The signed-in person's notifications (contract/http/notifications.ts). */
import { NOTIFICATION_PAGE_SIZE } from '@contract/constants'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { Json, RoutesOf } from '@server/platform/operations/call'
import { notFound } from '@server/platform/operations/failure'
import type { Live } from '@server/platform/live/live'
import { writeAudit } from '@server/platform/modules/audit/entry'
import { markRead, readPage, readStand, withStand } from './store'

const SUBJECT = 'Notification'

export function createNotificationsRoutes({
  db,
  clock,
  live,
}: {
  db: Db
  clock: Clock
  live: Live
}): RoutesOf<'notifications'> {
  return {
    'notifications.list': async ({ principal, query }) => {
      const { json, total, unread, revision } = await readPage(
        db,
        principal.staffId,
        query,
        NOTIFICATION_PAGE_SIZE.store,
      )
      return { json: json as Json<never>, total_count: total, unread_count: unread, revision }
    },
    'notifications.read': async ({ principal, origin, key, params: { id } }) => {
      const { staffId } = principal
      const { changed, answer } = await withStand(db, staffId, async (tx) => {
        const ids = await markRead(tx, staffId, 'n.id = $2::uuid', [id])
        if (ids.length > 0)
          await writeAudit(tx, clock, { actorId: staffId, action: 'read', subject: SUBJECT, origin }, id)
        const { json, unread, revision } = await readPage(tx, staffId, { id: [id] }, 1)
        if (json === '[]') throw notFound()
        const read = { json: json.slice(1, -1) as Json<never>, unread_count: unread, revision }
        await key?.inTransaction(tx, read)
        return { changed: ids, answer: read }
      })
      if (changed.length > 0) live.notified([staffId])
      return answer
    },
    'notifications.readAll': async ({ principal, origin, key, query: { up_to: upTo } }) => {
      const { staffId } = principal
      const { changed, answer } = await withStand(db, staffId, async (tx) => {
        const ids = await (upTo === undefined
          ? markRead(tx, staffId, 'true')
          : markRead(tx, staffId, 'n.created_revision <= $2::bigint', [upTo]))
        if (ids.length > 0)
          await writeAudit(tx, clock, { actorId: staffId, action: 'read-all', subject: SUBJECT, origin }, null, {
            count: ids.length,
          })
        const { unread, revision } = await readStand(tx, staffId)
        const read = { json: 'null' as Json<never>, unread_count: unread, revision }
        await key?.inTransaction(tx, read)
        return { changed: ids, answer: read }
      })
      if (changed.length > 0) {
        live.notified([staffId])
        live.allRead(staffId, { unread_count: answer.unread_count, revision: answer.revision })
      }
      return answer
    },
  }
}
