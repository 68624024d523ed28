/**
 * Paged lists: a page is one query along a path of the definition, and goes on after the last row of the page before (keyset,
 * never an offset). See docs/decisions.md, 'How paged lists are read'.
 */
import { DEFAULT_PAGE_SIZE, FULL_LIST_ITEM_NO } from '@contract/constants'
import { fieldsOfTab, readingOf, STORE_FILTER, tabIn, withTab } from '@contract/records/paths'
import type { AccessPath, ListTab } from '@contract/records/record'
import type { Db, Queryable } from '@server/db/db'
import type { RowBatches, Separator } from '@server/db/list-stream'
import { createParams, type Params } from '@server/db/params'
import { searchConditions } from '@server/db/search'
import { malformed } from '@server/http/failure'
import type { Keys } from '@server/lib/secrets'
import type { Principal } from '@server/modules/access/principal'
import { boundCondition, mayRead, valuesOf, type ListQuery } from './filters'
import type { RecordSource } from './source'
import { isoTime, joinsFor, readableFields, rowJson, type FieldSource } from './table'

/** Rows that an export reads with one query. */
const EXPORT_ROWS = 1000

/** Between which rows a page begins: the last row before it. */
interface Place {
  key: string
  id: string
}

/** A comparison with any of these values. */
interface Among {
  sql: string
  type: string
  values: readonly string[]
}

/** A list as one person may read it, before it is written as SQL. */
interface Plan {
  source: RecordSource
  fields: string[]
  path: AccessPath
  /** What the path orders by. */
  key: Pick<FieldSource, 'key' | 'type'>
  descending: boolean
  among: Among[]
  /** Ends of the order, both included. */
  range: { from?: string; to?: string }
  /** Conditions other than these, over `u`. */
  conditions: (params: Params) => string[]
  /** Nothing but the path narrows the rows: whatever the values, the path's index has them one after the other. */
  isAlongIndex: boolean
  /** Names the list that a cursor belongs to. */
  binding: string
}

/** A page: the rows as the text of a JSON array's content, and where the next one begins. */
interface Page {
  text: string
  count: number
  next: Place | null
}

/** Reads paged records. */
export interface RecordPages {
  /** @returns one page as the text of a JSON array. @throws 400 for a cursor of another list */
  page(
    source: RecordSource,
    query: ListQuery,
    principal: Principal,
  ): Promise<{ json: string; next_cursor: string | null }>
  /** Reads the whole list, a query for each thousand rows, until `signal` fires. */
  stream(
    source: RecordSource,
    query: ListQuery,
    principal: Principal,
    signal: AbortSignal,
  ): { rows: RowBatches; total: (sent: number) => Promise<number> }
  /** @returns how many rows the filter finds, counted now */
  totals(source: RecordSource, query: ListQuery, principal: Principal): Promise<number>
  /** @returns how many rows each tab has whose fields the person may read, counted now */
  tabs(source: RecordSource, principal: Principal): Promise<Record<string, number>>
}

/** Whether the whole list is asked for, which is streamed. */
export const isWholeList = (query: ListQuery): boolean => query.itemNo === FULL_LIST_ITEM_NO

/**
 * What a tab leaves of the rows that its path finds. Derived fields are computed from the row alone.
 * @throws where a field needs a join: a fault of the code
 */
const onlyOf = ({ fields }: RecordSource, { only = {} }: ListTab, params: Params): string[] =>
  Object.entries(only).map(([name, condition]) => {
    const { key, type, compared, joins = [] } = fields[name]!
    if (joins.length > 0) throw new Error(`A tab narrows by ${name}, which needs a join`)
    if ('withinDays' in condition!)
      return `${key} <= statement_timestamp() + ${params.add(condition.withinDays, 'integer')} * interval '1 day'`
    return `${compared?.sql ?? key} = any(${params.add([...condition!.is], `${compared?.type ?? type}[]`)})`
  })

