/** The history of one record, out of its audit entries (contract, Records on the wire: timeline). */
import { HISTORY_ENTRIES, type HistoryEntry } from '@contract/entities/history'
import type { Subject } from '@contract/permissions'
import type { Queryable } from '@server/db/db'

type Snapshot = Record<string, string | number | boolean | null> | null

interface EntryRow {
  id: string
  at: string
  actor_id: string | null
  username: string | null
  action: string
  before: Snapshot
  after: Snapshot
}

/**
 * @param fields that the reader may read; changes of others, and secrets, are left out
 * @returns the newest entries, newest first. The caller has checked that the reader may see the record
 */
export type HistoryReader = (subject: Subject, id: string, fields: readonly string[]) => Promise<HistoryEntry[]>

/** @returns how the history of a record is read */
export const createHistoryReader =
  (db: Queryable): HistoryReader =>
  async (subject, id, fields) => {
    const rows = await db.query<EntryRow>(
      `select e.id::text as id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
         e.actor_id::text as actor_id, s.username, e.action, e.before, e.after
       from audit_events e left join staff s on s.id = e.actor_id
       where e.subject_type = $1::text and e.subject_id = $2::text and e.result = 'OK'
       order by e.id desc limit ${HISTORY_ENTRIES}`,
      [subject, id],
    )
    return rows.map(({ id: entry, at, actor_id, username, action, before, after }) => ({
      id: entry,
      at,
      by: actor_id !== null && username !== null ? { id: actor_id, username } : null,
      action,
      changes: Object.keys(after ?? {})
        .filter((field) => fields.includes(field))
        .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null })),
    }))
  }
