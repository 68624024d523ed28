/** Demo rows of every record, with the ids and dates of the demo (src/demo). */
import { createHash, randomUUID } from 'node:crypto'
import { recordNamed, RECORDS, type RecordKey } from '@contract/records/records'
import { targetOf } from '@contract/records/kinds'
import { isVersioned, privateFields, storeReference, type RecordDefinition } from '@contract/records/record'
import { keptFields } from '@contract/records/versions'
import { COMPLETED, DEMO_ROWS, FURTHER_ROWS, MANY_ROWS } from '@demo/all'
import { filesOf, withFileIds, type DemoFile } from '@demo/files'
import { eventsOf } from '@demo/history'
import {
  atAnchor,
  createdAtOf,
  defaultsOf,
  demoId,
  peopleNamedBy,
  withPeople,
  type DemoRow,
  type DemoUser,
  type Origin,
  type People,
} from '@demo/rows'
import { KIND_SOURCES, columnOf } from '@server/platform/records/kinds'
import { SOURCES } from '@server/platform/records/sources'
import { columnsOf, joinsFor, versionsAndStoresOf } from '@server/platform/records/table'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Queryable } from '@server/platform/ports/db'
import { insertRows } from '@server/platform/db/insert-rows'

/** Stores are seeded before the people who belong to them. */
const SEEDED_BEFORE: ReadonlySet<RecordKey> = new Set(['store'])

/** @returns the store of a row, if a reference determines it; null: none does */
async function storesOfReferred(tx: Queryable, record: RecordDefinition, rows: readonly (DemoRow | null)[]) {
  const by = storeReference(record)
  if (by === null) return null
  const source = SOURCES[targetOf(record.fields[by]!.type) as RecordKey]
  const ids = rows.flatMap((row) => (row ? [row[by] as string] : []))
  const stores = new Map((await versionsAndStoresOf(tx, source, ids)).map(({ id, store_code }) => [id, store_code]))
  return (row: Readonly<Record<string, unknown>>) => stores.get(row[by] as string)!
}

/**
 * @param stores codes of an own and of a partner store; @param creators ids of two staff members
 * @param anchor the moment that all dates are relative to, milliseconds since 1970
 * @param size `many`: number of rows for records of which a platform has many, a few by default; `users`: rows whose data is copied into records that repeat it;
 *   `tell` hears which part of the records is written, 0 to 1
 */
