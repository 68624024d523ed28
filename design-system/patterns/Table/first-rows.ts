/** Paints the first rows of a prerendered table before React is loaded, with the table's layout and row elements. */
import { chosenColumns, layOut, type LaidColumn } from './engine/layout'
import { extraWidth, pinMeasures, trackMeasures } from './engine/measures'
import { createPane, Slot } from './grid/slot'
import type { Column, ColumnLook } from './types'

export interface FirstRows<Row> {
  /** All columns that the person may see. */
  columns: readonly Column<Row>[]
  look: ColumnLook
  selectable: boolean
  /** The first cell becomes a link once React has rendered it. */
  linked: boolean
  /** Width of the column of actions, CSS pixels; 0 if there is none. */
  actions: number
  rowHeight: number
  /** If possible, more than fit into the view, so that the table has its scrollbar. */
  rows: readonly Row[]
  isMuted: (row: Row) => boolean
}

/**
 * Keeps only the laid-out columns in the head, in their order.
 * @param head with a cell for each column @returns false if a cell is missing: then nothing was changed
 */
function arrangeHead<Row>(head: Element, laid: readonly LaidColumn<Row>[]): boolean {
  const cells = new Map([...head.children].map((cell) => [(cell as HTMLElement).dataset.col, cell as HTMLElement]))
  if (laid.some(({ column }) => !cells.has(column.key))) return false
  const kept = laid.flatMap(({ column, pin }, index) => {
    const cell = cells.get(column.key)
    if (!cell) return []
    cell.toggleAttribute('data-first', index === 0)
    cell.toggleAttribute('data-pinned', Boolean(pin))
    cell.style.insetInlineStart = pin ? `var(--pb-pin-${pin})` : ''
    return [cell]
  })
  head.replaceChildren(...[cells.get('$select'), ...kept, cells.get('$actions')].filter((cell) => cell !== undefined))
  return true
}

/**
 * Paints rows as text, including the cells that columns render themselves. Only for rows with one line, not for phones.
 * @param table the markup of a Table without rows, in the page
 * @returns whether the rows were painted; false if the markup or the columns are missing
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

  // Set first, because a scrollbar reduces the width of the columns.
  body.style.height = `${rows.length * rowHeight}px`
  frame.style.setProperty('--pb-table-row', `${rowHeight}px`)
  const room = { width: scroller.clientWidth, selectable, actions }
  const laid = layOut(chosenColumns(columns, null, look.pinned), room.width - extraWidth(room), look)
  if (laid.length === 0 || !arrangeHead(head, laid)) return false
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
