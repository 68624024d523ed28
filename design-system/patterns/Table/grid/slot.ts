import type { LaidColumn } from '../engine/layout'
import type { Column } from '../types'
import { DrawnCells } from './drawn-cells'

/** What a row of the pool is made of; a change of it means new elements. */
export interface RowForm<Row> {
  /** Prefix of the ids of cells. */
  readonly id: string
  readonly columns: readonly LaidColumn<Row>[]
  readonly selectable: boolean
  readonly linked: boolean
  readonly actions: boolean
  /** Two lines, as on a phone. */
  readonly phone: boolean
}

/** How a row stands out, beside its values. */
export interface RowState {
  readonly selected: boolean
  readonly muted: boolean
  readonly open: boolean
  readonly busy: boolean
  readonly active: boolean
}
const PLAIN: RowState = { selected: false, muted: false, open: false, busy: false, active: false }

/** What can have the focus in a cell. */
export const CONTROLS = 'a[href], button, input, select, textarea, [role="switch"]'

/** Kinds with tabular figures: their digits are aligned from row to row. */
const NUMERIC = ['number', 'money', 'date']

let slots = 0

/** A row's elements, used for one row after the other. Plain cells hold one text node, rich ones are left to React. */
export class Slot<Row> {
  readonly key = ++slots
  readonly element = document.createElement('div')
  readonly cells: HTMLElement[] = []
  readonly check: HTMLInputElement | null = null
  readonly link: HTMLAnchorElement | null = null
  /** The column with the link; -1: none. */
  readonly linkAt: number
  readonly actions: Place | null = null
  /** Text nodes of plain cells, by column. */
  readonly nodes: (Text | null)[] = []
  /** They put what columns draw themselves into its cells, by column. */
  readonly places: (Place | null)[] = []
  private readonly texts: string[] = []
  /** Texts in the place of rich cells while rows pass, and until they are first drawn, by column. */
  private readonly standIns: (Text | null)[] = []
  private stale = false
  index = -1
  row: Row | null = null
  state = PLAIN
  /** Id of the row. */
  id: string | null = null
  /** What React has drawn in the rich cells. */
  readonly drawn = new DrawnCells<Row>()
  /** Grows when React has to draw the rich cells again. */
  stamp = 0
  /** Another one: controls of the row before hold something (an open menu) that must not pass to the next. */
  generation = 0
  private readonly listeners = new Set<() => void>()

  /** Texts stand in for its rich cells, which are not drawn yet. */
  plain = false

  constructor({ id, columns, selectable, linked, actions, phone }: RowForm<Row>, plain: boolean) {
    const { element } = this
    this.setPlain(plain)
    element.className = 'pb-row'
    element.setAttribute('role', 'row')
    const cell = (name: string, parent: HTMLElement = element) => {
      const made = document.createElement('div')
      made.className = 'pb-cell'
      made.setAttribute('role', 'gridcell')
      made.id = `${id}-${this.key}-${this.cells.length}`
      made.dataset.col = name
      made.setAttribute('aria-colindex', String(this.cells.length + 1))
      this.cells.push(made)
      parent.append(made)
      return made
    }
    if (selectable) {
      this.check = document.createElement('input')
      this.check.type = 'checkbox'
      this.check.className = 'pb-check'
      this.check.tabIndex = tabIndexIn(PLAIN)
      cell('$select').append(this.check)
    }
    const lines = phone ? phoneLines(element) : null
    this.linkAt = linked ? columns.findIndex(({ column }) => !column.wordless) : -1
    for (const [index, { column, place, pin }] of columns.entries()) {
      const made = cell(column.key, lines?.[place === 'title' || place === 'end' ? 0 : 1])
      if (phone) made.dataset.place = place
      if ((column.align ?? (column.kind === 'number' || column.kind === 'money' ? 'end' : 'start')) === 'end')
        made.dataset.align = 'end'
      if (NUMERIC.includes(column.kind)) made.dataset.numeric = ''
      if (column.emphasis) made.dataset.emphasis = column.emphasis
      if (column.wordless) made.dataset.wordless = ''
      if (index === 0) made.dataset.first = ''
      if (pin) pinTo(made, pin)
      let holder: HTMLElement = made
      if (index === this.linkAt) {
        this.link = document.createElement('a')
        this.link.className = 'pb-link'
        this.link.tabIndex = tabIndexIn(PLAIN)
        made.append(this.link)
        holder = this.link
      }
      if (column.render) made.dataset.rich = ''
      if (column.framed) {
        made.dataset.framed = ''
        const frame = document.createElement('span')
        frame.className = 'pb-tag'
        holder.append(frame)
        holder = frame
      }
      const node = isWritten(column) ? document.createTextNode('') : null
      if (node && column.iconOnly) holder.append(inBox('pb-spoken', node))
      else if (node) holder.append(node)
      const standIn = node ? null : document.createTextNode('')
      if (standIn) holder.append(inBox('pb-stand-in', standIn))
      this.nodes.push(node)
      this.standIns.push(standIn)
      this.places.push(column.render ? placeIn(holder) : null)
    }
    if (actions) {
      const made = cell('$actions')
      made.dataset.rich = ''
      this.actions = placeIn(made)
    }
  }

