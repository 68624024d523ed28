/**
 * Paged lists: a page is one query along a path of the definition and continues after the last row of the previous page (keyset,
 * never an offset). See docs/decisions.md, 'How paged lists are read'.
 */
import { DEFAULT_PAGE_SIZE, FULL_LIST_ITEM_NO, TAB_COUNT_MAX } from '@contract/constants'
import { storedAmong, fieldsOfTab, fixedValue, readingOf, STORE_FILTER, tabIn, withTab } from '@contract/records/paths'
import type { Totals } from '@contract/records/calls'
import type { AccessPath } from '@contract/records/record'
import { READER, type ListTab } from '@contract/records/tabs'
import { decidesStore } from '@contract/records/referable'
import { isoTime } from '@server/platform/db/iso-time'
import type { Db, Param, Queryable } from '@server/platform/ports/db'
import type { RowBatches, Separator } from '@server/platform/db/list-stream'
import { createParams, literal, type Params } from '@server/platform/db/params'
import { searchConditions } from '@server/platform/db/search'
import { malformed } from '@server/platform/operations/failure'
import { createSharedReadings } from '@server/platform/lib/shared-readings'
import type { Keys } from '@server/platform/lib/secrets'
import type { Principal } from '@server/platform/modules/access/principal'
import { boundCondition, mayRead, valuesOf, type ListQuery } from './filters'
import type { RecordSource } from './source'
import { columnOf } from './kinds'
import { columnsOf, inStoresOf, joinsFor, readableFields, type FieldSource } from './table'

/** Number of rows that an export reads with one query. */
const EXPORT_ROWS = 1000

/** Start of a page: the last row before it. */
interface Place {
  key: string
  id: string
}

/** A comparison with a set of values. */
interface Among {
  sql: string
  type: string
  values: readonly string[]
  /** Its index has only the rows with a value (record-table.ts). */
  isOptional?: boolean
}

/** A list as one person may read it, before it is converted to SQL. */
interface Plan {
  source: RecordSource
  fields: string[]
  path: AccessPath
  /** The sort key of the path. */
  key: Pick<FieldSource, 'key' | 'type'>
  descending: boolean
  among: Among[]
  /** Comparisons that the path's index does not have: with the store, where a value of `among` is of one store anyway. */
  beside: Among[]
  /** Limits of the sort key, inclusive. */
  range: { from?: string; to?: string }
  /** Further conditions on `u`. */
  conditions: (params: Adds) => string[]
  /** No condition beyond the path's: for any values, the rows are consecutive in the path's index. */
  isAlongIndex: boolean
  /** Identifies the list that a cursor belongs to. */
  binding: string
}

/** The part of a statement that conditions use: it adds placeholders for their values. */
type Adds = Pick<Params, 'add'>
/** One value of a statement, read from the list and the start of the page. */
type Binding = (plan: Plan, place: Place | null) => Param

/** The text of a page's query, and its values in the order of the placeholders. */
interface Statement {
  text: string
  bindings: readonly Binding[]
}

/** A page: the rows as the text of a JSON array's content, and where the next page begins. */
interface Page {
  text: string
  count: number
  next: Place | null
}

/** Whether the rows of a tab depend on who reads it. */
const isOfReader = ({ equal, only = {} }: ListTab): boolean =>
  [
    ...Object.values(equal),
    ...Object.values(only).flatMap((condition) => ('is' in condition! ? condition.is : [])),
  ].some((value) => value === READER)