function planOf(source: RecordSource, asked: ListQuery, principal: Principal): Plan {
  const reading = readingOf(source.record, asked)
  const query = withTab(source.record, asked) as ListQuery
  const tab = tabIn(source.record, asked)
  for (const name of tab ? fieldsOfTab(tab) : []) mayRead(source, principal, name)
  if ('refusal' in reading) throw malformed(reading.refusal)
  const { path, descending } = reading
  const readable = readableFields(source, principal.access)
  const ends = ['from', 'to'].filter((end) => query[`${path.order}.${end}`] !== undefined)
  const filtered = [...path.equal, ...(query[STORE_FILTER] === undefined ? [] : [STORE_FILTER])]
  for (const name of [...filtered, ...(ends.length > 0 || query.sort_by ? [path.order] : [])])
    mayRead(source, principal, name)
  const stores = query[STORE_FILTER] as string[] | undefined
  const seen =
    principal.stores && stores ? stores.filter((store) => principal.stores!.includes(store)) : principal.stores
  const among = path.equal.map((name): Among => {
    const { key, type, compared } = source.fields[name]!
    return { ...(compared ?? { sql: key, type }), values: valuesOf(query[name], (compared ?? { type }).type) }
  })
  const wanted = seen ?? stores
  if (wanted) among.unshift({ sql: `u.${source.store}`, type: 'text', values: [...new Set(wanted)] })
  const key = source.fields[path.order]!
  return {
    source,
    fields: query.fields ? readable.filter((name) => query.fields!.includes(name)) : readable,
    path,
    key,
    descending,
    among,
    range: Object.fromEntries(ends.map((end) => [end, query[`${path.order}.${end}`]])),
    conditions: (params) => [
      ...(query.id ? [`u.id = any(${params.add(query.id, 'uuid[]')})`] : []),
      ...(source.where ? [source.where('u')] : []),
      ...(tab ? onlyOf(source, tab, params) : []),
      ...(query.search ? searchConditions(source.searched, query.search, readable, params) : []),
    ],
    isAlongIndex: !query.search && !query.id && !tab?.only,
    binding: JSON.stringify([
      principal.staffId,
      source.record.name,
      among.map(({ sql, values }) => [sql, values.toSorted()]),
      ends.map((end) => [end, query[`${path.order}.${end}`]]),
      query.search ?? '',
      query.id ?? [],
      asked.tab ?? '',
      path.order,
      descending,
    ]),
  }
}

const whereOf = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')

/** A row of SQL values; of one value the value itself. */
const rowOf = (values: readonly string[]) => (values.length === 1 ? values[0]! : `(${values.join(', ')})`)

/**
 * Where a page begins and ends in the path's index, whose columns are those of the path, its order, and the id. Equal values
 * are written as bounds, not as equations: with these the planner may walk another index that has the same order, past all
 * rows with other values.
 * @param values SQL of the compared values, one for each of `among`
 */
function boundsOf(plan: Plan, place: Place | null, values: readonly string[], params: Params): string[] {
  const { key, among, descending, range } = plan
  const columns = among.map(({ sql }) => sql)
  const bound = (operator: '>' | '<', end: string | undefined): string[] => {
    if (end !== undefined)
      return [`${rowOf([...columns, key.key])} ${operator}= ${rowOf([...values, params.add(end, key.type)])}`]
    return columns.length > 0 ? [`${rowOf(columns)} ${operator}= ${rowOf(values)}`] : []
  }
  const [begin, ahead] = descending ? (['<', '>'] as const) : (['>', '<'] as const)
  const [first, last] = descending ? [range.to, range.from] : [range.from, range.to]
  const after = place
    ? [
        `${rowOf([...columns, key.key, 'u.id'])} ${begin} ${rowOf([...values, params.add(place.key, key.type), params.add(place.id, 'uuid')])}`,
      ]
    : bound(begin, first)
  return [...after, ...bound(ahead, last)]
}

/**
 * The rows of a page, in order. Each combination of compared values is a range of the path's index: one is read from where
 * the page begins; of several the heads are read, as many rows as a page has of each, and merged.
 */
function rowsOf(plan: Plan, place: Place | null, rows: number, params: Params): string {
  const { source, key, descending, among, conditions } = plan
  const direction = descending ? 'desc' : 'asc'
  const order = (columns: readonly string[]) =>
    `order by ${[...columns, key.key, 'u.id'].map((column) => `${column} ${direction}`).join(', ')} limit ${rows}`
  if (among.some(({ values }) => values.length === 0)) return `(select u.* from ${source.table} u where false)`
  const several = among.filter(({ values }) => values.length > 1)
  const values = among.map((each) => {
    const nth = several.indexOf(each)
    return nth < 0 ? params.add(each.values[0]!, each.type) : `m${nth}.value`
  })
  const where = whereOf([...boundsOf(plan, place, values, params), ...conditions(params)])
  const one = `select u.* from ${source.table} u ${where} ${order(among.map(({ sql }) => sql))}`
  if (several.length === 0) return `(${one})`
  const combinations = several.map(
    ({ values: all, type }, nth) => `unnest(${params.add(all, `${type}[]`)}) m${nth}(value)`,
  )
  return `(select u.* from ${combinations.join(' cross join ')} cross join lateral (${one}) u ${order([])})`
}

