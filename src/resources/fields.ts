/** Which fields a list asks the server for. What a person may not read the server leaves out: the question is the same for all. */
import { searchWords } from '@contract/search'
import type { ColumnDefinition, Resource, Row } from './resource'

/** Keys of the columns that are shown until a person chooses otherwise. */
export const shownByDefault = (columns: readonly ColumnDefinition<Row>[]): string[] =>
  columns.filter((column) => column.shown).map((column) => column.field)

/** Keys of the columns that a search finds. */
export const searchedColumns = (columns: readonly ColumnDefinition<Row>[]): string[] =>
  columns.filter((column) => column.search).map((column) => column.field)

/**
 * Which of them a search may find something in: phones are read for words of digits alone, so that a search for a name does
 * not read the phones of a whole list.
 */
export function columnsToSearch(columns: readonly ColumnDefinition<Row>[], search: string): string[] {
  const words = searchWords(search)
  const hasNumber = words.some((word) => /^\d+$/.test(word))
  return words.length === 0
    ? []
    : columns.filter((column) => column.search && (column.kind !== 'phone' || hasNumber)).map(({ field }) => field)
}

/**
 * What is shown, what names a row, whether it is disabled, what its actions depend on, and the currency of what is money.
 * @param inUse columns that are shown, filtered by or sorted by, in any order
 */
export function fieldsToRead(
  {
    columns,
    nameFields,
    actions,
    switch: switches,
    currencyField,
    ordered: isOrdered,
  }: Pick<Resource<Row>, 'columns' | 'nameFields' | 'actions' | 'switch' | 'currencyField' | 'ordered'>,
  inUse: readonly string[],
): string[] {
  const needed = new Set<string>([
    ...inUse,
    ...nameFields,
    ...(switches ? ['is_deleted'] : []),
    ...(isOrdered ? ['position'] : []),
    ...actions.flatMap(({ reads = [] }) => reads),
  ])
  if (currencyField && columns.some((column) => column.kind === 'money' && needed.has(column.field)))
    needed.add(currencyField)
  const ordered = columns.map(({ field }) => field).filter((field) => needed.has(field))
  return [...new Set<string>([...ordered, ...needed])]
}
