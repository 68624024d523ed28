/**
 * Notifications in the database. Each is stored once per event and person, in the transaction of the event. Every change locks
 * the row with the state of a person's notifications, so that revisions grow in the order of the commits: a request for
 * everything after a revision misses nothing.
 */
import { NOTIFICATIONS_MAX } from '@contract/constants'
import type { NotificationKeyword } from '@contract/entities/notification'
import type { Clock } from '@server/platform/ports/clock'
import { isoTime } from '@server/platform/db/iso-time'
import type { Db, Queryable } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import type { Reading } from '@server/platform/db/reading'
import { uuidV7 } from '@server/platform/lib/uuid-v7'

/** An event that people are notified of. */
export interface Happening {
  keyword: NotificationKeyword
  keywordId: string
  /** The record that it leads to, if that is not the one of `keywordId`. */
  about?: { record: string; id: string }
  title: string
  description: string
  /** Identifies the event: a second notification with the same key is not stored. */
  eventKey: string
}

export interface Stand {
  unread: number
  revision: number
}

/** A notification's JSON. `n` is its row. */
export const NOTIFICATION = `json_build_object('id', n.id, 'title', n.title, 'description', n.description, 'keyword', n.keyword, 'keyword_id', n.keyword_id,
  'about', case when n.about_id is not null then json_build_object('record', n.about_record, 'id', n.about_id) end,
  'is_read', n.is_read, 'createdAt', ${isoTime('n.created_at')}, 'revision', n.revision)`
const CHANGED = `(${NOTIFICATION}::jsonb || case when n.is_removed then '{"is_removed":true}'::jsonb else '{}'::jsonb end)`

/** Locks the rows of these people, always in the same order, so that two transactions cannot deadlock. */
export async function lockStands(tx: Queryable, staffIds: readonly string[]): Promise<void> {
  const ids = [...new Set(staffIds)].toSorted()
  await tx.query('insert into notification_stands (staff_id) select unnest($1::uuid[]) on conflict do nothing', [ids])
  await tx.query(
    'select staff_id from notification_stands where staff_id = any($1::uuid[]) order by staff_id for update',
    [ids],
  )
}

/**
 * Stores notifications of an event, in its transaction. After the commit the live socket sends them.
 * @returns the people who did not have it yet
 */
export async function notify(
  tx: Queryable,
  clock: Clock,
  staffIds: readonly string[],
  what: Happening,
): Promise<string[]> {
  const ids = [...new Set(staffIds)].toSorted()
  if (ids.length === 0) return []
  await lockStands(tx, ids)
  const rows = ids.map((staff_id) => ({ staff_id, id: uuidV7(clock.now()) }))
  const fresh = await tx.query<{ staff_id: string }>(
    `with fresh as (
       insert into notifications (id, staff_id, keyword, keyword_id, about_record, about_id, title, description, event_key, created_at, created_revision, revision)
       select r.id, r.staff_id, $2::text, $3::uuid, $8::text, $9::uuid, $4::text, $5::text, $6::text, $7::timestamptz, s.revision + 1, s.revision + 1
       from json_to_recordset($1::json) as r(id uuid, staff_id uuid) join notification_stands s on s.staff_id = r.staff_id
       on conflict (staff_id, event_key) do nothing returning staff_id)
     update notification_stands s set unread = unread + 1, revision = revision + 1 from fresh where s.staff_id = fresh.staff_id returning s.staff_id::text as staff_id`,
    [
      JSON.stringify(rows),
      what.keyword,
      what.keywordId,
      what.title,
      what.description,
      what.eventKey,
      new Date(clock.now()).toISOString(),
      what.about?.record ?? null,
      what.about?.id ?? null,
    ],
  )
  return fresh.map((row) => row.staff_id)
}

/** Query for a person's notifications. */
export interface NotificationsQuery {
  page?: number
  itemNo?: number
  since?: number
  id?: readonly string[]
}

/** A page with the state of the notifications, from one snapshot. */
export interface NotificationsPage extends Stand {
  json: string
  total: number
}

export async function readPage(
  db: Queryable,
  staffId: string,
  { page = 1, itemNo, since, id }: NotificationsQuery,
  defaultSize: number,
): Promise<NotificationsPage> {
  const params = createParams()
  const who = params.add(staffId, 'uuid')
  const asked = since !== undefined || id !== undefined
  const conditions = [
    `n.staff_id = ${who}`,
    ...(asked ? [] : ['not n.is_removed']),
    ...(since === undefined ? [] : [`n.revision > ${params.add(since, 'bigint')}`]),
    ...(id === undefined ? [] : [`n.id = any(${params.add(id, 'uuid[]')})`]),
  ].join(' and ')
  // Without a size, the client asks for everything that it missed; where that exceeds one response, `total` reports it.
  const size = Math.min(itemNo ?? (asked ? NOTIFICATIONS_MAX : defaultSize), NOTIFICATIONS_MAX)
  const offset = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER)
  const [row] = await db.query<{ json: string; total: number; unread: number; revision: number }>(
    `select (select coalesce(json_agg(x.j), '[]')::text from (select ${asked ? CHANGED : NOTIFICATION} as j from notifications n where ${conditions}
         order by n.created_revision desc limit ${params.add(size, 'bigint')} offset ${params.add(offset, 'bigint')}) x) as json,
       (select count(*)::int from notifications n where ${conditions}) as total,
       coalesce((select unread from notification_stands where staff_id = ${who}), 0) as unread,
       coalesce((select revision from notification_stands where staff_id = ${who}), 0)::float8 as revision`,
    params.values,
  )
  return row!
}

