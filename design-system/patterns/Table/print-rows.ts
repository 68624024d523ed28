/** Prints a table: all of its rows instead of those in view, without what surrounds it. Loaded when the page is idle. */
import { filtersInForce } from './engine/conditions'
import type { Column, TableView } from './types'
import { filterVerb, filterWords, number } from './words'

/** Rows on paper; the heading tells if there are more. A browser lays out this many at once, without a noticeable wait. */
export const PRINT_LIMIT = 2000

const STYLE = `
  @media print {
    @page { margin: 12mm; }
    html, body { background: Canvas !important; color-scheme: light !important; }
    *:has([data-print]) {
      display: block !important; position: static !important; height: auto !important; min-height: 0 !important;
      max-height: none !important; overflow: visible !important; background: Canvas !important;
    }
    *:has([data-print]) > *:not(:has([data-print]), [data-print]), [data-print] ~ * { display: none !important; }
    [data-print] { color: CanvasText; font-size: 8pt; line-height: 1.3; }
    [data-print] h1 { margin: 0 0 2pt; font-size: 12pt; font-weight: 600; }
    [data-print] p { margin: 0 0 8pt; }
    [data-print] table { width: 100%; border-collapse: collapse; }
    [data-print] :is(th, td) {
      padding: 2pt 6pt 2pt 0; border-bottom: .5pt solid GrayText; text-align: start; vertical-align: top; overflow-wrap: anywhere;
    }
    [data-print] th { font-weight: 600; }
    [data-print] [data-align='end'] { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
    [data-print] tr { break-inside: avoid; }
  }
  @media screen { [data-print] { display: none; } }
`

export interface Printed<Row> {
  /** Name of the list. */
  title: string
  /** The columns in the table, and all that filters know. */
  shown: readonly Column<Row>[]
  columns: readonly Column<Row>[]
  view: Pick<TableView, 'filters' | 'search'>
  /** The matching rows in their order. */
  rows: Iterable<Row>
  /** How many match; null if the list was not read to its end. */
  count: number | null
}

const element = <K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] =>
  Object.assign(document.createElement(name), { textContent: text })

/** What is printed of how many, and what limits it. */
function heading<Row>({ columns, view, count }: Printed<Row>, printed: number, isCut: boolean): string {
  const filters = filtersInForce(columns, view.filters).map(
    ({ column, values, excludes }) =>
      `${column.title} ${filterVerb(column, values, excludes)} ${filterWords(column, values)}`,
  )
  const search = view.search.trim()
  const of = isCut
    ? `The first ${number(printed)} rows${count === null ? '' : ` of ${number(count)}`}`
    : `${number(printed)} rows`
  const rest = isCut || count === null ? ' An export contains all.' : ''
  const limits = [...filters, ...(search ? [`“${search}”`] : [])]
  return `${of}${limits.length > 0 ? `, ${limits.join(', ')}` : ''}, printed on ${new Date().toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}.${rest}`
}

/**
 * Puts a plain table into the page that only a printer shows.
 * @param root of the table
 * @returns removes it
 */
export function showForPrint<Row>(root: HTMLElement, printed: Printed<Row>): () => void {
  const box = element('section')
  box.dataset.print = ''
  const table = element('table')
  const alignOf = ({ align, kind }: Column<Row>) => align ?? (kind === 'number' || kind === 'money' ? 'end' : 'start')
  // A picture without a text prints as an empty column.
  const columns = printed.shown.filter(({ wordless }) => !wordless)
  const line = (cell: 'th' | 'td', textOf: (column: Column<Row>) => string) => {
    const row = element('tr')
    for (const column of columns) {
      const made = element(cell, textOf(column))
      made.dataset.align = alignOf(column)
      row.append(made)
    }
    return row
  }
  const head = element('thead')
  head.append(line('th', ({ title }) => title))
  const body = element('tbody')
  let isCut = false
  for (const row of printed.rows) {
    if (body.childElementCount === PRINT_LIMIT) {
      isCut = true
      break
    }
    body.append(line('td', (column) => column.text(row)))
  }
  table.append(head, body)
  box.append(
    element('style', STYLE),
    element('h1', printed.title),
    element('p', heading(printed, body.childElementCount, isCut)),
    table,
  )
  root.append(box)
  return () => box.remove()
}
