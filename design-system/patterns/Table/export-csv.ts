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

/**
 * Rows as a CSV file (RFC 4180) that spreadsheets read as UTF-8 and in which nothing can act as a formula.
 * @param columns in the order of the file; their titles are the first line
 * @param rows as they shall stand in the file
 */
export function exportCsv<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): string {
  const lines = [columns.map(({ title }) => field(title)).join()]
  for (const row of rows)
    lines.push(columns.map((column) => field(column.exportText ? column.exportText(row) : column.text(row))).join())
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
