/** The plans of paged lists on PostgreSQL: each page is a short read of its path's index (records, Lists). */
import { beforeAll, describe, expect, it } from 'vitest'
import { TAB_COUNT_MAX } from '@contract/constants'
import type { AccessPath } from '@contract/records/record'
import type { Db, Param, Queryable } from '@server/platform/ports/db'
import { createKeys } from '@server/platform/lib/secrets'
import type { Principal } from '@server/platform/modules/access/principal'
import { targetOf } from '@contract/records/kinds'
import { columnOf } from '@server/platform/records/kinds'
import { creditedDeposits, limitLeft } from '@server/platform/records/money/deposit-credit'
import { DETAIL_CHECKS } from '@server/platform/records/money/withdrawal-checks'
import { createRecordPages } from '@server/platform/records/pages'
import type { RecordSource } from '@server/platform/records/source'
import { SOURCES } from '@server/platform/records/sources'
import { readBlock, writeBlock } from '@tests/kit/measurements'
import { seedTransfers } from '@server/db/seed-transfers'
import { testDatabases } from './kit/databases'
import { SECRET } from './kit/platform'
import { nodeCrypto } from '@server/node/crypto'

const ROWS = 50_000
const PAGE = 50
const TABLE = 'newsletter_subscribers'
/** Writes the plans into docs/measurements.md. */
const PLANS_COMMAND = 'PLANS=write npm run test:server -- page-plans'
const MANY_TRANSFERS = 30_000
/** A view of transfers: a page of it merges two of their indexes. */
const VIEW = 'wallet_transaction'
const databases = await testDatabases()