/** Changes of a person's notifications after a revision. */
export interface Changes extends Stand {
  staff_id: string
  /** JSON of each new notification, oldest first. */
  added: string[]
  /** Ids of changed notifications, including new ones that were read or accepted meanwhile; null: too many to list. */
  changed: string[] | null
}

/** Number of changes above which they are not listed one by one. */
const NAMED_MAX = 50

/** @param known staff → the last known revision. @returns the people with a later one */
export async function readChanges(db: Queryable, known: ReadonlyMap<string, number>): Promise<Changes[]> {
  const asked = [...known].map(([staff_id, revision]) => ({ staff_id, revision }))
  const rows = await db.query<
    Stand & { staff_id: string; j: string | null; id: string | null; is_new: boolean; is_changed: boolean }
  >(
    `select s.staff_id::text as staff_id, s.unread, s.revision::float8 as revision, n.id::text as id, (n.created_revision > k.revision and not n.is_removed) as is_new, n.revision > n.created_revision as is_changed,
       case when n.created_revision > k.revision then ${NOTIFICATION}::text end as j
     from json_to_recordset($1::json) as k(staff_id uuid, revision bigint) join notification_stands s on s.staff_id = k.staff_id and s.revision > k.revision
     left join notifications n on n.staff_id = s.staff_id and n.revision > k.revision
     order by s.staff_id, n.created_revision`,
    [JSON.stringify(asked)],
  )
  const byStaff = new Map<string, Changes>()
  for (const { staff_id, unread, revision, id, is_new, is_changed, j } of rows) {
    const changes = byStaff.get(staff_id) ?? { staff_id, unread, revision, added: [], changed: [] }
    byStaff.set(staff_id, changes)
    if (id === null) continue
    if (is_new && j !== null) changes.added.push(j)
    // A console may have it from a page already, so its change is sent in addition to the new notification.
    if (!is_changed) continue
    if (changes.changed && changes.changed.length < NAMED_MAX) changes.changed.push(id)
    else changes.changed = null
  }
  return [...byStaff.values()]
}

/** Of these people, the ones whose notifications have a later revision than the known one. */
export const laterThan = (known: ReadonlyMap<string, number>): Reading<string[]> => ({
  sql(params) {
    const rows = params.add(JSON.stringify([...known].map(([staff_id, revision]) => ({ staff_id, revision }))), 'json')
    return `select coalesce(json_agg(s.staff_id), '[]') from json_to_recordset(${rows}) as k(staff_id uuid, revision bigint)
      join notification_stands s on s.staff_id = k.staff_id and s.revision > k.revision`
  },
  parse: (value) => value as string[],
})

/** @returns the revision of each of these people; 0 where there were no notifications */
export async function readRevisions(db: Queryable, staffIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ staff_id: string; revision: number }>(
    'select staff_id::text as staff_id, revision::float8 as revision from notification_stands where staff_id = any($1::uuid[])',
    [staffIds],
  )
  const found = new Map(rows.map((row) => [row.staff_id, row.revision]))
  return new Map(staffIds.map((id) => [id, found.get(id) ?? 0]))
}

export async function readStand(db: Queryable, staffId: string): Promise<Stand> {
  const [row] = await db.query<Stand>(
    'select unread, revision::float8 as revision from notification_stands where staff_id = $1::uuid',
    [staffId],
  )
  return row ?? { unread: 0, revision: 0 }
}

/**
 * Marks a person's unread notifications as read; the person's row must be locked.
 * @param condition SQL on `n`; its parameters follow the first, which is the person
 * @returns ids of the changed ones
 */
export async function markRead(
  tx: Queryable,
  staffId: string,
  condition: string,
  values: (string | number)[] = [],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with marked as (update notifications n set is_read = true, revision = s.revision + 1 from notification_stands s
       where s.staff_id = n.staff_id and n.staff_id = $1::uuid and not n.is_read and not n.is_removed and ${condition} returning n.id),
     stand as (update notification_stands set unread = unread - (select count(*)::int from marked), revision = revision + 1 where staff_id = $1::uuid and exists (select from marked))
     select id::text as id from marked`,
    [staffId, ...values],
  )
  return rows.map((row) => row.id)
}

/**
 * Resolves the notifications of a handover, which can no longer be accepted. It is removed for the person who accepted it, and
 * changed for the others to name that person; the rows of all of them must be locked.
 */
export async function settleHandover(
  tx: Queryable,
  handoverId: string,
  takenBy: string,
  told: { title: string; description: string },
): Promise<void> {
  await tx.query(
    `with settled as (update notifications n set keyword_id = null, revision = s.revision + 1, is_removed = n.staff_id = $2::uuid, is_read = n.is_read or n.staff_id = $2::uuid,
         title = case when n.staff_id = $2::uuid then n.title else $3::text end, description = case when n.staff_id = $2::uuid then n.description else $4::text end
       from notification_stands s, (select id, is_read as was_read from notifications where keyword_id = $1::uuid) o
       where s.staff_id = n.staff_id and n.keyword_id = $1::uuid and n.keyword = 'SHIFT_HANDOVER' and o.id = n.id returning n.staff_id, o.was_read)
     update notification_stands s set revision = revision + 1, unread = unread - case when s.staff_id = $2::uuid and not settled.was_read then 1 else 0 end
     from settled where s.staff_id = settled.staff_id`,
    [handoverId, takenBy, told.title, told.description],
  )
}

/** Runs a whole transaction about one person's notifications. */
export const withStand = <T>(db: Db, staffId: string, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await lockStands(tx, [staffId])
    return work(tx)
  })
