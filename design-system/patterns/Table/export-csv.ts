import type { Column } from './types'

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