interface Node {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Rows': number
  'Actual Loops': number
  'Parent Relationship'?: string
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Many more rows than in the demo, in three stores. Only the oldest rows have one of the states: no other index finds them. */
const FILL = `insert into ${TABLE} (id, email, source, consent_at, consent_text, locale, status, store_code, created_at, updated_at)
  select gen_random_uuid(), 'reader' || n || '@mail.example', (array['FOOTER', 'SIGN_UP', 'APP', 'IMPORT'])[1 + n % 4],
    t, 'Yes', (array['en', 'de', 'el', 'uk', 'ja'])[1 + n % 5],
    case when n > $1::int * 0.9 then 'BOUNCED' when n % 11 = 0 then 'UNSUBSCRIBED' else 'SUBSCRIBED' end,
    (array['NORTHGATE', 'LUMEN', 'HARBOR'])[1 + n % 3], t, t
  from (select n, timestamptz '2026-01-01' - n * interval '7 minutes' as t from generate_series(1, $1::int) n) x`

describe.skipIf(!databases.kinds.includes('PostgreSQL'))('the plans of paged lists', () => {
  let db: Db
  const asked: { text: string; params: readonly Param[] }[] = []
  const principal = (stores: readonly string[] | null): Principal => ({
    staffId: '01900000-0000-7000-8000-000000000001',
    sessionId: '01900000-0000-7000-8000-000000000001',
    username: 'reader',
    role: 'SUPER_ADMIN',
    store: null,
    storeCode: null,
    access: { accessible_pages: ['*'], permissions: [] },
    stores,
  })

  beforeAll(async () => {
    db = await databases.open('PostgreSQL', { as: 'owner' })
    await db.query(FILL, [ROWS])
    await db.query(`vacuum analyze ${TABLE}`)
  })

  const watched = (): Db => {
    const noting = (on: Queryable) => ({
      query: (text: string, params: readonly Param[]) => {
        asked.push({ text, params })
        return on.query(text, params)
      },
    })
    return { ...db, ...noting(db), plannedOnce: noting(db.plannedOnce) } as Db
  }

  const literal = (value: Param): string =>
    Array.isArray(value) ? literal(`{${value.map((each) => JSON.stringify(each)).join()}}`) : `'${String(value)}'`
  /**
   * The plan of a statement, made without its values like the pool's, with the statistics of its execution.
   * @param avoided what the planner does only if there is no other way
   */
  const genericPlan = (text: string, params: readonly Param[], avoided: readonly string[] = []): Promise<Node> =>
    db.transaction(async (tx) => {
      await tx.query('set local plan_cache_mode = force_generic_plan')
      for (const each of avoided) await tx.query(`set local enable_${each} = off`)
      await tx.query(`prepare page as ${text}`)
      const values = params.length > 0 ? `(${params.map(literal).join(', ')})` : ''
      const [plan] = await tx.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (analyze, format json) execute page${values}`,
      )
      await tx.query('deallocate page')
      return plan!['QUERY PLAN'][0]!.Plan
    })

  it.each([
    ['the list itself', {}, null, 'created_at'],
    ['one state', { status: ['SUBSCRIBED'] }, null, 'status_created_at'],
    ['a rare state', { status: ['BOUNCED'] }, null, 'status_created_at'],
    ['two states', { status: ['BOUNCED', 'UNSUBSCRIBED'] }, null, 'status_created_at'],
    ['a language, upwards', { locale: ['ja'], sort_order: 'asc' as const }, null, 'locale_created_at'],
    ['another order', { sort_by: 'consent_at' }, null, 'consent_at'],
    ['a range', { 'consent_at.to': '2025-12-01T00:00:00.000Z' }, null, 'consent_at'],
    ['one store', {}, ['LUMEN'], 'store_code_created_at'],
    ['a state in two stores', { status: ['BOUNCED'] }, ['LUMEN', 'HARBOR'], 'store_code_status_created_at'],
  ])('%s: the first page and the next one read their index, and few rows', async (_what, query, stores, index) => {
    const pages = createRecordPages(watched(), createKeys(SECRET, nodeCrypto))
    asked.length = 0
    const first = await pages.page(SOURCES.newsletterSubscriber, { ...query, itemNo: PAGE }, principal(stores))
    expect(first.next_cursor).not.toBeNull()
    await pages.page(
      SOURCES.newsletterSubscriber,
      { ...query, itemNo: PAGE, cursor: first.next_cursor! },
      principal(stores),
    )
    expect(asked, 'one query a page').toHaveLength(2)
    for (const { text, params } of asked) {
      const nodes = nodesOf(await genericPlan(text, params))
      expect(nodes.map((node) => node['Index Name'])).toContain(`${TABLE}_${index}`)
      // Each combination of values reads at most one page; nothing reads the whole table, or sorts it.
      const most = (PAGE + 1) * 4
      const own = nodes.filter((node) => node['Relation Name'] === TABLE || node['Node Type'].includes('Sort'))
      expect(own.length).toBeGreaterThan(0)
      for (const node of own) {
        const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
        expect(read, JSON.stringify(node)).toBeLessThanOrEqual(most)
      }
    }
  })

  it('lists that differ only in their values use the same statement, each with its own values', async () => {
    const pages = createRecordPages(watched(), createKeys(SECRET, nodeCrypto))
    const page = async (query: object, stores: readonly string[] | null = null) => {
      const { json } = await pages.page(SOURCES.newsletterSubscriber, { ...query, itemNo: PAGE }, principal(stores))
      return JSON.parse(json) as { status: string; locale: string; createdAt: string }[]
    }
    asked.length = 0
    const bounced = await page({ status: ['BOUNCED'], 'createdAt.to': '2025-12-01T00:00:00.000Z' })
    const left = await page({ status: ['UNSUBSCRIBED'], 'createdAt.to': '2025-11-01T00:00:00.000Z' })
    const two = await page({ locale: ['el', 'ja'] }, ['LUMEN'])
    const others = await page({ locale: ['de', 'uk'] }, ['HARBOR'])
    const none = await page({ locale: ['de', 'uk'] }, [])
    expect(asked.map(({ text }) => asked.findIndex((each) => each.text === text))).toEqual([0, 0, 2, 2, 4])
    const distinct = (values: readonly string[]) => [...new Set(values)].toSorted()
    expect(distinct(bounced.map(({ status }) => status))).toEqual(['BOUNCED'])
    expect(distinct(left.map(({ status }) => status))).toEqual(['UNSUBSCRIBED'])
    expect(left[0]!.createdAt <= '2025-11-01T00:00:00.000Z').toBe(true)
    expect(distinct(two.map(({ locale }) => locale))).toEqual(['el', 'ja'])
    expect(distinct(others.map(({ locale }) => locale))).toEqual(['de', 'uk'])
    expect(none).toEqual([])
  })

  it('an export reads the whole list in short queries', async () => {
    const pages = createRecordPages(watched(), createKeys(SECRET, nodeCrypto))
    asked.length = 0
    const { rows, total } = pages.stream(
      SOURCES.newsletterSubscriber,
      { status: ['BOUNCED'] },
      principal(null),
      new AbortController().signal,
    )
    let sent = 0
    for await (const { count } of rows('\n')) sent += count
    const { count } = await pages.totals(SOURCES.newsletterSubscriber, { status: ['BOUNCED'] }, principal(null))
    expect(await total(sent)).toBe(count)
    expect(sent).toBeGreaterThan(1000)
    expect(asked.length - 1).toBe(Math.ceil(sent / 1000))
  })

  type Row = Readonly<Record<string, unknown>>
  const textOf = (value: unknown) =>
    typeof value === 'object' ? (value as { id: string }).id : String(value as string | boolean)
  /** The values that most of the rows have in the fields of a path: several rows have them, so that a second page follows. */
  function commonest(rows: readonly Row[], { equal }: AccessPath): Record<string, string[]> {
    const groups = new Map<string, { values: Record<string, string[]>; rows: number }>()
    for (const row of rows.filter((each) => equal.every((name) => each[name] !== null))) {
      const values = Object.fromEntries(equal.map((name) => [name, [textOf(row[name])]]))
      const group = groups.get(JSON.stringify(values)) ?? { values, rows: 0 }
      groups.set(JSON.stringify(values), { values, rows: group.rows + 1 })
    }
    return [...groups.values()].toSorted((a, b) => b.rows - a.rows)[0]?.values ?? {}
  }
  const pagesOf = (): RecordSource[] =>
    Object.values<RecordSource>(SOURCES).filter(({ record, table }) => record.paths !== undefined && table !== VIEW)

  /** @returns the node types of a page below its limit, and the columns of the index that it reads */
  async function readAlong({ table, record }: RecordSource, text: string, params: readonly Param[]) {
    // In a small table each plan costs the same.
    const plan = await genericPlan(text, params, ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
    const isScan = (node: Node) => node['Relation Name'] === table
    const limit = nodesOf(plan).find((node) => node['Node Type'] === 'Limit' && nodesOf(node).some(isScan))
    expect(limit, `${record.name}: a page has a limit\n${text}`).toBeDefined()
    const nodes = nodesOf(limit!)
    // A computed value may look rows of other records up by their ids, for each row that it is computed for.
    const lookUps = nodes.filter((node) => node['Parent Relationship'] === 'SubPlan').flatMap(nodesOf)
    for (const node of lookUps) expect(node['Node Type'], text).toBe('Index Scan')
    const [index] = await db.query<{ definition: string }>('select pg_get_indexdef($1::regclass) as definition', [
      nodes.find(isScan)!['Index Name'] ?? null,
    ])
    return {
      types: nodes.filter((node) => !lookUps.includes(node)).map((node) => node['Node Type']),
      columns: /\(([^()]*)\)(?: WHERE .*)?$/.exec(index!.definition ?? '')?.[1]?.split(', ') ?? [],
    }
  }
  /** Records whose references have one store. */
  const ONE_STORE = ['users', 'bonusGrant', 'platformAccount']
  const columnOfPath = ({ record }: RecordSource, path: string) => {
    return columnOf(path, record.allFields[path]!.type)
  }

  it('a page of wallet transactions, of a user and of all, merges the debits and the credits along their indexes', async () => {
    const source = SOURCES.walletTransaction
    await seedTransfers(db, MANY_TRANSFERS)
    await db.query('analyze transfers')
    await db.query('analyze accounts')
    const [busiest] = await db.query<{ user: string }>(
      `select user_id::text as user from transfers where user_id is not null group by user_id order by count(*) desc limit 1`,
    )
    for (const [query, indexes] of [
      [{ user: [busiest!.user] }, ['transfers_user_credits', 'transfers_user_debits']],
      [{}, ['transfers_credits', 'transfers_debits']],
    ] as const) {
      const pages = createRecordPages(watched(), createKeys(SECRET, nodeCrypto))
      asked.length = 0
      const first = await pages.page(source, { ...query, sort_by: 'at', itemNo: 2 }, principal(null))
      await pages.page(source, { ...query, sort_by: 'at', itemNo: 2, cursor: first.next_cursor! }, principal(null))
      expect(asked).toHaveLength(2)
      for (const { text, params } of asked) {
        const plan = await genericPlan(text, params)
        const read = nodesOf(plan).filter((node) => node['Index Name']?.match(/^transfers_(user_)?(debits|credits)$/))
        expect([...new Set(read.map((node) => node['Index Name']!))].toSorted(), text).toEqual(indexes)
        // The rows of the page alone are sorted, after their names were joined.
        for (const node of nodesOf(plan).filter((each) => each['Node Type'].includes('Sort') || read.includes(each)))
          expect(node['Actual Rows'] * node['Actual Loops'], text).toBeLessThan(10)
      }
    }
  })

  it('tabs are counted up to a limit, and once for all who ask at the same moment', async () => {
    await db.query(
      `insert into discrepancies (id, rail, kind, rail_reference, expected, reported, seen_at, status, created_at, updated_at)
       select gen_random_uuid(), 'BANK', 'UNKNOWN_REFERENCE', 'plan-' || n, 'nothing', 'paid', now(), 'OPEN', now(), now()
       from generate_series(1, ${TAB_COUNT_MAX + 50}) n`,
    )
    const pages = createRecordPages(watched(), createKeys(SECRET, nodeCrypto))
    asked.length = 0
    const counts = await Promise.all(Array.from({ length: 20 }, () => pages.tabs(SOURCES.discrepancy, principal(null))))
    expect(counts.map(({ open }) => open)).toEqual(counts.map(() => TAB_COUNT_MAX + 1))
    expect(asked).toHaveLength(2)
    await db.query(`delete from discrepancies where rail_reference like 'plan-%'`)
    const [after] = await db.query<{ n: number }>(`select count(*)::int as n from discrepancies where status = 'OPEN'`)
    expect((await pages.tabs(SOURCES.discrepancy, principal(null))).open).toBe(after!.n)
  })

  it('what decisions read of the ledger is read along the index of the user', async () => {
    await seedTransfers(db, MANY_TRANSFERS)
    await db.query('analyze transfers')
    const [withdrawal] = await db.query<{ id: string; user: string }>(
      `select id::text as id, user_id::text as "user" from withdrawals limit 1`,
    )
    const { id, user } = withdrawal!
    const ofUser = (value: string) => `select ${value} as value from users p where p.id = $1::uuid`
    for (const [what, text, params] of [
      [
        'the checks of a withdrawal',
        `select ${DETAIL_CHECKS.now.list} as checks from withdrawals u join users account on account.id = u.user_id ${DETAIL_CHECKS.now.facts} where u.id = $1::uuid`,
        [id],
      ],
      ['what a user may deposit today', ofUser(limitLeft('p')), [user]],
      ['the number of their deposits', ofUser(creditedDeposits('p')), [user]],
    ] as const) {
      const read = nodesOf(await genericPlan(text, params)).filter((node) => node['Relation Name'] === 'transfers')
      expect(read.length, what).toBeGreaterThan(0)
      for (const node of read) expect(node['Node Type'], what).not.toBe('Seq Scan')
    }
  })

  it('every declared path, in all stores and in one, from the start and after a row, is read along its own index without a sort', async () => {
    const lines: string[] = []
    const [store] = await db.query<{ code: string }>('select code from stores order by code limit 1')
    let following = 0
    for (const source of pagesOf()) {
      const { record } = source
      const pages = createRecordPages(watched(), createKeys(SECRET, nodeCrypto))
      const { json } = await pages.page(source, { itemNo: 200 }, principal(null))
      const rows = JSON.parse(json) as Row[]
      expect(rows.length, `${record.name}: the demo has rows`).toBeGreaterThan(10)
      for (const path of record.paths!) {
        const query = { ...commonest(rows, path), sort_by: path.order, itemNo: 1 }
        const expected = [...path.equal, path.order].map((name) => columnOfPath(source, name))
        // Rows of one user are in one store.
        const isOfOneStore = path.equal.some((name) => ONE_STORE.includes(targetOf(record.allFields[name]!.type) ?? ''))
        for (const stores of [null, [store!.code]]) {
          asked.length = 0
          const first = await pages.page(source, query, principal(stores))
          if (first.next_cursor !== null) {
            following += 1
            await pages.page(source, { ...query, cursor: first.next_cursor }, principal(stores))
          }
          for (const { text, params } of asked) {
            const what = `${record.name}, ${JSON.stringify(path)}, stores ${String(stores)}`
            const { types, columns } = await readAlong(source, text, params)
            expect(columns, what).toEqual([...(stores && !isOfOneStore ? ['store_code'] : []), ...expected, 'id'])
            expect(types, what).toEqual(['Limit', expect.stringMatching(/^Index(?: Only)? Scan$/)])
          }
        }
        lines.push(
          `| ${record.name} | ${path.equal.join(', ') || '–'} | ${path.order} | \`${[...expected, 'id'].join(', ')}\` |`,
        )
      }
    }
    expect(following, 'pages that follow another one').toBeGreaterThan(lines.length)
    const table = ['| record | equal | order | columns of the index |', '| --- | --- | --- | --- |', ...lines].join(
      '\n',
    )
    if (process.env.PLANS === 'write') writeBlock('plans', PLANS_COMMAND, table)
    expect(readBlock('plans', PLANS_COMMAND), `out of date: ${PLANS_COMMAND}`).toBe(table)
  })
})
