/** The history of one record, out of its audit entries (contract, Records on the wire: timeline). */
import { HISTORY_ENTRIES, type HistoryEntry } from '@contract/entities/history'
import type { Subject } from '@contract/permissions'
import type { Queryable } from '@server/db/db'
import { isSealed, type ErasureKeys, type SealedValue } from '@server/records/erasure'

type Plain = string | number | boolean | null
type Snapshot = Record<string, Plain | SealedValue> | null

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
 * @param subjects of the record, and of the others over the same table
 * @param fields that the reader may read; changes of others, and secrets, are left out
 * @returns the newest entries, newest first. The caller has checked that the reader may see the record
 */
export type HistoryReader = (
  subjects: readonly Subject[],
  id: string,
  fields: readonly string[],
) => Promise<HistoryEntry[]>

/** @param erasure opens what entries hold of erasable fields @returns how the history of a record is read */
export const createHistoryReader =
  (db: Queryable, erasure: ErasureKeys): HistoryReader =>
  async (subjects, id, fields) => {
    const rows = await db.query<EntryRow>(
      `select e.id::text as id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
         e.actor_id::text as actor_id, s.username, e.action, e.before, e.after
       from audit_events e left join staff s on s.id = e.actor_id
       where e.subject_type = any($1::text[]) and e.subject_id = $2::text and e.result = 'OK'
       order by e.id desc limit ${HISTORY_ENTRIES}`,
      [[...subjects], id],
    )
    const holdsSealed = rows.some(({ before, after }) =>
      [before, after].some((values) => Object.values(values ?? {}).some(isSealed)),
    )
    const open = holdsSealed ? await erasure.opener(db, id) : null
    const plain = (value: Plain | SealedValue | undefined): Plain =>
      isSealed(value) ? (open!(value) as Plain) : (value ?? null)
    return rows.map(({ id: entry, at, actor_id, username, action, before, after }) => ({
      id: entry,
      at,
      by: actor_id !== null && username !== null ? { id: actor_id, username } : null,
      action,
      changes: Object.keys(after ?? {})
        .filter((field) => fields.includes(field))
        .map((field) => ({ field, before: plain(before?.[field]), after: plain(after?.[field]) })),
    }))
  }
