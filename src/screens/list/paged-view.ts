/**
 * The search, filters and order that a paged list offers: exactly those that its record's paths serve (records, Lists).
 */
import { dayRange, daysOf, readRange } from '@contract/records/day-range'
import type { AccessStore } from '@contract/permissions'
import { equalFilters, offersOf, pathOrders, STORE_FILTER, type Paged } from '@contract/records/paths'
import type { Column, TableView } from '@design-system/patterns/Table/types'
import { orderOf } from '@contract/records/page-query'
import type { Row } from '@resources/resource'

/** The order of a list if nobody chose one: the newest first. */
export const ownOrderOf = (record: Paged): TableView['sort'] => {
  const order = orderOf(record, { search: '', filters: {}, sort: null })
  return order && { key: order.key, order: order.descending ? 'desc' : 'asc' }
}

/**
 * @returns the view without an order that no path serves, then without such filters: an address can contain anything
 */
export function servedView(record: Paged, view: TableView): TableView {
  const known = new Set([
    ...equalFilters(record),
    ...pathOrders(record),
    ...(offersStore(record) ? [STORE_FILTER] : []),
  ])
  const filters = Object.entries(view.filters).filter(([name]) => known.has(name))
  for (let count = filters.length; count > 0; count -= 1) {
    const some = Object.fromEntries(filters.slice(0, count))
    for (const sort of [view.sort, null])
      if (orderOf(record, { search: '', filters: some, sort })) return { ...view, filters: some, sort }
  }
  const sort = orderOf(record, { search: '', filters: {}, sort: view.sort }) ? view.sort : null
  return { ...view, filters: {}, sort }
}

/** The fields of the current filters and order, as the paths distinguish them. */
const inForce = (record: Paged, { filters }: Pick<TableView, 'filters'>) => {
  const names = Object.keys(filters)
  return {
    equal: equalFilters(record).filter((name) => names.includes(name)),
    range: pathOrders(record).find((name) => names.includes(name)) ?? null,
  }
}

const DAYS = { kind: 'days', read: daysOf, write: dayRange, bounds: readRange } as const

/** Whether a list can be limited to stores, along every path: the part of a list that belongs to one record is in one store. */
const offersStore = ({ within }: Paged) => within === undefined

/**
 * The columns of a whole list, with the filters and orders that the paths serve in addition to the active ones.
 * @param stores that the person sees: the values of the filter Store, whether or not their rows have been read
 */
export function pagedColumns(
  record: Paged,
  columns: readonly Column<Row>[],
  view: Pick<TableView, 'filters'>,
  stores: readonly AccessStore[],
): Column<Row>[] {
  const { orders, filters } = offersOf(record, inForce(record, view))
  return columns.map(({ filter, ...column }) => {
    if (column.key === STORE_FILTER && offersStore(record))
      return {
        ...column,
        sortable: false,
        filter: {
          kind: 'oneOf',
          options: stores.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
        },
      }
    const blockedBy = filters[column.key]
    const isTime = record.allFields[column.key]?.type.kind === 'time'
    const offered =
      blockedBy === undefined
        ? undefined
        : isTime
          ? DAYS
          : filter?.kind === 'oneOf'
            ? { kind: filter.kind, options: filter.options }
            : undefined
    return {
      ...column,
      sortable: orders.includes(column.key),
      ...(offered && {
        filter: blockedBy == null ? offered : { ...offered, blocked: `Cannot be combined with ${blockedBy}` },
      }),
    }
  })
}
