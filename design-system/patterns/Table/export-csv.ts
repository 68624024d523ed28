import type { Column } from './types'

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** A plain number may begin with a sign. */
const NUMBER = /^-\d+(\.\d+)?$/

function field(value: string): string {
  // The apostrophe makes it text: a name like '=HYPERLINK(…)' must not run on the reader's machine.
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (fields: readonly string[]) => `${fields.map(field).join()}\r\n`

/** The first line of a file, with the mark by which spreadsheets recognize UTF-8. @param columns in the order of the file */
export const csvHead = <Row>(columns: readonly Column<Row>[]): string =>
  `\uFEFF${line(columns.map(({ title }) => title))}`

/** More lines of a file. @param columns in the order of the file @param rows in the order of the file */
export function csvLines<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  let text = ''
  for (const row of rows)
    text += line(columns.map((column) => (column.exportText ? column.exportText(row) : column.text(row))))
  return text
}

/**
 * Rows as a CSV file (RFC 4180) that spreadsheets read as UTF-8 and in which nothing can act as a formula.
 * @param columns in the order of the file; their titles are the first line
 * @param rows in the order of the file
 */
export const exportCsv = <Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string =>
  csvHead(columns) + csvLines(columns, rows)
