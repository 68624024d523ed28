/** What the paths of a paged record specify for its list: pages, cursors, filters, ranges, totals (contract, Lists). */
import { DEMO_ROWS } from '@demo/all'
import type { DemoRow } from '@demo/rows'
import type { RecordKey } from '@contract/records/records'
import assert from 'node:assert/strict'
import type { RecordDefinition } from '@contract/records/record'
import { READER, type ListTab, type TabCondition } from '@contract/records/tabs'
import { checkFailure } from '../check'
import type { Client } from '../client'
import type { Case, Environment } from '../environment'
import { clientOf, fieldsOf, type Person } from '../records/people'
import { call, done } from '../records/calls'
import { rowsOf } from '../records/rows'
import { alongPath, asListed, narrowedBy, passes, totalsOf, valuesOf, type Row } from '../records/oracle'
import { ground, idsOf, listedAs, requireBoth } from './record-lists'

const MOST = 200
type Query = Record<string, string>

/** One page, and where the next one begins. */
async function pageOf(client: Client, record: RecordDefinition, query: Query) {
  const reply = await call(client, record, 'list', '', { query })
  assert.equal(reply.status, 200, reply.text.slice(0, 300))
  const { data, next_cursor, total_count } = reply.json as {
    data: Row[]
    next_cursor: string | null
    total_count: null
  }
  assert.equal(total_count, null)
  return { rows: data, next: next_cursor }
}
/** All pages of a list, read with this page size. */
async function readThrough(client: Client, record: RecordDefinition, query: Query, size: number): Promise<Row[]> {
  const all: Row[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { rows, next } = await pageOf(client, record, { ...query, itemNo: String(size), ...(cursor && { cursor }) })
    assert.ok(rows.length === size || next === null, 'only the last page is shorter')
    assert.ok(rows.length > 0 || cursor === undefined, 'no page is empty, except of an empty list')
    all.push(...rows)
    cursor = next
  }
  return all
}

/** Fields that can be compared for equality, and the orders. */
const equalOf = (record: RecordDefinition) => [...new Set(record.paths!.flatMap(({ equal }) => equal))]
const ordersOf = (record: RecordDefinition) => [...new Set(record.paths!.map(({ order }) => order))]
const isOffered = (record: RecordDefinition, names: readonly string[], order?: string) =>
  record.paths!.some(
    (path) =>
      path.equal.length === names.length &&
      names.every((name) => path.equal.includes(name)) &&
      (order === undefined || path.order === order),
  )

/** A query along a path, with values that some rows have and others do not, and its expected rows. */
function along(
  on: Environment,
  record: RecordDefinition,
  all: readonly Row[],
  equal: readonly string[],
  many: boolean,
) {
  const query: Query = {}
  let found = [...all]
  for (const name of equal) {
    const known = [...new Set(found.flatMap((row) => valuesOf(row[name])))]
    // A flag has one value in a query.
    const values = known.slice(0, many && record.allFields[name]!.type.kind !== 'flag' ? 2 : 1)
    query[name] = values.join(',')
    found = found.filter((row) => passes(row, name, record.allFields[name]!, '', values))
  }
  // Both values of a field that has no others filter nothing: then the case with one of them shows that the filter works.
  if (equal.length > 0 && !(many && found.length === all.length)) requireBoth(on, all, found, JSON.stringify(query))
  return { query, found }
}

/** Whether the value of a row meets the condition of a tab. */
function isMet(condition: TabCondition, value: string | null): boolean {
  // A flag is compared by its text.
  if ('is' in condition) return condition.is.includes(String(value))
  if (value === null) return false
  const now = new Date().toISOString()
  return 'today' in condition
    ? value.slice(0, 10) === now.slice(0, 10)
    : Date.parse(value) - Date.parse(now) <= condition.withinDays * 86_400_000
}

/** Whether a tab shows each reader other rows: the cases of its record check those. */
const isOfReader = ({ equal, only = {} }: ListTab) =>
  [...Object.values(equal), ...Object.values(only).flatMap((each) => ('is' in each! ? each.is : []))].includes(READER)

