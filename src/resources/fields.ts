/**
 * The fields that a list requests from the server. The server omits fields that the person may not read, so the request
 * is the same for everybody.
 */
import { searchWords } from '@contract/search'
import type { ColumnDefinition, Resource, Row } from './resource'

/** Keys of the columns that are shown until a person chooses others. */
export const shownByDefault = (columns: readonly ColumnDefinition<Row>[]): string[] =>
  columns.filter((column) => column.shown).map((column) => column.field)

/** Keys of the columns that a search includes. */
export const searchedColumns = (columns: readonly ColumnDefinition<Row>[]): string[] =>
  columns.filter((column) => column.search).map((column) => column.field)

/**
 * The fields that a search could match: phones are requested only for words of digits, so that a search for a name does
 * not load the phones of a whole list.
 */
export function columnsToSearch(columns: readonly ColumnDefinition<Row>[], search: string): string[] {
  const words = searchWords(search)
  const hasNumber = words.some((word) => /^\d+$/.test(word))
  return words.length === 0
    ? []
    : columns.filter((column) => column.search && (column.kind !== 'phone' || hasNumber)).map(({ field }) => field)
}

/**
 * The shown fields, the name of a row, whether it is disabled, the fields that its actions depend on, the currency of an amount,
 * and the fields that explain a value or say what it counts.
 * @param inUse columns that are shown, filtered by or sorted by, in any order
 */
export function fieldsToRead(
  {
    columns,
    nameFields,
    actions,
    switch: switches,
    ordered: isOrdered,
  }: Pick<Resource<Row>, 'columns' | 'nameFields' | 'actions' | 'switch' | 'ordered'>,
  inUse: readonly string[],
): string[] {
  const needed = new Set<string>([
    ...inUse,
    ...nameFields,
    ...(switches ? ['is_deleted'] : []),
    ...(isOrdered ? ['position'] : []),
    ...actions.flatMap(({ reads = [] }) => reads),
  ])
  for (const { field, currencyField, explainedBy, counts } of columns)
    if (needed.has(field))
      for (const beside of [currencyField, explainedBy?.field, counts?.by]) if (beside) needed.add(beside)
  const ordered = columns.map(({ field }) => field).filter((field) => needed.has(field))
  return [...new Set<string>([...ordered, ...needed])]
}
