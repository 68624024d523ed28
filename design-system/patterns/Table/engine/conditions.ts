import { fold, searchWords } from '../../../primitives/text/fold'
import type { Column, TableScope, TableView } from '../types'
import { compareDecimals } from './number-order'

/** A filter of a view. */
export interface FilterInForce<Row> {
  readonly column: Column<Row>
  /** Its name in the view. */
  readonly name: string
  readonly values: readonly string[]
  /** It leaves out the rows with these values. */
  readonly excludes: boolean
}

/** Name of the filter that leaves rows out. @param key of the column */
export const excluding = (key: string): string => `${key}.not`

/** @returns the filters that narrow a view, in the order of the columns; those of unknown columns and without values are none */
export const filtersInForce = <Row>(
  columns: readonly Column<Row>[],
  filters: TableView['filters'],
): FilterInForce<Row>[] =>
  columns.flatMap((column) =>
    column.filter
      ? [false, true].flatMap((excludes) => {
          if (excludes && !(column.filter?.kind === 'oneOf' && column.filter.excludes)) return []
          const name = excludes ? excluding(column.key) : column.key
          const values = filters[name]?.filter((value) => value.trim() !== '') ?? []
          return values.length > 0 ? [{ column, name, values, excludes }] : []
        })
      : [],
  )

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
  const active = filtersInForce(columns, filters)
  if (words.length === 0 && active.length === 0 && !scope) return null
  return {
    words,
    filterKey: JSON.stringify([scope?.key, ...active.map(({ name, values }) => [name, values])]),
    tests: [
      ...(scope ? [(row: Row) => scope.holds(row)] : []),
      ...active.map(({ column, values, excludes }) => {
        const test = testOf(column, values)
        return excludes ? (row: Row) => !test(row) : test
      }),
    ],
  }
}

function testOf<Row>(column: Column<Row>, values: readonly string[]): (row: Row) => boolean {
  if (column.filter?.kind === 'oneOf') {
    const wanted = new Set(values)
    return (row) => {
      const value = column.value ? column.value(row) : column.text(row)
      return typeof value === 'string' ? wanted.has(value) : value.some((each) => wanted.has(each))
    }
  }
  if (column.filter?.kind === 'numbers') {
    const { filter } = column
    const ranges = values.map((value) => filter.read(value))
    return (row) => {
      const number = column.number?.(row)
      if (number === null || number === undefined || number === '') return false
      const text = String(number)
      return ranges.some(
        ({ from, to }) =>
          (from === '' || compareDecimals(text, from) >= 0) && (to === '' || compareDecimals(text, to) <= 0),
      )
    }
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
