/** Versions of the mocks' records, stored as on the server (contract, Records on the wire: versions). */
import { canRead } from '@contract/permissions'
import { isVersioned, type RecordDefinition } from '@contract/records/record'
import type { RecordKey } from '@contract/records/records'
import {
  differences,
  keptFields,
  NO_SUCH_VERSION,
  NOTHING_TO_ROLL_BACK,
  writtenOf,
  type RecordVersion,
} from '@contract/records/versions'
import { DEMO_ROWS } from '@demo/all'
import { demoId, type DemoRow } from '@demo/rows'
import type { Caller } from './call'
import { db } from './db'
import { MOCK_ANCHOR } from './ids'
import type { StoredRecord } from './records/behaviour'
import { rejected } from './refusal'

type Values = Readonly<Record<string, unknown>>
const TEN_DAYS_MS = 10 * 24 * 3600 * 1000

const contentOf = (record: RecordDefinition, sent: Values): Values =>
  Object.fromEntries(Object.keys(keptFields(record)).map((name) => [name, sent[name]]))

/** The versions of a record: those of the demo until its first change. @param sent the row as it is sent */
function versionsOf(record: RecordDefinition, row: StoredRecord, sent: Values, isActive: boolean): RecordVersion[] {
  const known = db.versions.get(row.id)
  if (known) return known
  const rows = DEMO_ROWS[record.name as RecordKey] as readonly DemoRow[]
  const demo = rows[rows.findIndex((_row, index) => demoId(record.name as RecordKey, index) === row.id)]
  if (!demo || !isActive) return []
  const earlier = demo.earlier ?? []
  const content = contentOf(record, sent)
  return [...earlier, {}]
    .map((changes, nth) => ({
      version_no: nth + 1,
      at: new Date(MOCK_ANCHOR - (earlier.length - nth + 1) * TEN_DAYS_MS).toISOString(),
      by: row.Creator as RecordVersion['by'],
      values: { ...content, ...changes },
    }))
    .reverse()
}

/** Stores the versions that a record has before it is changed. */
export function rememberVersions(record: RecordDefinition, row: StoredRecord, sent: Values, isActive: boolean): void {
  if (isVersioned(record)) db.versions.set(row.id, versionsOf(record, row, sent, isActive))
}

/** Stores the current record if it is or was active and differs from its last version. */
export function keepVersion(
  record: RecordDefinition,
  row: StoredRecord,
  change: { sent: Values; isActive: boolean; at: string; by: RecordVersion['by'] },
): void {
  if (!isVersioned(record)) return
  const versions = db.versions.get(row.id) ?? []
  const values = contentOf(record, change.sent)
  const [last] = versions
  if (last ? Object.keys(differences(record, values, last.values)).length === 0 : !change.isActive) return
  const version_no = (last?.version_no ?? 0) + 1
  db.versions.set(row.id, [{ version_no, at: change.at, by: change.by, values: structuredClone(values) }, ...versions])
  row.version_no = version_no
}

/** @returns the content of a version of an active record, for rules that follow the version that applied; undefined: there is none */
export const contentOfVersion = (record: RecordDefinition, row: StoredRecord, versionNo: unknown): Values | undefined =>
  versionsOf(record, row, row, true).find(({ version_no }) => version_no === versionNo)?.values

/** @returns the versions as the caller may see them */
export const readVersions = (
  record: RecordDefinition,
  row: StoredRecord,
  sent: Values,
  isActive: boolean,
  { access }: Caller,
): RecordVersion[] =>
  versionsOf(record, row, sent, isActive).map((version) => ({
    ...version,
    values: Object.fromEntries(
      Object.entries(version.values).filter(([name]) => canRead(access, record.subject, name)),
    ),
  }))

/** @returns the body that restores a version. @throws a refusal */
export function bodyOfVersion(
  record: RecordDefinition,
  row: StoredRecord,
  sent: Values,
  isActive: boolean,
  versionNo: unknown,
): Values {
  const version = versionsOf(record, row, sent, isActive).find(({ version_no }) => version_no === versionNo)
  if (!version) throw rejected({ version_no: [NO_SUCH_VERSION] })
  const changed = differences(record, version.values, sent)
  if (Object.keys(changed).length === 0) throw rejected({ version_no: [NOTHING_TO_ROLL_BACK] })
  return writtenOf(record, changed)
}
