/** Version history (catalogue, Versioned): written with the change itself, and read with the rights on the record. */
import { canRead } from '@contract/permissions'
import {
  differences,
  keptFields,
  NO_SUCH_VERSION,
  NOTHING_TO_ROLL_BACK,
  writtenOf,
  type RecordVersion,
} from '@contract/records/versions'
import { isoTime } from '@server/platform/db/iso-time'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import type { Principal } from '@server/platform/modules/access/principal'
import { everythingOf } from './filters'
import type { RecordSource } from './source'
import type { RecordWrites } from './writes'

type Values = Readonly<Record<string, unknown>>

export interface RecordVersions {
  /**
   * Stores the record's current content where it is or was active and differs from its last version. Runs in the transaction of
   * the write.
   */
  keep(source: RecordSource, change: { id: string; principal: Principal; on: Queryable; at: string }): Promise<void>
  /** @returns the versions, newest first, with the fields that the person may read. @throws 404 for a record of another store */
  read(source: RecordSource, id: string, principal: Principal): Promise<RecordVersion[]>
  /** @returns the body with which an edit restores a version. @throws 404, 422 at `version_no` */
  bodyOf(source: RecordSource, id: string, versionNo: number, principal: Principal): Promise<Values>
}

/** @param db the database */
export function createVersions({ db, writes }: { db: Queryable; writes: RecordWrites }): RecordVersions {
  const whole = async (source: RecordSource, id: string, principal: Principal, on?: Queryable) => {
    const { json } = await writes.read(source, id, { ...principal, access: everythingOf(source) }, on)
    return JSON.parse(json as string) as Values
  }
  const contentOf = (source: RecordSource, row: Values): Values =>
    Object.fromEntries(Object.keys(keptFields(source.record)).map((name) => [name, row[name]]))

  return {
    async keep(source, { id, principal, on, at }) {
      const now = contentOf(source, await whole(source, id, principal, on))
      const [state] = await on.query<{ active: boolean; version_no: number | null; values: Values | null }>(
        `select ${source.versions!.active} as active, v.version_no, v.values from ${source.table} u
         left join lateral (select version_no, values from record_versions where record_id = u.id
           order by version_no desc limit 1) v on true where u.id = $1::uuid`,
        [id],
      )
      const { active, version_no: last, values } = state!
      if (values === null ? !active : Object.keys(differences(source.record, now, values)).length === 0) return
      const next = last === null ? 1 : last + 1
      await on.query(
        `insert into record_versions (record_id, version_no, record, values, created_by, created_at)
         values ($1::uuid, $2::integer, $3::text, $4::jsonb, $5::uuid, $6::timestamptz)`,
        [id, next, source.record.name, JSON.stringify(now), principal.staffId, at],
      )
      await on.query(`update ${source.table} set version_no = $2::integer where id = $1::uuid`, [id, next])
    },

    async read(source, id, principal) {
      // Refused like the record itself: in another store it does not exist.
      await writes.read(source, id, principal)
      const rows = await db.query<RecordVersion>(
        `select v.version_no, ${isoTime('v.created_at')} as at, v.values,
           case when s.id is not null then json_build_object('id', s.id, 'username', s.username) end as by
         from record_versions v left join staff s on s.id = v.created_by where v.record_id = $1::uuid
         order by v.version_no desc`,
        [id],
      )
      const readable = (values: Values) =>
        Object.fromEntries(
          Object.entries(values).filter(([name]) => canRead(principal.access, source.record.subject, name)),
        )
      return rows.map(({ version_no, at, by, values }) => ({ version_no, at, by, values: readable(values) }))
    },

    async bodyOf(source, id, versionNo, principal) {
      const row = await whole(source, id, principal)
      const [version] = await db.query<{ values: Values }>(
        'select values from record_versions where record_id = $1::uuid and version_no = $2::integer',
        [id, versionNo],
      )
      if (!version) throw rejected({ version_no: [NO_SUCH_VERSION] })
      const changed = differences(source.record, version.values, row)
      if (Object.keys(changed).length === 0) throw rejected({ version_no: [NOTHING_TO_ROLL_BACK] })
      return writtenOf(source.record, changed)
    },
  }
}
