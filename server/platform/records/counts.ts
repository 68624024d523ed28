/** How many records there are, for Home (contract, profile.counts). */
import type { DataOf } from '@contract/http/operation'
import type { profileOperations } from '@contract/http/profile'
import { can } from '@contract/permissions'
import { countedValues } from '@contract/records/record'
import type { Db } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import type { Reader } from '@server/platform/modules/access/principal'
import { filterCondition } from './list'
import type { RecordSource } from './source'
import { SOURCES } from './sources'
import { inStoresOf, joinsFor, readableFields } from './table'

type Counted = DataOf<(typeof profileOperations)['counts']>['records'][number]

/** @returns the count within a person's stores, in one statement */
async function countOf(db: Db, source: RecordSource, reader: Reader): Promise<Counted> {
  const readable = readableFields(source, reader.access)
  const values = countedValues(source.record)!.filter(({ field }) => readable.includes(field))
  const params = createParams()
  const columns = values.map(
    ({ field, value }, index) =>
      `(count(*) filter (where ${filterCondition(source.fields[field]!, '', value, params)}))::int as "${index}"`,
  )
  const conditions = [...inStoresOf(source, reader, params), ...(source.where ? [source.where('u')] : [])]
  const from = joinsFor(
    source,
    values.map(({ field }) => field),
    source.table,
  )
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const [row] = await db.query<Record<string, number>>(
    `select ${['count(*)::int as total', ...columns].join(', ')} from ${from} ${where}`,
    params.values,
  )
  return {
    subject: source.subject,
    total: row!.total!,
    parts: values.map((value, index) => ({ ...value, count: row![index]! })),
  }
}

/**
 * Counts the records whose definitions ask for it, of those that a person may read. One that cannot be counted now has no total
 * and leaves the others as they are.
 */
export function countRecords(
  db: Db,
  reader: Reader,
  onError: (error: unknown, what: string) => void,
): Promise<Counted[]> {
  const counted = Object.values<RecordSource>(SOURCES).filter(
    ({ record, subject }) => countedValues(record) !== null && can(reader.access, 'read', subject),
  )
  return Promise.all(
    counted.map((source) =>
      countOf(db, source, reader).catch((error: unknown): Counted => {
        onError(error, `counting ${source.record.noun[1]}`)
        return { subject: source.subject, total: null, parts: [] }
      }),
    ),
  )
}
