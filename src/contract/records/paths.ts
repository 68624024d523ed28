/**
 * The filters and orders that a paged list offers: exactly those that the record's paths declare (records, Lists).
 * Shared by the schemas, the server and the console's list, so that all offer the same.
 */
import type { Field } from './field'
import type { AccessPath, RecordDefinition } from './record'
import { READER, type ListTab } from './tabs'

/** A part of a list: the rows with these values. The person does not choose them. */
export interface Scoped {
  /** Field → value; for a reference the id. */
  readonly within?: Readonly<Record<string, string>>
  /** Name of one of the record's tabs. */
  readonly tab?: string
}
/** The properties of a paged list that its reading depends on. */
export type Paged = Pick<RecordDefinition, 'paths' | 'noun' | 'allFields' | 'tabs'> & Scoped

/** Parameters of a paged list that are not filters. */
const OWN: ReadonlySet<string> = new Set(['cursor', 'itemNo', 'search', 'sort_by', 'sort_order', 'fields', 'id', 'tab'])
/** A filter of every path: people with several stores may choose some of them. */
export const STORE_FILTER = 'store_code'

const distinct = (names: readonly string[]) => [...new Set(names)]

/** Fields that a path compares for equality. */
export const equalFilters = ({ paths = [] }: Pick<RecordDefinition, 'paths'>): string[] =>
  distinct(paths.flatMap(({ equal }) => equal))
/** Fields that a path sorts by; each also accepts a range. */
export const pathOrders = ({ paths = [] }: Pick<RecordDefinition, 'paths'>): string[] =>
  distinct(paths.map(({ order }) => order))

/**
 * @param values that a filter asks for
 * @returns the stored values of the rows that can have them; and whether such rows can have other values too
 */
export function storedAmong(
  { computed = {}, type }: Field,
  values: readonly string[],
): { values: string[]; isWider: boolean } {
  if (!('labels' in type)) return { values: [...values], isWider: false }
  const storedOf = (value: string) => computed[value] ?? [value]
  const among = distinct(values.flatMap(storedOf))
  const isWider = Object.keys(type.labels).some(
    (value) => !values.includes(value) && storedOf(value).some((each) => among.includes(each)),
  )
  return { values: among, isWider }
}

type Query = Readonly<Record<string, unknown>>

/** @returns the tab in a query; undefined if there is none */
export const tabIn = ({ tabs }: Pick<RecordDefinition, 'tabs'>, { tab }: Query): ListTab | undefined =>
  typeof tab === 'string' && tabs && Object.hasOwn(tabs, tab) ? tabs[tab] : undefined

/** @returns a value that a tab fixes, for the person with this id */
export const fixedValue = (value: string, readerId: string): string => (value === READER ? readerId : value)

/**
 * @param readerId of the person who reads the list
 * @returns the query with the values of its tab, as the path that serves them needs them
 */
export const withTab = (record: Pick<RecordDefinition, 'tabs'>, query: Query, readerId: string): Query => ({
  ...query,
  ...Object.fromEntries(
    Object.entries(tabIn(record, query)?.equal ?? {}).map(([name, value]) => [name, [fixedValue(value!, readerId)]]),
  ),
})

const DAY_MS = 24 * 3600 * 1000
/** @param now milliseconds since 1970 @returns the beginning of the day in UTC */
export const startOfDay = (now: number): number => Math.floor(now / DAY_MS) * DAY_MS

/** Fields that a person must be able to read for a tab. */
export const fieldsOfTab = ({ equal, only = {} }: ListTab): string[] =>
  distinct([...Object.keys(equal), ...Object.keys(only)])

/** How a list is read: along one path, in one direction. */
export interface Reading {
  readonly path: AccessPath
  readonly descending: boolean
}

const isSameSet = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((name) => right.includes(name))
const listed = (names: readonly string[]) => names.join(' and ')

/** The current filters of a list. */
export interface InForce {
  /** Names of fields that are compared for equality. */
  readonly equal: readonly string[]
  /** Name of the field with a range. */
  readonly range: string | null
}

