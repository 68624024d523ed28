import type { Column, TableScope, TableView } from '../types'

/** Text for comparing without case; composed, so that 'é' is one whether it was typed as one sign or two. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // oxlint-disable-next-line no-control-regex -- ASCII is told from the rest by its range, control characters included
  return /[^\0-\x7f]/.test(lower) ? lower.normalize('NFC') : lower
}

/** Whether a search looks into this column. */
export const isSearched = <Row>(column: Column<Row>): boolean => column.searchable ?? column.kind === 'text'

/** Search and filters of a view, made ready for testing rows. */
export interface Conditions<Row> {
  /** The folded search; '' for none. */
  readonly term: string
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
  const term = fold(search.trim())
  const active = columns.filter(
    (column) => column.filter && (filters[column.key]?.some((value) => value.trim() !== '') ?? false),
  )
  if (term === '' && active.length === 0 && !scope) return null
  return {
    term,
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
  const parts = values.map((value) => fold(value.trim()))
  return (row) => {
    const text = fold(column.text(row))
    return parts.some((part) => text.includes(part))
  }
}

/** Whether every row that `next` lets through was let through by `earlier`. */
export const narrows = <Row>(next: Conditions<Row>, earlier: Conditions<Row>): boolean =>
  next.filterKey === earlier.filterKey && next.term.includes(earlier.term)
