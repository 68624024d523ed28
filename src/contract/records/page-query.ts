/** The queries of a paged list: the person's view and a direction of reading, as parameters of the contract. */
import type { RecordQuery } from './calls'
import { readRange } from './day-range'
import { readingOf, type Paged, type Scoped } from './paths'
import type { RecordDefinition } from './record'

/** Rows per page. */
export const PAGE_ROWS = 100

export type PageQuery = RecordQuery & Record<string, unknown>

/** The person's search, filters and order. */
export interface PagedView {
  search: string
  /** Field → the chosen values, or the chosen range. */
  filters: Readonly<Record<string, readonly string[]>>
  sort: { key: string; order: 'asc' | 'desc' } | null
}
/** The place where reading begins: an end of the list, or a value of the order, such as a time. */
export type Place = { at: 'start' } | { at: 'end' } | { at: 'value'; value: string }
/** A direction of reading from that place: `on` in the list's order, `back` in the opposite order. */
export type Strand = 'on' | 'back'

/** The view of a list without any choices. */
export const NOTHING_CHOSEN: PagedView = { search: '', filters: {}, sort: null }

/** The parameters that filter a list to a view, also for its totals and its export. */
export function filterQuery(
  { allFields, within, tab }: Pick<RecordDefinition, 'allFields'> & Scoped,
  view: PagedView,
): PageQuery {
  const query: PageQuery = { ...within, ...(tab !== undefined && { tab }) }
  if (view.search.trim() !== '') query.search = view.search.trim()
  for (const [name, values] of Object.entries(view.filters)) {
    if (values.length === 0) continue
    if (allFields[name]?.type.kind !== 'time') query[name] = [...values]
    else Object.assign(query, boundsOf(name, values[0]!))
  }
  return query
}

const boundsOf = (name: string, value: string) => {
  const { from, to } = readRange(value)
  return { ...(from !== null && { [`${name}.from`]: from }), ...(to !== null && { [`${name}.to`]: to }) }
}

/** A filter as in the body of a bulk call: each value is a text, as in the address of the list. */
export const filterBody = (query: PageQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().join(',')]))

/** The order of a view. */
export interface ViewOrder {
  readonly key: string
  readonly descending: boolean
}
/** @returns the order of a view; null if no path serves it */
export function orderOf(record: Paged, view: PagedView): ViewOrder | null {
  const reading = readingOf(record, { ...filterQuery(record, view), ...sortQuery(view) })
  return 'refusal' in reading ? null : { key: reading.path.order, descending: reading.descending }
}
const sortQuery = ({ sort }: PagedView) => (sort ? { sort_by: sort.key, sort_order: sort.order } : {})

/** The query of a view with its complete order, for a file or the totals. */
export const wholeQuery = (record: Paged, view: PagedView): PageQuery => ({
  ...filterQuery(record, view),
  ...sortQuery(view),
})

/** The more restrictive of two bounds. */
const narrower = (end: 'from' | 'to', held: unknown, value: string) =>
  typeof held === 'string' && (end === 'to' ? held < value : held > value) ? held : value
/** One millisecond earlier: the first value of the other direction. */
const before = (time: string) => new Date(Date.parse(time) - 1).toISOString()

/**
 * @param place where reading began; a value divides the list: the later rows include it
 * @param strand `on` reads in the view's order, `back` in the opposite order
 * @returns the query of a page of that strand, without its cursor
 */
export function strandQuery(record: Paged, view: PagedView, place: Place, strand: Strand): PageQuery {
  const query = wholeQuery(record, view)
  const order = orderOf(record, view)
  if (!order) return query
  const descending = (strand === 'on') === order.descending
  query.sort_by = order.key
  query.sort_order = descending ? 'desc' : 'asc'
  if (place.at !== 'value') return query
  const end = descending ? 'to' : 'from'
  const name = `${order.key}.${end}`
  query[name] = narrower(end, query[name], descending ? before(place.value) : place.value)
  return query
}
