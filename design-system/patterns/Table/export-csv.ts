import { filtersInForce } from './engine/conditions'
import type { Column, TableView } from './types'
import { filterVerb, filterWords } from './words'

/** Texts that a spreadsheet would read as a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** A plain number may begin with a sign. */
const NUMBER = /^-\d+(\.\d+)?$/

function field(value: string): string {
  // The apostrophe marks it as text: a name like '=HYPERLINK(…)' must not be executed by the spreadsheet.
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (fields: readonly string[]) => `${fields.map(field).join()}\r\n`

/** @param columns in the order of the file @returns its first line, with the mark by which spreadsheets detect UTF-8 */
export const csvHead = <Row>(columns: readonly Column<Row>[]): string =>
  `\uFEFF${line(columns.map(({ title }) => title))}`

/** @param columns in the order of the file @param rows in the order of the file @returns more lines of the file */
export function csvLines<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  let text = ''
  for (const row of rows)
    text += line(columns.map((column) => (column.exportText ? column.exportText(row) : column.text(row))))
  return text
}

/**
 * Creates a CSV file (RFC 4180) that spreadsheets read as UTF-8 and in which no value is executed as a formula.
 * @param columns in the order of the file; their titles are the first line
 * @param rows in the order of the file
 */
export const exportCsv = <Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string =>
  csvHead(columns) + csvLines(columns, rows)

/** Longest part of a file's name that tells the filter; many systems allow 255 bytes. */
const MOST_OF_FILTER = 100

/**
 * The name of an exported file: its list, the day, and what limits its rows.
 * @param parts what limits them besides the view, for example a tab
 * @param day in the person's time zone
 * @returns 'users 2026-11-24 role is VIP player.csv'
 */
export function exportName<Row>(
  list: string,
  columns: readonly Column<Row>[],
  view: Pick<TableView, 'filters' | 'search'>,
  parts: readonly string[],
  day: Date,
): string {
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  const filters = filtersInForce(columns, view.filters).map(
    ({ column, values, excludes }) =>
      `${column.title} ${filterVerb(column, values, excludes)} ${filterWords(column, values)}`,
  )
  const limits = [...parts, view.search.trim(), ...filters].filter(Boolean).join(', ')
  // Characters that some system allows in no name.
  const safe = limits
    .replaceAll(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const cut = Array.from(safe).slice(0, MOST_OF_FILTER).join('').trim()
  return `${[list, date, cut].filter(Boolean).join(' ')}.csv`
}
