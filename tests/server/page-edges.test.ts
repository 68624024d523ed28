/** What happens at the edge between two pages while rows change: for every path of every paged record, in both directions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import type { RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS, type RecordKey } from '@contract/records/records'
import { SOURCES } from '@server/platform/records/sources'
import { signedIn, type TestClient } from './kit/client'
import { testDatabases } from './kit/databases'
import { makePlatform } from './kit/platform'

const databases = await testDatabases()
const PAGED = ALL_RECORDS.filter(({ paths }) => paths)
const PATHS = PAGED.flatMap((record) => record.paths!.map((path) => ({ record, path })))
type Row = Readonly<Record<string, unknown>> & { id: string }

/** The column of an order; null where it is not one of the record's own table. */
const columnIn = ({ name }: RecordDefinition, order: string) =>
  /^u\.(\w+)$/.exec(SOURCES[name as RecordKey].fields[order]!.key)?.[1] ?? null

describe.each(databases.kinds)('the edge of a page on %s', (kind) => {
  let db: Db
  let platform: PitbossServer
  let boss: TestClient
  const tables = new Set<string>()
  /** Records of which a row could be moved. */
  const moving = new Set<string>()

  beforeAll(async () => {
    db = await databases.open(kind)
    platform = await makePlatform(db)
    boss = await signedIn(platform, 'SUPER_ADMIN')
    const rows = await db.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    )
    for (const { name } of rows) tables.add(name)
  })
  afterAll(() => platform.close())

  const page = async (base: string, query: Record<string, string>) => {
    const { status, text, body } = await boss.get(`${base}?${new URLSearchParams(query).toString()}`)
    expect(status, text).toBe(200)
    return body as { data: Row[]; next_cursor: string | null }
  }
  /** The ids of all pages from this one on. */
  async function rest(base: string, query: Record<string, string>, from: string | null): Promise<string[]> {
    const ids: string[] = []
    for (let cursor = from; cursor !== null;) {
      const { data, next_cursor } = await page(base, { ...query, cursor, itemNo: '200' })
      ids.push(...data.map(({ id }) => id))
      cursor = next_cursor
    }
    return ids
  }

  it('times by which lists are sorted have the precision that rows and cursors show: milliseconds', async () => {
    const finer: string[] = []
    for (const { record, path } of PATHS) {
      const { table, fields } = SOURCES[record.name as RecordKey]
      const { key, type } = fields[path.order]!
      if (type !== 'timestamptz') continue
      const [found] = await db.query<{ n: number }>(
        `select count(*)::int as n from ${table} u where ${key} <> date_trunc('milliseconds', ${key})`,
      )
      const [declared] = await db.query<{ precision: number }>(
        'select datetime_precision as precision from information_schema.columns where table_name = $1 and column_name = $2',
        [table, columnIn(record, path.order)],
      )
      if (found!.n > 0 || (tables.has(table) && declared && declared.precision !== 3))
        finer.push(`${record.name}.${path.order}`)
    }
    expect(finer).toEqual([])
  })

  it.each(
    PATHS.flatMap(({ record, path }) =>
      (['asc', 'desc'] as const).map(
        (direction) =>
          [record.name, path.equal.join(' and ') || 'no filter', path.order, direction, record, path] as const,
      ),
    ),
  )(
    'of %s by %s in the order of %s %s: no other row is skipped or repeated when rows beside it change',
    async (...of) => {
      const [, , order, direction, record, { equal }] = of
      const { table } = SOURCES[record.name as RecordKey]
      const base = `/api/v1/${record.base}`
      const sorted = { sort_by: order, sort_order: direction }
      const isFilled = (row: Row) => equal.every((name) => row[name] !== null && row[name] !== undefined)
      let filled: Row | undefined
      for (let cursor: string | null | undefined; cursor !== null && !filled;) {
        const { data, next_cursor } = await page(base, { ...sorted, itemNo: '200', ...(cursor && { cursor }) })
        filled = data.find(isFilled)
        cursor = next_cursor
      }
      expect(filled, 'a row has a value in each filter').toBeDefined()
      const valueOf = (value: unknown) =>
        typeof value === 'object' && value !== null ? (value as { id: string }).id : String(value)
      const query = {
        ...sorted,
        ...Object.fromEntries(equal.map((name) => [name, valueOf(filled![name])])),
        itemNo: '4',
      }
      const first = await page(base, query)
      const before = await rest(base, query, first.next_cursor)
      const column = columnIn(record, order)
      const isOwn = tables.has(table) && column !== null
      // The last row of the page gets the value of a row after it, and one from further down the value of the page's first row.
      const moved = isOwn ? [first.data.at(-1)!.id, ...(before.length > 3 ? [before[2]!] : [])] : []
      const [low, high] = [before.at(-1), first.data[0]!.id]
      const set = (id: string, from: string) =>
        db
          .query(
            `update ${table} set ${column} = (select ${column} from ${table} where id = $2::uuid) where id = $1::uuid`,
            [id, from],
          )
          // Some rows must not change, such as transfers.
          .then(
            () => void moving.add(record.name),
            () => undefined,
          )
      if (isOwn && low) await set(moved[0]!, low)
      if (isOwn && moved[1]) await set(moved[1], high)
      const after = await rest(base, query, first.next_cursor)
      // A job of the server may add rows, such as transfers, while the pages are read: they are not among the rows that the test knows.
      const known = new Set([...first.data.map(({ id }) => id), ...before])
      const others = (ids: readonly string[]) => ids.filter((id) => known.has(id) && !moved.includes(id))
      expect(others(after)).toEqual(others(before))
      expect(new Set(after).size).toBe(after.length)
    },
  )

  it('rows of a third of the records were moved', () => expect(moving.size).toBeGreaterThanOrEqual(PAGED.length / 3))
})