/** Whether several rows of the demo have the same value in an order (src/demo/ties.test.ts: three records have). */
const hasTies = ({ name }: RecordDefinition, order: string): boolean => {
  const values = (DEMO_ROWS[name as RecordKey] as readonly DemoRow[]).flatMap((row) => row[order] ?? [])
  return values.length - new Set(values).size >= 5
}

/** Cases of one paged record. */
export const recordPageCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.list: pages of any size contain each row once, in the list's order, and the last one has no cursor`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      const client = await clientOf(on, 'boss')
      for (const size of [7, 40, MOST])
        assert.deepEqual(idsOf(await readThrough(client, record, {}, size)), idsOf(asListed(record, all)))
      const exact = await pageOf(client, record, { id: idsOf(all.slice(0, 3)).join(','), itemNo: '3' })
      assert.equal(exact.next, null, 'a list that ends with the page has no cursor')
    },
  },
  ...record.paths!.map(({ equal, order }): Case => ({
    name: `${record.name}.list by ${equal.join(' and ') || 'no filter'} in the order of ${order}: in both directions, in pages, with any of several values, with its total`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      const client = await clientOf(on, 'boss')
      for (const many of equal.length > 0 ? [false, true] : [false]) {
        const { query, found } = along(on, record, all, equal, many)
        for (const direction of ['asc', 'desc'] as const) {
          const sorted = { ...query, sort_by: order, sort_order: direction }
          const expected = idsOf(alongPath(record, found, order, direction))
          await listedAs(on, record, sorted, expected, JSON.stringify(sorted))
          assert.deepEqual(idsOf(await readThrough(client, record, sorted, 9)), expected)
        }
        const totals = await done(client, record, 'totals', '', { query })
        assert.deepEqual(totals, totalsOf(record, found))
      }
    },
  })),
  ...ordersOf(record)
    .filter((order) => hasTies(record, order))
    .flatMap((order) =>
      (['asc', 'desc'] as const).map((direction): Case => ({
        name: `${record.name}.list ${direction} by ${order}: a page that ends between records with the same value is followed by the next of them`,
        writes: true,
        async run(on) {
          const rows = alongPath(record, await ground(on, record), order, direction)
          const client = await clientOf(on, 'boss')
          const ends = rows.flatMap((row, index) =>
            index + 1 < Math.min(rows.length, MOST) && row[order] === rows[index + 1]![order] ? [index + 1] : [],
          )
          if (ends.length === 0) throw on.cannot(`no two ${record.noun[1]} have the same ${order}`)
          for (const size of ends.slice(0, 5)) {
            const query = { sort_by: order, sort_order: direction, itemNo: String(size) }
            const first = await pageOf(client, record, query)
            const second = await pageOf(client, record, { ...query, cursor: first.next! })
            assert.deepEqual(idsOf([...first.rows, ...second.rows]), idsOf(rows.slice(0, 2 * size)))
          }
        },
      })),
    ),
  {
    name: `${record.name}.list narrowed by store_code: one store or any of several, combined with the filters of a path, with its total`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      const client = await clientOf(on, 'boss')
      const stores = [...new Set(all.flatMap(({ store_code }) => valuesOf(store_code)))]
      assert.ok(stores.length > 1, 'there are records of several stores')
      const [equal] = equalOf(record)
      for (const wanted of [[stores[0]!], [stores[1]!], stores.slice(0, 2)]) {
        const inStores = all.filter((row) => passes(row, 'store_code', record.allFields.store_code!, '', wanted))
        if (wanted.length === 1) requireBoth(on, all, inStores, `store_code ${wanted.join()}`)
        const lists = [{ query: {} as Query, found: inStores }]
        if (equal !== undefined && isOffered(record, [equal])) lists.push(along(on, record, inStores, [equal], false))
        for (const { query, found } of lists) {
          const asked = { ...query, store_code: wanted.join(',') }
          await listedAs(on, record, asked, idsOf(asListed(record, found)), JSON.stringify(asked))
          const totals = await done(client, record, 'totals', '', { query: asked })
          assert.deepEqual(totals, totalsOf(record, found))
        }
      }
    },
  },
  ...Object.entries(record.tabs ?? {})
    .filter(([, tab]) => !isOfReader(tab))
    .map(([tab, { equal, only = {} }]): Case => ({
      name: `${record.name}.list in the tab ${tab}: its rows in pages, combined with a filter, with its total and its count`,
      writes: true,
      async run(on) {
        const all = await ground(on, record)
        const client = await clientOf(on, 'boss')
        const isIn = (row: Row) =>
          Object.entries(equal).every(([name, value]) => row[name] === value) &&
          Object.entries(only).every(([name, condition]) => isMet(condition!, row[name] as string | null))
        const found = all.filter(isIn)
        // Claims expire: a record that is in review could change its tab during the case.
        if (!Object.values(equal).includes('IN_REVIEW')) requireBoth(on, all, found, `tab ${tab}`)
        const expected = idsOf(asListed(record, found))
        await listedAs(on, record, { tab }, expected, tab)
        assert.deepEqual(idsOf(await readThrough(client, record, { tab }, 9)), expected)
        assert.equal(
          (await done<{ count: number }>(client, record, 'totals', '', { query: { tab } })).count,
          found.length,
        )
        assert.equal((await done<Record<string, number>>(client, record, 'tabs'))[tab], found.length)
        const [fixed] = Object.keys(equal)
        const beside = equalOf(record).find((name) => name !== fixed && isOffered(record, [fixed!, name]))
        if (beside !== undefined && found.length > 0) {
          const value = valuesOf(found.find((row) => valuesOf(row[beside]).length > 0)?.[beside])[0]!
          const both = found.filter((row) => passes(row, beside, record.allFields[beside]!, '', [value]))
          await listedAs(on, record, { tab, [beside]: value }, idsOf(asListed(record, both)), `${tab} and ${beside}`)
        }
        const twice = { tab, [fixed!]: Object.values(equal)[0]! }
        assert.match(
          checkFailure(await call(client, record, 'list', '', { query: twice }), 400).message,
          /says already/,
        )
        checkFailure(await call(client, record, 'list', '', { query: { tab: 'nonsense' } }), 400)
      },
    })),
  ...(record.tabs
    ? [
        {
          name: `${record.name}.tabs: a tab requires the right to its fields, and counts only rows of the reader's stores`,
          writes: true as const,
          async run(on: Environment) {
            const all = await ground(on, record)
            for (const person of ['evens', 'odds', 'partner'] as const) {
              const client = await clientOf(on, person)
              const counts = await done<Record<string, number>>(client, record, 'tabs')
              for (const [tab, { equal, only = {} }] of Object.entries(record.tabs!)) {
                const fields = [...Object.keys(equal), ...Object.keys(only)]
                const mayRead = fields.every((name) => fieldsOf(person, record).includes(name))
                assert.equal(tab in counts, mayRead, `${person}: ${tab}`)
                const reply = await call(client, record, 'list', '', { query: { tab } })
                assert.equal(reply.status, mayRead ? 200 : 400, `${person}: ${tab}`)
              }
              const sum = Object.values(counts).reduce((left, right) => left + right, 0)
              if (person === 'partner') assert.ok(sum < all.length, 'a partner has some of the records')
            }
          },
        },
      ]
    : []),
  ...(record.sums
    ? [
        {
          name: `${record.name}.totals: a sum requires the right to its field`,
          writes: true as const,
          async run(on: Environment) {
            const all = await ground(on, record)
            const readable = (['evens', 'odds'] as const).map((person) => fieldsOf(person, record))
            const sums = Object.keys(record.sums!)
            assert.ok(sums.some((name) => readable.some((fields) => !fields.includes(name))))
            for (const [index, person] of (['evens', 'odds'] as const).entries())
              assert.deepEqual(
                await done(await clientOf(on, person), record, 'totals'),
                totalsOf(record, all, readable[index]),
                person,
              )
          },
        },
      ]
    : []),
  ...ordersOf(record).map((order): Case => ({
    name: `${record.name}.list from and to a value of ${order}: both inclusive, in pages, with its total`,
    writes: true,
    async run(on) {
      const all = alongPath(record, await ground(on, record), order, 'desc')
      const client = await clientOf(on, 'boss')
      const field = record.allFields[order]!
      const value = (index: number) => valuesOf(all[Math.floor(all.length * index)]![order])[0]!
      const [low, high] = [value(0.75), value(0.25)]
      for (const query of [{ from: low }, { to: high }, { from: low, to: high }] as Query[]) {
        const found = all.filter((row) =>
          Object.entries(query).every(([end, wanted]) => passes(row, order, field, end as 'from' | 'to', [wanted])),
        )
        requireBoth(on, all, found, JSON.stringify(query))
        const asked = Object.fromEntries(Object.entries(query).map(([end, wanted]) => [`${order}.${end}`, wanted]))
        await listedAs(on, record, asked, idsOf(found), JSON.stringify(asked))
        assert.deepEqual(idsOf(await readThrough(client, record, asked, 11)), idsOf(found))
        const totals = await done(client, record, 'totals', '', { query: asked })
        assert.deepEqual(totals, totalsOf(record, found))
      }
    },
  })),
  {
    name: `${record.name}.list: whatever no path declares is 400 with a sentence: orders, filters, combinations, page numbers`,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const values = await rowsOf(on, record)
      const valueOf = (name: string) => valuesOf(values.find((row) => valuesOf(row[name]).length > 0)?.[name])[0] ?? 'a'
      const names = Object.keys(record.allFields)
      const queries: Query[] = [
        { page: '1' },
        { itemNo: String(MOST + 1) },
        { itemNo: '0' },
        { cursor: '' },
        ...names.filter((name) => !isOffered(record, [], name)).map((name) => ({ sort_by: name })),
        ...names
          .filter((name) => !equalOf(record).includes(name) && name !== 'store_code')
          .map((name) => ({ [name]: valueOf(name) })),
        ...names.map((name) => ({ [`${name}.not`]: valueOf(name) })),
        ...names
          .filter((name) => !ordersOf(record).includes(name))
          .map((name) => ({ [`${name}.from`]: valueOf(name) })),
        ...equalOf(record).flatMap((one) =>
          equalOf(record)
            .filter((two) => two > one && !isOffered(record, [one, two]))
            .map((two) => ({ [one]: valueOf(one), [two]: valueOf(two) })),
        ),
        ...equalOf(record).flatMap((name) =>
          ordersOf(record)
            .filter((order) => !isOffered(record, [name], order))
            .flatMap((order) => [
              { [name]: valueOf(name), sort_by: order },
              { [name]: valueOf(name), [`${order}.from`]: valueOf(order) },
            ]),
        ),
        ...equalOf(record)
          .filter(
            (name) =>
              narrowedBy(record.allFields[name]!) === 'values' &&
              !['text', 'email'].includes(record.allFields[name]!.type.kind),
          )
          .flatMap((name) => [{ [name]: 'nonsense' }, { [name]: '' }]),
      ]
      for (const query of queries) {
        const { message } = checkFailure(await call(client, record, 'list', '', { query }), 400, JSON.stringify(query))
        assert.match(message, /\w{2}/, JSON.stringify(query))
      }
      checkFailure(await call(client, record, 'totals', '', { query: { cursor: 'a' } }), 400)
    },
  },
  {
    name: `${record.name}.list: a cursor of another person, filter, order or search, or a modified one, is 400`,
    writes: true,
    async run(on) {
      await ground(on, record)
      const client = await clientOf(on, 'boss')
      const own = async (person: Person, query: Query = {}) =>
        (await pageOf(await clientOf(on, person), record, { itemNo: '2', ...query })).next!
      const cursor = await own('boss')
      assert.equal((await pageOf(client, record, { cursor })).rows.length > 0, true)
      // The same page has the same cursor, by which a console checks that its pages are still consecutive.
      assert.equal(await own('boss'), cursor)
      const order = record.paths![0]!.order
      const other = `${cursor.slice(0, 12)}${cursor[12] === 'A' ? 'B' : 'A'}${cursor.slice(13)}`
      for (const query of [
        { cursor: await own('editor') },
        { cursor, sort_by: order, sort_order: 'asc' },
        { cursor, search: 'a' },
        { cursor, [`${order}.from`]: '2020-01-01T00:00:00.000Z' },
        { cursor: other },
        { cursor: 'nonsense' },
      ] as Query[])
        checkFailure(await call(client, record, 'list', '', { query }), 400, JSON.stringify(query))
    },
  },
]
