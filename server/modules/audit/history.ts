/** The history of one record, read from its audit entries (contract, Records on the wire: timeline). */
import { APPROVAL_EVENTS, APPROVAL_TITLE, HISTORY_ENTRIES, REASON, type HistoryEntry } from '@contract/entities/history'
import type { Subject } from '@contract/permissions'
import { isoTime } from '@server/db/iso-time'
import type { Queryable } from '@server/db/db'
import { ASKED } from './entry'
import { isSealed, type ErasureKeys, type SealedValue } from '@server/records/erasure'

/** A value of an entry. Numbers are texts, so that amounts keep their precision. */
type Plain = string | boolean | object | null
type Snapshot = Record<string, Plain | SealedValue> | null

interface EntryRow {
  id: string
  at: string
  actor_id: string | null
  username: string | null
  action: string
  before: Snapshot
  after: Snapshot
  reason: string | null
}

/** Fields of a record, and those of them that the reader may read. */
export interface HistoryFields {
  all: readonly string[]
  readable: readonly string[]
  /** By action: the fields that the reader must be able to read to be told the reason, besides the changed ones. */
  reasonIn: Readonly<Record<string, readonly string[]>>
  /** The subjects that the reader may read: approvals of others are left out. */
  subjects: readonly Subject[]
}

/**
 * @param subjects of the record, and of other records over the same table
 * @param fields secrets, and changes of fields that the reader may not read, are left out
 * @returns the newest entries, newest first, with values as stored in the audit. The caller has checked that the reader may see the record
 */
export type HistoryReader = (subjects: readonly Subject[], id: string, fields: HistoryFields) => Promise<HistoryEntry[]>

const NUMBERS_AS_TEXT = (snapshot: string) =>
  `(select jsonb_object_agg(t.name, case jsonb_typeof(t.value) when 'number' then to_jsonb(t.value #>> '{}') else t.value end)
    from jsonb_each(${snapshot}) as t(name, value))`

const EVENT = `case e.action ${Object.entries(APPROVAL_EVENTS)
  .map(([action, event]) => `when '${action}' then '${event}'`)
  .join(' ')} else e.action end`

/** Decisions about what was requested for the record ($2): an adjustment of a user, the activation of a bonus. */
const OF_APPROVALS = `select e.id, e.at, e.actor_id, ${EVENT} as action, e.reason, null::jsonb as before,
    jsonb_build_object('${ASKED}', jsonb_build_object('${APPROVAL_TITLE}', a.title)) as after
  from approvals a join audit_events e on e.subject_type = 'Approval' and e.subject_id = a.id::text
  where (a.record_id = $2::text::uuid or a.subject_id = $2::text::uuid) and a.permission_subject = any($3::text[]) and e.result = 'OK'`
const OF_RECORD = `select e.id, e.at, e.actor_id, e.action, e.reason, ${NUMBERS_AS_TEXT('e.before')} as before, ${NUMBERS_AS_TEXT('e.after')} as after
  from audit_events e
  where e.subject_type = any($1::text[]) and e.subject_id = $2::text and e.result = 'OK' order by e.id desc limit ${HISTORY_ENTRIES}`

/** @param erasure decrypts the values of erasable fields in entries @returns reads the history of a record */
export const createHistoryReader =
  (db: Queryable, erasure: ErasureKeys): HistoryReader =>
  async (subjects, id, { all, readable, reasonIn, subjects: readableSubjects }) => {
    const rows = await db.query<EntryRow>(
      `with entries as ((${OF_RECORD}) union all (${OF_APPROVALS}))
       select e.id::text as id, ${isoTime('e.at')} as at, e.actor_id::text as actor_id, s.username, e.action, e.reason, e.before, e.after
       from entries e left join staff s on s.id = e.actor_id order by e.id desc limit ${HISTORY_ENTRIES}`,
      [[...subjects], id, [...readableSubjects]],
    )
    const holdsSealed = rows.some(({ before, after }) =>
      [before, after].some((values) => Object.values(values ?? {}).some(isSealed)),
    )
    const open = holdsSealed ? await erasure.opener(db, id) : null
    const plain = (value: Plain | SealedValue | undefined): Plain =>
      isSealed(value) ? (open!(value) as Plain) : (value ?? null)
    return rows.map(({ id: entry, at, actor_id, username, action, before, after, reason }) => {
      const { [ASKED]: asked, ...changed } = after ?? {}
      const isReadable = (field: string) => readable.includes(field)
      const told = {
        ...(asked as Record<string, NonNullable<unknown>> | undefined),
        ...(reason && { [REASON]: reason }),
      }
      return {
        id: entry,
        at,
        by: actor_id !== null && username !== null ? { id: actor_id, username } : null,
        action,
        changes: Object.keys(changed)
          .filter(isReadable)
          .map((field) => ({ field, before: plain(before?.[field]), after: plain(changed[field]) })),
        asked: [...Object.keys(changed), ...(reasonIn[action] ?? [])].every(
          (field) => isReadable(field) || !all.includes(field),
        )
          ? Object.entries(told).map(([field, value]) => ({ field, value }))
          : [],
      }
    })
  }