export async function seedRecords(
  tx: Queryable,
  stores: { own: string; partner: string },
  creators: readonly [string, string],
  anchor: number,
  { many, users, tell }: { many?: number | undefined; users: readonly DemoUser[]; tell: (part: number) => void },
): Promise<void> {
  const people = await readPeople(tx)
  const userById = new Map(users.map((user) => [user.id, user]))
  const userOf = (id: string) => userById.get(id)
  const names = (Object.keys(RECORDS) as RecordKey[]).filter((each) => !SEEDED_BEFORE.has(each))
  for (const [done, name] of names.entries()) {
    tell(done / names.length)
    const record = recordNamed(name)
    const first = (
      many === undefined ? DEMO_ROWS[name] : (MANY_ROWS[name]?.(many) ?? DEMO_ROWS[name])
    ) as readonly DemoRow[]
    const made = first.map((described, index) => {
      const row = withPeople(described, people, described.of === 'partner' ? stores.partner : stores.own, stores.own)
      return row && (COMPLETED[name]?.(row, index, userOf) ?? row)
    })
    const named = new Set(made.flatMap((row) => Object.values(row ?? {})))
    const further = FURTHER_ROWS[name]?.(
      users.filter(({ id }) => !named.has(id)),
      first.length,
    )
    // These additional rows reference staff too.
    const rows = [...made, ...(further ?? []).map((row) => withPeople(row, people, stores.own, stores.own))]
    const defaults = defaultsOf(record)
    const determined = await storesOfReferred(tx, record, rows)
    const types: Record<string, string> = { position: 'integer', is_deleted: 'boolean' }
    for (const [field, { type }] of Object.entries(record.fields))
      types[columnOf(field, type)] = KIND_SOURCES[type.kind].write.type
    await insertRows(
      tx,
      SOURCES[name].table,
      rows.flatMap((row, index) => {
        if (row === null) return []
        const store = row.in ?? (row.of === 'partner' ? stores.partner : stores.own)
        const written = withFileIds(name, atAnchor(row, anchor), index)
        const {
          is_deleted = false,
          of: _of,
          by,
          in: _in,
          at: came,
          earlier = [],
          ...values
        } = { ...defaults, ...written } as DemoRow
        const at = came ?? createdAtOf(index, first.length, anchor)
        return [
          {
            id: demoId(name, index),
            ...Object.fromEntries(
              Object.entries(values).map(([field, value]) => [columnOf(field, record.fields[field]!.type), value]),
            ),
            ...(record.switch && { is_deleted }),
            ...(record.ordered && { position: index + 1 }),
            ...(isVersioned(record) && { version_no: earlier.length + 1 }),
            store_code: determined ? determined(values) : store,
            created_by: creatorOf(by, creators),
            created_at: at,
            updated_at: at,
          },
        ]
      }),
      { types },
    )
    await seedHistory(
      tx,
      record,
      first.map((row) => atAnchor(row, anchor)),
      creators,
    )
    if (isVersioned(record)) await seedVersions(tx, name, first, creators, anchor)
    await insertFiles(
      tx,
      filesOf(
        name,
        rows.map((row) => row ?? {}),
      ),
      creators[0],
      anchor,
    )
    if (privateFields(record).length > 0) await noteUploads(tx, name)
  }
  // The stores were inserted before the staff who created them.
  await noteCreation(tx, creators, anchor)
}

/** Number of people per store that demo rows reference. */
const NAMED_PEOPLE = 120
/** The first people of each store, by record, for demo rows to reference. */
async function readPeople(tx: Queryable): Promise<People> {
  const names = Object.values(DEMO_ROWS).flatMap((rows) => peopleNamedBy(rows as readonly DemoRow[]))
  const people: Record<string, Record<string, string[]>> = {}
  for (const name of new Set(names)) {
    const { table, store } = SOURCES[name as RecordKey]
    const rows = await tx.query<{ store: string; ids: string[] }>(
      `select ${store} as store, (array_agg(id::text order by created_at, id))[1:${NAMED_PEOPLE}] as ids from ${table} group by 1`,
    )
    people[name] = Object.fromEntries(rows.map((row) => [row.store, row.ids]))
  }
  return people
}

/** Version history of rows whose record has versions: earlier ones at ten-day intervals, then the current one. */
async function seedVersions(
  tx: Queryable,
  name: RecordKey,
  rows: readonly DemoRow[],
  creators: readonly [string, string],
  anchor: number,
): Promise<void> {
  const source = SOURCES[name]
  await tx.query(
    `insert into record_versions (record_id, version_no, record, values, created_by, created_at)
     select u.id, t.version_no, $1::text, (select row_to_json(c) from (select ${columnsOf(source, Object.keys(keptFields(source.record)))}) c)::jsonb - 'id' - 'version' || t.changes, $2::uuid, t.at
     from ${joinsFor(source, Object.keys(keptFields(source.record)), source.table)}
     join json_to_recordset($3::json) as t(id uuid, version_no integer, changes jsonb, at timestamptz) on t.id = u.id
     where ${source.versions!.active}`,
    [
      name,
      creators[0],
      JSON.stringify(
        rows.flatMap(({ earlier = [] }, index) =>
          [...earlier, {}].map((changes, nth) => ({
            id: demoId(name, index),
            version_no: nth + 1,
            changes,
            at: new Date(anchor - (earlier.length - nth + 1) * TEN_DAYS_MS).toISOString(),
          })),
        ),
      ),
    ],
  )
}
/** Audit entries of what staff did with the rows after their creation, as the actions write them. */
const seedHistory = (
  tx: Queryable,
  record: RecordDefinition,
  rows: readonly DemoRow[],
  creators: readonly [string, string],
): Promise<void> =>
  insertRows(
    tx,
    'audit_events',
    rows.flatMap((row, index) =>
      eventsOf(record, row).map(({ action, field, at }) => ({
        id: uuidV7(Date.parse(at)),
        at,
        actor_id: creatorOf(row.by, creators),
        action,
        subject_type: record.subject,
        subject_id: demoId(record.name as RecordKey, index),
        before: { [field]: null },
        after: { [field]: at },
      })),
    ),
    { types: { at: 'timestamptz', actor_id: 'uuid', before: 'jsonb', after: 'jsonb' } },
  )