/** What can be added to the current filters. */
export interface Offers {
  /** Fields that the list can be sorted by. */
  readonly orders: readonly string[]
  /** Filter → null, or the labels of the current filters that it cannot be combined with. */
  readonly filters: Readonly<Record<string, string | null>>
}

/** @returns the orders and filters that a path serves together with the current ones */
export function offersOf(record: Paged, { equal, range }: InForce): Offers {
  const { paths = [], allFields, within = {}, tab } = record
  const fixed = [...Object.keys(within), ...Object.keys(tabIn(record, { tab })?.equal ?? {})]
  const serves = (fields: readonly string[], order: string | null) =>
    paths.some(
      (path) => isSameSet(path.equal, distinct([...fixed, ...fields])) && (order === null || path.order === order),
    )
  const others = (name: string) =>
    [...equal, ...(range === null ? [] : [range])]
      .filter((each) => each !== name)
      .map((each) => allFields[each]!.label)
      .join(' and ')
  const filters = [
    ...equalFilters(record)
      .filter((name) => !fixed.includes(name))
      .map((name) => [name, serves(distinct([...equal, name]), range)] as const),
    ...pathOrders(record).map((name) => [name, serves(equal, name) && (range ?? name) === name] as const),
  ]
  return {
    orders: pathOrders(record).filter((order) => serves(equal, order) && (range ?? order) === order),
    filters: Object.fromEntries(filters.map(([name, isServed]) => [name, isServed ? null : others(name)])),
  }
}

/** Why a query is refused, as a sentence for staff. */
export interface Refused {
  readonly refusal: string
}

/**
 * @param query parameters of a list, by name; undefined ones are ignored
 * @returns the path that serves it, or why none does
 */
export function readingOf(record: Paged, asked: Query): Reading | Refused {
  const tab = tabIn(record, asked)
  const twice = tab && Object.keys(tab.equal).find((name) => asked[name] !== undefined)
  if (twice !== undefined) return { refusal: `The tab ${tab!.label} says already which ${twice} it shows.` }
  // Only the names of the fields matter here.
  const query = withTab(record, asked, '')
  const { paths = [], noun, allFields } = record
  const names = Object.keys(allFields)
  const place = (filter: string) => names.indexOf(filter.split('.')[0]!)
  const filters = Object.keys(query)
    .filter((name) => !OWN.has(name) && query[name] !== undefined)
    .toSorted((left, right) => place(left) - place(right))
  const ranged = distinct(filters.filter((name) => name.includes('.')).map((name) => name.split('.')[0]!))
  const equal = filters.filter((name) => !name.includes('.') && name !== STORE_FILTER)
  if (ranged.length > 1)
    return { refusal: `A list of ${noun[1]} takes a range of one field, not of ${listed(ranged)} together.` }
  const [range] = ranged
  const sortBy = query.sort_by as string | undefined
  if (range !== undefined && sortBy !== undefined && sortBy !== range)
    return { refusal: `A list of ${noun[1]} that is limited by ${range} can only be sorted by ${range}.` }
  const order = sortBy ?? range
  const fitting = paths.filter((path) => isSameSet(path.equal, equal))
  const path = fitting.find((each) => order === undefined || each.order === order)
  if (path) return { path, descending: (query.sort_order ?? (sortBy === undefined ? 'desc' : 'asc')) === 'desc' }
  if (fitting.length > 0)
    return {
      refusal: `A list of ${noun[1]} that is filtered by ${listed(equal) || 'nothing'} can only be sorted by ${distinct(fitting.map((each) => each.order)).join(' or ')}.`,
    }
  const offered = distinct(paths.map((each) => listed(each.equal)).filter(Boolean))
  return {
    refusal: `The ${noun[1]} cannot be filtered by ${listed(equal)} together. They can be filtered by ${offered.join('; ') || 'nothing'}.`,
  }
}