/** Counts the rows of tabs. Of a tab with very many rows no more are counted than it takes to know that. */
async function countTabs(
  on: Queryable,
  source: RecordSource,
  tabs: readonly (readonly [name: string, tab: ListTab])[],
  principal: Principal,
): Promise<Record<string, number>> {
  const params = createParams()
  const stores = inStoresOf(source, principal, params)
  // What a tab fixes is written into the statement: the plan that is kept for it then is of these values.
  const written: Adds = {
    add: (value, type) =>
      [value].flat().includes(principal.staffId) ? params.add(value, type) : literal(value, type!),
  }
  const counts = tabs.map(([name, tab]) => {
    const equal = Object.entries(tab.equal).flatMap(([field, value]) => {
      const fixed = fixedValue(value!, principal.staffId)
      const { values, isWider } = storedAmong(source.record.allFields[field]!, [fixed])
      const { sql, type } = storedSql(source, field)
      return [
        `${sql} = any(${written.add(values, `${type}[]`)})`,
        ...(isWider ? onlyOf(source, { only: { [field]: { is: [fixed] } } }, written, principal.staffId) : []),
      ]
    })
    const rest = [
      ...stores,
      ...(source.where ? [source.where('u')] : []),
      ...onlyOf(source, tab, written, principal.staffId),
    ]
    return `(select count(*)::int from (select from ${source.table} u ${whereOf([...equal, ...rest])} limit ${TAB_COUNT_MAX + 1}) c) as "${name}"`
  })
  const [row] = await on.query<Record<string, number>>(`select ${counts.join(', ')}`, params.values)
  return row!
}

/** Reads paged records. */
export interface RecordPages {
  /** @returns one page as the text of a JSON array. @throws 400 for a cursor of another list */
  page(
    source: RecordSource,
    query: ListQuery,
    principal: Principal,
  ): Promise<{ json: string; next_cursor: string | null }>
  /** Reads the whole list, with one query per thousand rows, until `signal` fires. */
  stream(
    source: RecordSource,
    query: ListQuery,
    principal: Principal,
    signal: AbortSignal,
  ): { rows: RowBatches; total: (sent: number) => Promise<number> }
  /** @returns the number of rows that match the filter, without a cache */
  totals(source: RecordSource, query: ListQuery, principal: Principal): Promise<Totals>
  /**
   * @returns the number of rows of each tab whose fields the person may read, up to TAB_COUNT_MAX + 1. Consoles that ask at the same
   * moment share one count, none of them an older one
   */
  tabs(source: RecordSource, principal: Principal): Promise<Record<string, number>>
}

/** Whether the query asks for the whole list, which is streamed. */
export const isWholeList = (query: ListQuery): boolean => query.itemNo === FULL_LIST_ITEM_NO

/** SQL that a path compares: of a state with computed values the stored one, whose index the path has. */
function storedSql({ record, fields }: RecordSource, name: string): { sql: string; type: string } {
  const { type: kind, computed } = record.allFields[name]!
  if (computed) return { sql: `u.${columnOf(name, kind)}`, type: 'text' }
  const { key, type, compared } = fields[name]!
  return compared ?? { sql: key, type }
}

/**
 * Conditions with which a tab narrows the rows of its path. Derived fields are computed from the row alone.
 * @param readerId of the person who reads the list
 * @throws where a field needs a join: a programming error
 */
const onlyOf = (
  { fields }: RecordSource,
  { only = {} }: Pick<ListTab, 'only'>,
  params: Adds,
  readerId: string,
): string[] =>
  Object.entries(only).map(([name, condition]) => {
    const { key, type, compared, conditions = {}, joins = [] } = fields[name]!
    const one = 'is' in condition! && condition.is.length === 1 ? conditions[condition.is[0]!] : undefined
    if (one !== undefined) return one
    if (joins.length > 0 && !compared) throw new Error(`A tab narrows by ${name}, which needs a join`)
    if ('withinDays' in condition!)
      return `${key} <= statement_timestamp() + ${params.add(condition.withinDays, 'integer')} * interval '1 day'`
    if ('today' in condition!) return `${key} >= date_trunc('day', statement_timestamp(), 'UTC')`
    const values = condition!.is.map((value) => fixedValue(value, readerId))
    return `${compared?.sql ?? key} = any(${params.add(values, `${compared?.type ?? type}[]`)})`
  })

