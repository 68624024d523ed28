import type { KeyboardEvent } from 'react'
import { singleKeysAreOn } from '../../../primitives/Kbd/single-keys'
import type { RowEngine } from '../engine/row-engine'
import type { RowPainter } from './row-painter'
import { CONTROLS } from './slot'

interface Wishes<Row> {
  open: (row: Row) => void
  /** @param extend from the row where the person stood */
  select: (index: number, extend: boolean) => void
  /** The person stands on another row: choosing extends from here. */
  stand: (index: number) => void
  selectAll: () => void
  /** @returns whether something was chosen */
  clear: () => boolean
  peek: (row: Row) => void
  /** The person moved to another row. */
  reach: (row: Row) => void
}

/**
 * The keys of the grid (look, section 6): arrows, Home and End, with Ctrl to the first and last row, PageUp and PageDown;
 * Enter opens the row, or enters a cell that holds controls, P shows it beside the table; Space chooses, Shift extends,
 * Ctrl A chooses all that match; Esc returns to the grid, then chooses nothing.
 */
export function handleGridKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  engine: RowEngine<Row>,
  painter: RowPainter<Row>,
  wishes: Wishes<Row>,
): void {
  const scroller = event.currentTarget
  if (event.target !== scroller) {
    if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      scroller.querySelector('[data-table-body]')?.contains(event.target as Node)
    ) {
      event.preventDefault()
      scroller.focus({ preventScroll: true })
    }
    return
  }
  const { length } = engine.getState()
  if (length === 0 || event.altKey) return
  const now = painter.active
  const index = Math.min(now?.index ?? -1, length - 1)
  const cell = now?.cell ?? 0
  const control = event.ctrlKey || event.metaKey
  const cells = painter.slots[0]?.cells.length ?? 1
  const step = (key: 'ArrowLeft' | 'ArrowRight') =>
    (key === 'ArrowRight') === (getComputedStyle(scroller).direction !== 'rtl') ? 1 : -1

  const go = (toIndex: number, toCell: number) => {
    const target = { index: Math.max(0, Math.min(length - 1, toIndex)), cell: Math.max(0, Math.min(cells - 1, toCell)) }
    painter.reveal(target.index)
    painter.setActive(target)
    // Sideways. Where all columns have room there is nothing to scroll, and to ask for it costs a layout.
    if (scroller.hasAttribute('data-wide'))
      painter.slotOf(target.index)?.cells[target.cell]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (!event.shiftKey) wishes.stand(target.index)
    else if (target.index !== index) wishes.select(target.index, true)
    const row = target.index === index ? null : engine.rowAt(target.index)
    if (row !== null) wishes.reach(row)
  }
  const onRow = (work: (row: Row) => void) => {
    const row = engine.rowAt(index)
    if (row !== null) work(row)
  }
  const enter = () => {
    const inside = painter.slotOf(index)?.cells[cell]?.querySelector<HTMLElement>(CONTROLS)
    if (inside && !inside.classList.contains('pb-link')) inside.focus()
    else if (event.key === 'Enter') onRow(wishes.open)
  }
  const keys: Record<string, () => unknown> = {
    ArrowDown: () => go(index + 1, cell),
    ArrowUp: () => go(index - 1, cell),
    ArrowRight: () => go(Math.max(0, index), cell + step('ArrowRight')),
    ArrowLeft: () => go(Math.max(0, index), cell + step('ArrowLeft')),
    Home: () => (control ? engine.jump('start') || go(0, cell) : go(Math.max(0, index), 0)),
    End: () => (control ? engine.jump('end') || go(length - 1, cell) : go(Math.max(0, index), cells - 1)),
    PageDown: () => go(index + painter.pageSize, cell),
    PageUp: () => go(index - painter.pageSize, cell),
    Enter: () => {
      if (index >= 0) enter()
    },
    F2: () => {
      if (index >= 0) enter()
    },
    ' ': () => {
      if (index >= 0) wishes.select(index, event.shiftKey)
    },
    a: wishes.selectAll,
    p: () => {
      if (index >= 0 && singleKeysAreOn()) onRow(wishes.peek)
    },
  }
  if (event.key === 'Escape' && !event.defaultPrevented && wishes.clear()) return event.preventDefault()
  const action = keys[event.key]
  if (!action || (event.key === 'a' && !control) || (event.key === 'p' && control)) return
  event.preventDefault()
  action()
}
