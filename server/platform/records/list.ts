/** Lists of records: a page in one round trip; a long list in batches. */
import { DEFAULT_PAGE_SIZE } from '@contract/constants'
import type { Db, Param, Queryable } from '@server/platform/ports/db'
import { orderOf, streamList, type RowBatches } from '@server/platform/db/list-stream'
import { createParams, type Params } from '@server/platform/db/params'
import { searchConditions } from '@server/platform/db/search'
import type { Reader } from '@server/platform/modules/access/principal'
import { boundCondition, mayRead, valuesOf, type ListQuery } from './filters'
import { columnsOf, inStoresOf, joinsFor, readableFields, rowJson, type FieldSource, type RecordTable } from './table'

/** Number of rows above which a list is streamed. */
const ONE_PIECE = 1000
/** Time for which the total of a filter is cached; a write in this process discards it. */
const COUNT_TTL_MS = 1000
const COUNT_CACHE_MAX = 500

/** Parameters of a list that are not filters. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set([
  'page',
  'itemNo',
  'search',
  'sort_by',
  'sort_order',
  'fields',
  'id',
])

/**
 * The condition of one filter (contract, Records on the wire).
 * @param how `f=a,b`: any of these; `f.not=a`: none of these; `f.from` and `f.to`: inclusive
 */
export function filterCondition(
  { key, type, compared }: FieldSource,
  how: string,
  value: unknown,
  params: Params,
): string {
  if (how === 'from' || how === 'to') return boundCondition({ key, type }, how, value, params)
  const { sql, type: of } = compared ?? { sql: key, type }
  const values = valuesOf(value, of)
  const among = of.endsWith('[]')
    ? `${sql} && ${params.add(values, of)}`
    : `${sql} = any(${params.add(values, `${of}[]`)})`
  // A row without a value matches `not`.
  return how === 'not' ? `(${among}) is not true` : among
}

/** The rows that a person may see of a list, and their order: the basis for page, stream and count. */
interface Plan {
  fields: string[]
  /** Fields for which the condition or the order needs joins. */
  touched: string[]
  where: string[]
  params: Params
  sortBy: string | null
  descending: boolean
  limit: number
  offset: number
}

function planOf(kind: RecordTable, query: ListQuery, principal: Reader): Plan {
  const readable = readableFields(kind, principal.access)
  const params = createParams()
  const conditions = inStoresOf(kind, principal, params)
  if (query.id) conditions.push(`u.id = any(${params.add(query.id, 'uuid[]')})`)
  const filtered: string[] = []
  for (const [parameter, value] of Object.entries(query)) {
    if (OWN_PARAMETERS.has(parameter) || value === undefined) continue
    const [name = '', how = ''] = parameter.split('.')
    mayRead(kind, principal, name)
    filtered.push(name)
    conditions.push(filterCondition(kind.fields[name]!, how, value, params))
  }
  if (kind.where) conditions.push(kind.where('u'))
  if (query.search) conditions.push(...searchConditions(kind.searched, query.search, readable, params))
  if (query.sort_by) mayRead(kind, principal, query.sort_by)
  const limit = query.itemNo ?? DEFAULT_PAGE_SIZE
  return {
    fields: query.fields ? readable.filter((name) => query.fields!.includes(name)) : readable,
    touched: [...filtered, ...(query.sort_by ? [query.sort_by] : [])],
    where: conditions,
    params,
    sortBy: query.sort_by ?? null,
    // Ids sort by time (v7): by default the newest come first, and the primary key gives the order.
    descending: (query.sort_order ?? (query.sort_by || kind.order ? 'asc' : 'desc')) === 'desc',
    limit,
    offset: Math.min(((query.page ?? 1) - 1) * limit, Number.MAX_SAFE_INTEGER),
  }
}

const whereOf = ({ where }: Plan) => (where.length > 0 ? `where ${where.join(' and ')}` : '')

/** The order of a list, by id for equal keys. */
const orderOfPlan = (kind: RecordTable, { sortBy, descending }: Plan) => ({
  id: 'u.id',
  sort: sortBy ? kind.fields[sortBy]! : (kind.order ?? null),
  descending,
})