  setPlain(plain: boolean): void {
    if (plain === this.plain) return
    this.plain = plain
    this.element.toggleAttribute('data-passing', plain)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  getStamp = (): number => this.stamp

  private top = Number.NaN

  /** Puts the slot at an index. @param top CSS pixels below its container's */
  place(index: number, top: number): void {
    const { element } = this
    if (this.top !== top) {
      this.top = top
      element.style.transform = `translateY(${top}px)`
    }
    if (this.index === index) return
    this.index = index
    element.dataset.index = String(index)
    // The header is row 1.
    element.setAttribute('aria-rowindex', String(index + 2))
  }

  private isMissing = false
  /** Its row was dropped and is being read again: bars stand in for the cells. */
  setMissing(missing: boolean): void {
    if (missing === this.isMissing) return
    this.isMissing = missing
    this.element.toggleAttribute('data-missing', missing)
  }

  /** Writes the texts of a row. @param all also those that stand in for what columns draw */
  writeTexts(columns: readonly LaidColumn<Row>[], row: Row, all: boolean): void {
    for (const [cell, { column }] of columns.entries()) if (isWritten(column) || all) this.write(cell, column.text(row))
  }

  write(cell: number, text: string): void {
    if (this.texts[cell] === text) return
    this.texts[cell] = text
    const node = this.nodes[cell] ?? this.standIns[cell]
    if (node) node.data = text
    this.untitle()
  }
  private untitle(): void {
    this.titled?.removeAttribute('title')
    this.titled = null
  }
  /** The cell whose whole text the browser shows, since it is cut off; it goes with the text. */
  private titled: HTMLElement | null = null

  /** Has the browser show the whole text of a cell that is cut off: its own, or that of a tag in it. */
  showWhole(cell: HTMLElement): void {
    const holder = cell.matches('[data-rich], [data-framed]')
      ? (cell.querySelector('.pb-spoken') ??
        [...(cell.querySelector('.pb-rich') ?? cell).children].find(
          (child) => child.childElementCount === 0 && child.textContent !== '',
        ))
      : cell
    if (!holder || holder.scrollWidth <= holder.clientWidth) return
    cell.title = cell.textContent
    this.titled = cell
  }

  /** @returns whether the rich cells look different in this state */
  setState(state: RowState, selectable: boolean): boolean {
    const before = this.state
    this.state = state
    const { element, check } = this
    if (selectable) {
      if (before.selected !== state.selected || !element.hasAttribute('aria-selected'))
        element.setAttribute('aria-selected', String(state.selected))
      if (check && check.checked !== state.selected) check.checked = state.selected
    }
    for (const flag of FLAGS) if (before[flag] !== state[flag]) element.toggleAttribute(`data-${flag}`, state[flag])
    if (before.open !== state.open) {
      if (state.open) element.setAttribute('aria-current', 'true')
      else element.removeAttribute('aria-current')
    }
    if (before.active !== state.active) this.reachControls()
    return before.busy !== state.busy
  }

  /**
   * Tab reaches the controls of the active row, and no others. React draws a control with the same value, from the cell's context, but
   * is not asked to draw it again for this: that doubled the time that scripts take for an arrow key (docs/measurements.md).
   */
  private reachControls(): void {
    for (const control of this.element.querySelectorAll<HTMLElement>(CONTROLS))
      control.tabIndex = tabIndexIn(this.state)
  }

  /** Has React draw the rich cells again. @param later they are told by `settle`, as the row passes */
  touch(later = false): void {
    this.stale = later
    this.untitle()
    if (later) return
    this.stamp += 1
    for (const listener of this.listeners) listener()
  }

  /** The rows rest: what passed is drawn. */
  settle(): void {
    for (const [cell, standIn] of this.standIns.entries()) if (standIn) this.write(cell, '')
    if (this.stale) this.touch()
  }
}

/** @returns of the controls of a row */
export const tabIndexIn = ({ active }: Pick<RowState, 'active'>): 0 | -1 => (active ? 0 : -1)

/** Whether the slot writes the text of a column; otherwise React draws it. */
const isWritten = <Row>(column: Column<Row>): boolean => !column.render || column.iconOnly === true

function inBox(name: string, text: Text): HTMLElement {
  const box = document.createElement('span')
  box.className = name
  box.append(text)
  return box
}

/** Puts an element that React rendered elsewhere into a cell: its `ref`. @returns how to put it back, from where React removes it */
export type Place = (element: HTMLElement) => () => void
const placeIn =
  (holder: HTMLElement): Place =>
  (element) => {
    const { parentElement: rendered } = element
    holder.append(element)
    return () => rendered?.append(element)
  }

/** @returns what holds the rows of a table, and moves with them */
export function createPane(): HTMLElement {
  const pane = document.createElement('div')
  pane.className = 'pb-pane'
  pane.setAttribute('role', 'presentation')
  return pane
}

/** Has a cell stay in sight beside those before it. @param pin its number; the distance is a variable that the grid sets */
function pinTo(cell: HTMLElement, pin: number): void {
  cell.dataset.pinned = ''
  cell.style.insetInlineStart = `var(--pb-pin-${pin})`
}

/** Two lines that hold the cells of a row on a phone; they mean nothing by themselves. */
function phoneLines(row: HTMLElement): [HTMLElement, HTMLElement] {
  const box = document.createElement('div')
  box.className = 'pb-lines'
  const lines = [document.createElement('div'), document.createElement('div')] as [HTMLElement, HTMLElement]
  box.append(...lines)
  row.append(box)
  return lines
}

const FLAGS = ['selected', 'muted', 'open', 'busy', 'active'] as const