const TEN_DAYS_MS = 10 * 24 * 3600 * 1000

const creatorOf = (by: Origin['by'], [first, second]: readonly [string, string]): string | null =>
  by === 'nobody' ? null : by === 'colleague' ? second : first

/** Private files came with their record: from its creator, or from an app of the users. */
const noteUploads = (tx: Queryable, name: RecordKey) =>
  tx.query(
    `update files f set created_at = u.created_at, attached_at = u.created_at, created_by = coalesce(u.created_by, $2::uuid)
     from ${SOURCES[name].table} u where u.id = f.record_id and f.visibility = 'private' and f.purpose like $1::text`,
    [`${name}.%`, randomUUID()],
  )

/** Inserts the files that demo rows reference, and sends identical drawings once. The images are small and serve as their own thumbnails. */
async function insertFiles(tx: Queryable, files: readonly DemoFile[], creator: string, anchor: number): Promise<void> {
  if (files.length === 0) return
  const drawings = [...new Set(files.map(({ bytes }) => bytes))]
  const placeOf = new Map(drawings.map((bytes, place) => [bytes, place]))
  await tx.query(
    `with drawings as materialized (
       select d.place, d.sha256, decode(d.base64, 'base64') as bytes from json_to_recordset($2::json) as d(place integer, sha256 text, base64 text)
     )
     insert into files (id, purpose, visibility, record_id, content_type, byte_size, width, height, sha256, bytes, thumbnail, name, created_by, created_at, attached_at)
     select t.id, t.purpose, t.visibility, t.record_id, t.content_type, length(d.bytes), t.width, t.height, d.sha256, d.bytes,
       case when t.width is not null then d.bytes end, t.name, $3::uuid, $4::timestamptz, $4::timestamptz
     from json_to_recordset($1::json) as t(id uuid, purpose text, visibility text, record_id uuid, content_type text, width integer, height integer, name text, place integer)
     join drawings d on d.place = t.place`,
    [
      JSON.stringify(
        files.map(({ recordId, contentType, size, bytes, ...file }) => ({
          ...file,
          record_id: recordId,
          content_type: contentType,
          ...size,
          place: placeOf.get(bytes),
        })),
      ),
      JSON.stringify(
        drawings.map((bytes, place) => ({
          place,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          base64: Buffer.from(bytes).toString('base64'),
        })),
      ),
      creator,
      new Date(anchor).toISOString(),
    ],
  )
}

/** Notes who created the stores, and when. */
async function noteCreation(tx: Queryable, creators: readonly [string, string], anchor: number): Promise<void> {
  const { length } = DEMO_ROWS.store
  const dates = DEMO_ROWS.store.map(({ by }, index) => ({
    id: demoId('store', index),
    created_by: creatorOf(by, creators),
    at: createdAtOf(index, length, anchor),
  }))
  await tx.query(
    `update stores s set created_by = t.created_by, created_at = t.at, updated_at = t.at
     from json_to_recordset($1::json) as t(id uuid, created_by uuid, at timestamptz) where t.id = s.id`,
    [JSON.stringify(dates)],
  )
}