const textOfKey = ({ key, type }: Pick<FieldSource, 'key' | 'type'>) =>
  type === 'timestamptz' ? isoTime(key) : `(${key})::text`

/** One page with one query; one row more than it has says whether another page follows. JSON has no line breaks, so that they part the rows. */
async function readPage(db: Db, plan: Plan, place: Place | null, rows: number, separator: Separator): Promise<Page> {
  const params = createParams()
  const { source, fields, key, descending } = plan
  const direction = descending ? 'desc' : 'asc'
  const from = joinsFor(source, fields, rowsOf(plan, place, rows + 1, params))
  const on: Queryable = plan.isAlongIndex ? db.plannedOnce : db
  const last = (column: string) => `(array_agg(x.${column}))[${rows}]`
  const [page] = await on.query<{ text: string | null; key: string | null; id: string | null }>(
    `select string_agg(x.j, chr(10)) as text, ${textOfKey({ ...key, key: last('key') })} as key, ${last('id')}::text as id
     from (select ${rowJson(source, fields)} as j, ${key.key} as key, u.id as id from ${from}
       order by ${key.key} ${direction}, u.id ${direction}) x`,
    params.values,
  )
  const { text, key: keyOfLast, id } = page!
  const found = text === null ? [] : text.split('\n')
  const shown = found.length > rows ? found.slice(0, rows) : found
  return {
    text: shown.join(separator),
    count: shown.length,
    next: found.length > rows ? { key: keyOfLast!, id: id! } : null,
  }
}

/** @param keys seal the cursors */
export function createRecordPages(db: Db, keys: Pick<Keys, 'sealFor' | 'openFor'>): RecordPages {
  function placeOf({ cursor }: ListQuery, { binding }: Plan): Place | null {
    if (cursor === undefined) return null
    const text = keys.openFor(cursor, binding)
    if (text === null)
      throw malformed('This cursor belongs to another person, filter or order. Read the list from its start.')
    const [key, id] = JSON.parse(text) as [string, string]
    return { key, id }
  }

  return {
    async page(source, query, principal) {
      const plan = planOf(source, query, principal)
      const { text, next } = await readPage(db, plan, placeOf(query, plan), query.itemNo ?? DEFAULT_PAGE_SIZE, ',')
      return {
        json: `[${text}]`,
        next_cursor: next && keys.sealFor(JSON.stringify([next.key, next.id]), plan.binding),
      }
    },
    stream(source, query, principal, signal) {
      const plan = planOf(source, query, principal)
      let place = placeOf(query, plan)
      return {
        async *rows(separator) {
          do {
            const { text, count, next } = await readPage(db, plan, place, EXPORT_ROWS, separator)
            signal.throwIfAborted()
            if (count > 0) yield { count, text }
            place = next
          } while (place)
        },
        total: (sent) => Promise.resolve(sent),
      }
    },
    async tabs(source, principal) {
      const params = createParams()
      const readable = readableFields(source, principal.access)
      const stores = principal.stores ? [`u.${source.store} = any(${params.add(principal.stores, 'text[]')})`] : []
      const counts = Object.entries(source.record.tabs ?? {})
        .filter(([, tab]) => fieldsOfTab(tab).every((name) => readable.includes(name)))
        .map(([name, tab]) => {
          const equal = Object.entries(tab.equal).map(([field, value]) => {
            const { key, type, compared } = source.fields[field]!
            return `${compared?.sql ?? key} = ${params.add(value!, compared?.type ?? type)}`
          })
          const rest = [...stores, ...(source.where ? [source.where('u')] : []), ...onlyOf(source, tab, params)]
          return `(select count(*)::int from ${source.table} u ${whereOf([...equal, ...rest])}) as "${name}"`
        })
      if (counts.length === 0) return {}
      const [row] = await db.query<Record<string, number>>(`select ${counts.join(', ')}`, params.values)
      return row!
    },
    async totals(source, query, principal) {
      const { among, key, range, conditions } = planOf(source, query, principal)
      const params = createParams()
      const compared = among.map(({ sql, type, values }) => `${sql} = any(${params.add(values, `${type}[]`)})`)
      const ends = Object.entries(range).map(([end, value]) => boundCondition(key, end, value, params))
      const [row] = await db.query<{ n: number }>(
        `select count(*)::int as n from ${source.table} u ${whereOf([...compared, ...ends, ...conditions(params)])}`,
        params.values,
      )
      return row!.n
    },
  }
}
