import { fold, searchWords } from '../../../primitives/text/fold'
import type { Column, TableScope, TableView } from '../types'

/** Whether a search looks into this column. */
export const isSearched = <Row>(column: Column<Row>): boolean => column.searchable ?? column.kind === 'text'

/** Search and filters of a view, made ready for testing rows. */
export interface Conditions<Row> {
  /** Of the search, folded; a row must hold each of them in some column. None: nothing is searched for. */
  readonly words: readonly string[]
  /** Equal keys: equal filters of columns. */
  readonly filterKey: string
  readonly tests: readonly ((row: Row) => boolean)[]
}

/**
 * @param scope rows that the caller narrows the table to, beside its filters
 * @returns null where every row matches; filters of unknown columns and without values are left out
 */
export function conditionsOf<Row>(
  columns: readonly Column<Row>[],
  search: string,
  filters: TableView['filters'],
  scope: TableScope<Row> | null = null,
): Conditions<Row> | null {
  const words = searchWords(search)
  const active = columns.filter(
    (column) => column.filter && (filters[column.key]?.some((value) => value.trim() !== '') ?? false),
  )
  if (words.length === 0 && active.length === 0 && !scope) return null
  return {
    words,
    filterKey: JSON.stringify([scope?.key, ...active.map(({ key }) => [key, filters[key]])]),
    tests: [
      ...(scope ? [(row: Row) => scope.holds(row)] : []),
      ...active.map((column) => testOf(column, filters[column.key]!)),
    ],
  }
}

function testOf<Row>(column: Column<Row>, values: readonly string[]): (row: Row) => boolean {
  if (column.filter?.kind === 'oneOf') {
    const wanted = new Set(values)
    return (row) => wanted.has(column.value ? column.value(row) : column.text(row))
  }
  if (column.filter?.kind === 'days') {
    const { filter } = column
    const ranges = values.map((value) => filter.bounds(value))
    return (row) => {
      const time = column.sortText?.(row) ?? column.text(row)
      return ranges.some(({ from, to }) => (from === null || time >= from) && (to === null || time <= to))
    }
  }
  const parts = values.map((value) => fold(value.trim()))
  return (row) => {
    const text = fold(column.text(row))
    return parts.some((part) => text.includes(part))
  }
}

/** Whether every row that `next` lets through was let through by `earlier`. */
export const narrows = <Row>(next: Conditions<Row>, earlier: Conditions<Row>): boolean =>
  next.filterKey === earlier.filterKey &&
  earlier.words.every((word) => next.words.some((longer) => longer.includes(word)))