function planOf(source: RecordSource, asked: ListQuery, principal: Principal): Plan {
  const reading = readingOf(source.record, asked)
  const query = withTab(source.record, asked, principal.staffId) as ListQuery
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
  const { allFields } = source.record
  const equal = path.equal.map((name): Among => {
    const of = storedSql(source, name)
    const { values } = storedAmong(allFields[name]!, valuesOf(query[name], of.type))
    return { ...of, values, isOptional: !allFields[name]!.required }
  })
  // Rows with one stored value can have several computed ones.
  const computed = path.equal.flatMap((name): [string, string[]][] => {
    const values = valuesOf(query[name], 'text')
    return storedAmong(allFields[name]!, values).isWider ? [[name, values]] : []
  })
  const wanted = seen ?? stores
  const isOfOneStore = path.equal.some((name) => decidesStore(source.record.allFields[name]!.type))
  const inStore: Among[] = wanted ? [{ sql: `u.${source.store}`, type: 'text', values: [...new Set(wanted)] }] : []
  const [among, beside] = isOfOneStore ? [equal, inStore] : [[...inStore, ...equal], []]
  const key = source.fields[path.order]!
  return {
    source,
    fields: query.fields ? readable.filter((name) => query.fields!.includes(name)) : readable,
    path,
    key,
    descending,
    among,
    beside,
    range: Object.fromEntries(ends.map((end) => [end, query[`${path.order}.${end}`]])),
    conditions: (params) => [
      ...(query.id ? [`u.id = any(${params.add(query.id, 'uuid[]')})`] : []),
      ...(source.where ? [source.where('u')] : []),
      ...(tab ? onlyOf(source, tab, params, principal.staffId) : []),
      ...onlyOf(
        source,
        { only: Object.fromEntries(computed.map(([name, is]) => [name, { is }])) },
        params,
        principal.staffId,
      ),
      ...(query.search ? searchConditions(source.searched, query.search, readable, params) : []),
    ],
    isAlongIndex: !query.search && !query.id && !tab?.only && computed.length === 0,
    binding: JSON.stringify([
      principal.staffId,
      source.record.name,
      [...among, ...beside].map(({ sql, values }) => [sql, values.toSorted()]),
      computed.map(([name, values]) => [name, values.toSorted()]),
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

/** A row of SQL values; a single value without parentheses. */
const rowOf = (values: readonly string[]) => (values.length === 1 ? values[0]! : `(${values.join(', ')})`)

/**
 * Where a page begins and ends in the path's index, whose columns are those of the path, its sort key, and the id. Equal values
 * are written as bounds, not as equations: with equations the planner may walk another index with the same order, past all rows
 * with other values.
 * @param values SQL of the compared values, one for each of `among`
 */
function boundsOf(plan: Plan, isAfter: boolean, values: readonly string[], params: Params<Binding>): string[] {
  const { key, among, descending, range } = plan
  const columns = among.map(({ sql }) => sql)
  const bound = (operator: '>' | '<', end: 'from' | 'to'): string[] => {
    if (range[end] !== undefined) {
      const limit = params.add((of) => of.range[end]!, key.type)
      return [`${rowOf([...columns, key.key])} ${operator}= ${rowOf([...values, limit])}`]
    }
    return columns.length > 0 ? [`${rowOf(columns)} ${operator}= ${rowOf(values)}`] : []
  }
  const [begin, ahead] = descending ? (['<', '>'] as const) : (['>', '<'] as const)
  const [first, last] = descending ? (['to', 'from'] as const) : (['from', 'to'] as const)
  const after = isAfter
    ? [
        `${rowOf([...columns, key.key, 'u.id'])} ${begin} ${rowOf([...values, params.add((_of, place) => place!.key, key.type), params.add((_of, place) => place!.id, 'uuid')])}`,
      ]
    : bound(begin, first)
  // The index of an optional field has only its rows with a value. From the bounds, PostgreSQL does not conclude that the field has one.
  const filled = among.flatMap(({ sql, isOptional }) => (isOptional ? [`${sql} is not null`] : []))
  return [...after, ...bound(ahead, last), ...filled]
}

/**
 * The rows of a page, in order. Each combination of compared values is a range of the path's index: a single range is read from
 * the start of the page; of several, the first rows of each, up to the size of a page, are read and merged.
 */
function rowsOf(plan: Plan, isAfter: boolean, rows: number, params: Params<Binding>): string {
  const { source, key, descending, among, conditions } = plan
  const direction = descending ? 'desc' : 'asc'
  const order = (columns: readonly string[]) =>
    `order by ${[...columns, key.key, 'u.id'].map((column) => `${column} ${direction}`).join(', ')} limit ${rows}`
  if (among.some(({ values }) => values.length === 0)) return `(select u.* from ${source.table} u where false)`
  const all = among.map((each, index) => ({ ...each, index }))
  const several = all.filter(({ values }) => values.length > 1)
  const values = all.map((each) => {
    const nth = several.indexOf(each)
    return nth < 0 ? params.add((of) => of.among[each.index]!.values[0]!, each.type) : `m${nth}.value`
  })
  const own: Adds = { add: (value, type) => params.add(() => value, type) }
  const others = plan.beside.map(
    ({ sql, type }, index) => `${sql} = any(${params.add((of) => of.beside[index]!.values, `${type}[]`)})`,
  )
  const where = whereOf([...boundsOf(plan, isAfter, values, params), ...others, ...conditions(own)])
  const one = `select u.* from ${source.table} u ${where} ${order(among.map(({ sql }) => sql))}`
  if (several.length === 0) return `(${one})`
  const combinations = several.map(
    ({ index, type }, nth) => `unnest(${params.add((of) => of.among[index]!.values, `${type}[]`)}) m${nth}(value)`,
  )
  return `(select u.* from ${combinations.join(' cross join ')} cross join lateral (${one}) u ${order([])})`
}

const textOfKey = ({ key, type }: Pick<FieldSource, 'key' | 'type'>) =>
  type === 'timestamptz' ? isoTime(key) : `(${key})::text`

/** The rows of a page as one text, one per line (JSON has no line breaks), with the key and the id of the last row on the page. */
function writeStatement(plan: Plan, isAfter: boolean, rows: number): Statement {
  const params = createParams<Binding>()
  const { source, fields, key, descending } = plan
  const direction = descending ? 'desc' : 'asc'
  const from = joinsFor(source, fields, rowsOf(plan, isAfter, rows + 1, params))
  const last = (column: string) => `(array_agg(x.${column}))[${rows}]`
  const text = `select string_agg(x.j, chr(10)) as text, ${textOfKey({ ...key, key: last('key') })} as key, ${last('id')}::text as id
     from (select row_to_json(t)::text as j, ${key.key} as key, u.id as id
       from ${from} cross join lateral (select ${columnsOf(source, fields)}) t
       order by ${key.key} ${direction}, u.id ${direction}) x`
  return { text, bindings: params.values }
}

/** Number of cached statements over all lists. Further ones (rare field selections) are written each time. */
const STATEMENTS_MAX = 500

/** Caches the statements of pages. A statement that depends only on its cache key is written once. */
function createStatements() {
  const statements = new Map<RecordSource, Map<string, Statement>>()
  let kept = 0
  return (plan: Plan, isAfter: boolean, rows: number): Statement => {
    if (!plan.isAlongIndex) return writeStatement(plan, isAfter, rows)
    const { source, fields, path, descending, among, beside, range } = plan
    const key = [
      fields.join(),
      path.equal.join(),
      path.order,
      descending,
      // None, one or several values: each has its own text.
      ...among.map(({ sql, values }) => `${sql} ${Math.min(values.length, 2)}`),
      ...beside.map(({ sql }) => sql),
      ...Object.keys(range),
      isAfter,
      rows,
    ].join(' ')
    const ofSource = statements.get(source)
    const known = ofSource?.get(key)
    if (known) return known
    const statement = writeStatement(plan, isAfter, rows)
    if (kept < STATEMENTS_MAX) {
      kept += 1
      if (ofSource) ofSource.set(key, statement)
      else statements.set(source, new Map([[key, statement]]))
    }
    return statement
  }
}

/** @param keys encrypt the cursors */
export function createRecordPages(db: Db, keys: Pick<Keys, 'sealFor' | 'openFor'>): RecordPages {
  const statementOf = createStatements()
  const tabCounts = createSharedReadings<Record<string, number>>()

  /** Reads one page with one query, plus one row that shows whether another page follows. */
  async function readPage(plan: Plan, place: Place | null, rows: number, separator: Separator): Promise<Page> {
    const { text: sql, bindings } = statementOf(plan, place !== null, rows)
    const on: Queryable = plan.isAlongIndex ? db.plannedOnce : db
    const [page] = await on.query<{ text: string | null; key: string | null; id: string | null }>(
      sql,
      bindings.map((valueOf) => valueOf(plan, place)),
    )
    const { text, key, id } = page!
    const found = text === null ? [] : text.split('\n')
    const shown = found.length > rows ? found.slice(0, rows) : found
    return {
      text: shown.join(separator),
      count: shown.length,
      next: found.length > rows ? { key: key!, id: id! } : null,
    }
  }

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
      const { text, next } = await readPage(plan, placeOf(query, plan), query.itemNo ?? DEFAULT_PAGE_SIZE, ',')
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
            const { text, count, next } = await readPage(plan, place, EXPORT_ROWS, separator)
            signal.throwIfAborted()
            if (count > 0) yield { count, text }
            place = next
          } while (place)
        },
        total: (sent) => Promise.resolve(sent),
      }
    },
    async tabs(source, principal) {
      const readable = readableFields(source, principal.access)
      const tabs = Object.entries(source.record.tabs ?? {}).filter(([, tab]) =>
        fieldsOfTab(tab).every((name) => readable.includes(name)),
      )
      const own = tabs.filter(([, tab]) => isOfReader(tab))
      const common = tabs.filter(([, tab]) => !isOfReader(tab))
      const counted = async (of: typeof tabs, reader: string | null): Promise<Record<string, number>> =>
        of.length === 0
          ? {}
          : tabCounts(JSON.stringify([source.record.name, principal.stores, of.map(([name]) => name), reader]), () =>
              countTabs(db, source, of, principal),
            )
      const counts = { ...(await counted(common, null)), ...(await counted(own, principal.staffId)) }
      return Object.fromEntries(tabs.map(([name]) => [name, counts[name]!]))
    },
    async totals(source, query, principal) {
      const { among, beside, key, range, conditions } = planOf(source, query, principal)
      const params = createParams()
      const compared = [...among, ...beside].map(
        ({ sql, type, values }) => `${sql} = any(${params.add(values, `${type}[]`)})`,
      )
      const ends = Object.entries(range).map(([end, value]) => boundCondition(key, end, value, params))
      const readable = readableFields(source, principal.access)
      const summed = Object.keys(source.record.sums ?? {}).filter((name) => readable.includes(name))
      const sums = summed.map((name) => `, coalesce(sum(${source.fields[name]!.key}), 0.00)::text as "${name}"`)
      const [row] = await db.query<{ n: number } & Record<string, string>>(
        `select count(*)::int as n${sums.join('')} from ${source.table} u ${whereOf([...compared, ...ends, ...conditions(params)])}`,
        params.values,
      )
      return {
        count: row!.n,
        ...(source.record.sums && { sums: Object.fromEntries(summed.map((name) => [name, row![name]!])) }),
      }
    },
  }
}
