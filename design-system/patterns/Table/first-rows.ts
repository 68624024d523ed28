/** The first rows of a table that was drawn without any, before there is React: by the table's own layout and its own rows. */
import { chosenColumns, layOut, type LaidColumn } from './engine/layout'
import { extraWidth, pinMeasures, trackMeasures } from './engine/measures'
import { createPane, Slot } from './grid/slot'
import type { Column, ColumnLook } from './types'

export interface FirstRows<Row> {
  /** All that the person may see. */
  columns: readonly Column<Row>[]
  look: ColumnLook
  selectable: boolean
  /** The first cell is a link, once React has drawn it. */
  linked: boolean
  /** Width of the column of actions, CSS pixels; 0 where there is none. */
  actions: number
  rowHeight: number
  /** At least as many as are in view, where there are so many: then the table gets its scrollbar. */
  rows: readonly Row[]
  isMuted: (row: Row) => boolean
}

/** @param head as drawn, with a cell for each column: it keeps those in the table, in their order */
function arrangeHead<Row>(head: Element, laid: readonly LaidColumn<Row>[]): void {
  const cells = new Map([...head.children].map((cell) => [(cell as HTMLElement).dataset.col, cell as HTMLElement]))
  const kept = laid.flatMap(({ column, pin }, index) => {
    const cell = cells.get(column.key)
    if (!cell) return []
    cell.toggleAttribute('data-first', index === 0)
    cell.toggleAttribute('data-pinned', Boolean(pin))
    cell.style.insetInlineStart = pin ? `var(--pb-pin-${pin})` : ''
    return [cell]
  })
  head.replaceChildren(...[cells.get('$select'), ...kept, cells.get('$actions')].filter((cell) => cell !== undefined))
}

/**
 * Paints rows as texts: what columns draw themselves is text too. Only for tables of one line a row, not for phones.
 * @param table the markup of a Table without rows, in the page
 * @returns whether it could: the markup must have a cell in its head for each column
 */
export function paintFirstRows<Row>(
  table: Element,
  { columns, look, selectable, linked, actions, rowHeight, rows, isMuted }: FirstRows<Row>,
): boolean {
  const scroller = table.querySelector<HTMLElement>('[data-table-scroller]')
  const head = scroller?.querySelector('[data-table-head] > *')
  const body = scroller?.querySelector<HTMLElement>('[data-table-body]')
  if (!scroller || !head || !body) return false
  const frame = scroller.parentElement!
  for (const overlay of frame.querySelectorAll('[data-skeleton]')) overlay.parentElement!.remove()

  // A scrollbar takes its width from the columns.
  body.style.height = `${rows.length * rowHeight}px`
  frame.style.setProperty('--pb-table-row', `${rowHeight}px`)
  const room = { width: scroller.clientWidth, selectable, actions }
  const laid = layOut(chosenColumns(columns, null, look.pinned), room.width - extraWidth(room), look)
  if (laid.length === 0) return false
  arrangeHead(head, laid)
  const widths = laid.map(({ width }) => width)
  const isWide = widths.reduce((sum, width) => sum + width, extraWidth(room)) > room.width
  const measures = { ...trackMeasures(widths, room), ...pinMeasures(laid, room, isWide) }
  for (const [name, value] of Object.entries(measures)) frame.style.setProperty(name, value)
  scroller.toggleAttribute('data-wide', isWide)

  const form = { id: 'first', columns: laid, selectable, linked, actions: actions > 0, phone: false }
  const pane = createPane()
  pane.append(
    ...rows.map((row, index) => {
      const slot = new Slot<Row>(form, true)
      slot.place(index, index * rowHeight)
      slot.writeTexts(laid, row, true)
      slot.element.toggleAttribute('data-muted', isMuted(row))
      return slot.element
    }),
  )
  body.append(pane)
  return true
}