const sourceOf = (kind: RecordTable, plan: Plan) => joinsFor(kind, [...plan.fields, ...plan.touched], kind.table)

/** The rows of one page. Their ids are found first, so that a late page reads an index and not all rows before it. */
function pageSource(kind: RecordTable, plan: Plan): string {
  const order = orderOf(orderOfPlan(kind, plan))
  const ids = `(select u.id from ${joinsFor(kind, plan.touched, kind.table)} ${whereOf(plan)} ${order}
    limit ${plan.params.add(plan.limit, 'bigint')} offset ${plan.params.add(plan.offset, 'bigint')})`
  return `from ${sourceOf(kind, plan)} join ${ids} k on k.id = u.id ${order}`
}

/** Lists of records. */
export interface RecordLists {
  /** @param on a transaction to read in @returns one page as the text of a JSON array, and the total number of rows */
  page(
    kind: RecordTable,
    query: ListQuery,
    principal: Reader,
    on?: Queryable,
  ): Promise<{ json: string; total_count: number }>
  /** Reads a list of any length in batches, until `signal` fires. */
  stream(
    kind: RecordTable,
    query: ListQuery,
    principal: Reader,
    signal: AbortSignal,
  ): { rows: RowBatches; total: (sent: number) => Promise<number> }
  /** Discards the cached totals of a kind after a write. */
  changed(kind: RecordTable): void
}

/** Whether a list is short enough for a single response body. */
export const isOnePiece = (query: ListQuery): boolean => (query.itemNo ?? DEFAULT_PAGE_SIZE) <= ONE_PIECE

/** @param db the database */
export function createRecordLists(db: Db): RecordLists {
  const counts = new Map<string, { at: number; count: Promise<number> }>()

  function countAll(kind: RecordTable, plan: Plan): Promise<number> {
    const text = `select count(*)::int as n from ${joinsFor(kind, plan.touched, kind.table)} ${whereOf(plan)}`
    const key = `${kind.table} ${text} ${JSON.stringify(plan.params.values)}`
    const known = counts.get(key)
    if (known && performance.now() - known.at < COUNT_TTL_MS) return known.count
    if (counts.size >= COUNT_CACHE_MAX) counts.clear()
    const count = db.query<{ n: number }>(text, [...plan.params.values]).then((rows) => rows[0]!.n)
    counts.set(key, { at: performance.now(), count })
    count.catch(() => counts.delete(key))
    return count
  }

  /** The total is known without a count where the list ends within this page. */
  const totalOf = (kind: RecordTable, plan: Plan, conditions: readonly Param[], sent: number) =>
    plan.offset === 0 && sent < plan.limit
      ? Promise.resolve(sent)
      : countAll(kind, { ...plan, params: { ...plan.params, values: [...conditions] } })

  return {
    async page(kind, query, principal, on = db) {
      const plan = planOf(kind, query, principal)
      const conditions = [...plan.params.values]
      const text = `select coalesce(string_agg(x.j, ','), '') as rows, count(*)::int as n from (select row_to_json(t)::text as j from (
        select ${columnsOf(kind, plan.fields)} ${pageSource(kind, plan)}) t) x`
      const [page] = await on.query<{ rows: string; n: number }>(text, plan.params.values)
      return { json: `[${page!.rows}]`, total_count: await totalOf(kind, plan, conditions, page!.n) }
    },
    stream(kind, query, principal, signal) {
      const plan = planOf(kind, query, principal)
      const conditions = [...plan.params.values]
      const total = (sent: number) => totalOf(kind, plan, conditions, sent)
      const list = {
        ...orderOfPlan(kind, plan),
        json: rowJson(kind, plan.fields),
        source: sourceOf(kind, plan),
        where: plan.where,
        values: conditions,
        limit: plan.limit,
        offset: plan.offset,
      }
      return { rows: streamList(db, list, signal), total }
    },
    changed(kind) {
      for (const key of counts.keys()) if (key.startsWith(`${kind.table} `)) counts.delete(key)
    },
  }
}
