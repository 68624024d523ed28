import { offsetToShow, paintedSpan, poolSize, touchedSpan, visibleSpan, type Span } from '../engine/windowing'
import type { RowEngine } from '../engine/row-engine'
import type { RowAction } from '../types'
import { placeRing } from './cell-ring'
import { createPane, Slot, type RowForm, type RowState } from './slot'

/** What the rows look like now. */
export interface Look<Row> extends RowForm<Row> {
  /** CSS pixels. */
  readonly rowHeight: number
  readonly rowId: (row: Row) => string
  readonly rowName: (row: Row) => string
  readonly rowHref?: (row: Row) => string
  readonly rowActions?: (row: Row) => readonly RowAction[]
  readonly stateOf: (row: Row, id: string) => Omit<RowState, 'active'>
}

/** A cell by index of its row and number of its column, both from 0. */
export interface ActiveCell {
  readonly index: number
  readonly cell: number
}

/** Where rows are painted. */
interface Place {
  readonly scroller: HTMLElement
  readonly body: HTMLElement
}

/** How long rows rest before what passed is drawn: in frames, so that a slow machine does not draw between two of them, and milliseconds. */
const REST_FRAMES = 3
const REST_MS = 100
/** Changed rows whose rich cells React draws again in one frame. Texts cost little: they are all written at once. */
const DRAWN_A_FRAME = 8
/** Rows whose rich cells are drawn in one frame when a table opens: their texts are there already. */
const OPENED_A_FRAME = 6
/** Cells that stay visible where the others of a row scroll under them. */
const STAYS_IN_SIGHT = '[data-first], [data-pinned], [data-col="$actions"]'
/** How often it is told which rows are seen while they pass, milliseconds. */
const TELL_MS = 100

/**
 * Paints the rows in sight into a fixed pool of elements: a scroll, an order or a change writes texts and moves elements,
 * and renders nothing. Only cells that a column draws itself go through React (RichCells). While whole screens pass, as under a
 * dragged scrollbar, these cells too are texts, and are drawn when the rows rest. The first rows come as texts too: their rich
 * cells follow, a few rows in each frame, once the texts have been painted.
 */
export class RowPainter<Row> {
  /** Those that hold the rows in sight, in their order. */
  slots: readonly Slot<Row>[] = []
  /** All that were made. Where fewer rows match, the others wait with their last row: the next search may need them again. */
  private pool: readonly Slot<Row>[] = []
  active: ActiveCell | null = null
  /** Height of the scroller without its head, and the offset, as they were last heard of: reading them would force a layout. */
  private height = 0
  private top = 0
  /** Room below the last row, for what floats there. */
  private padding = 0
  /** Index of the row that stands at its top. */
  private base = 0
  private paneTop = 0
  private look: Look<Row> | null = null
  /** Index of the row that is to come first as soon as the rows have a height. */
  private firstIndex: number | null = null
  private formKey = ''
  private span: Span = { first: 0, end: 0 }
  private visible: Span = { first: 0, end: 0 }
  private readonly dirtyPositions = new Set<number>()
  private frame = 0
  private jumpedAt = 0
  private restedFrames = 0
  private restFrame = 0
  /** Whole screens pass: texts stand in for the rich cells of all rows. */
  private passing = false
  /** Rows that are made come as texts: nothing has been painted yet, or not all rich cells of the first rows. */
  private opening = true
  private openFrame = 0
  private drawn: readonly Slot<Row>[] = []
  /** When it was told which rows are seen. */
  private toldAt = 0
  private readonly poolListeners = new Set<() => void>()
  private readonly visibleListeners = new Set<() => void>()
  private activeCell: HTMLElement | null = null
  private onPainted: (() => void) | null = null
  private readonly engine: RowEngine<Row>
  /** Null until it is attached: nothing is painted before. */
  private place: Place | null = null

  /** @param engine whose rows it paints, once it is attached */
  constructor(engine: RowEngine<Row>) {
    this.engine = engine
  }

  /** @param scroller with the head and the rows; @param body of the rows alone. @returns how to detach it, which removes its rows */
  attach(scroller: HTMLElement, body: HTMLElement): () => void {
    const { pane } = this
    this.place = { scroller, body }
    body.append(pane)
    return () => {
      for (const frame of [this.frame, this.restFrame, this.openFrame]) cancelAnimationFrame(frame)
      this.frame = this.restFrame = this.openFrame = 0
      this.clear()
      pane.remove()
      this.place = null
    }
  }

  private made: HTMLElement | null = null
  /**
   * Holds the rows, and what columns draw themselves before it is in its cell. It is what moves when whole screens pass: each row
   * that moved would be styled anew, with all its cells.
   */
  get pane(): HTMLElement {
    return (this.made ??= createPane())
  }

  subscribePool = (listener: () => void): (() => void) => {
    this.poolListeners.add(listener)
    return () => void this.poolListeners.delete(listener)
  }
  /** The slots whose rich cells React draws. */
  getPool = (): readonly Slot<Row>[] => this.drawn
  subscribeVisible = (listener: () => void): (() => void) => {
    this.visibleListeners.add(listener)
    return () => void this.visibleListeners.delete(listener)
  }
  getVisible = (): Span => this.visible

  /** @param listener called now and after rows were painted, one at a time. @returns how to stop */
  whenPainted(listener: () => void): () => void {
    this.onPainted = listener
    listener()
    return () => {
      this.onPainted = null
    }
  }

  get pageSize(): number {
    return Math.max(1, Math.floor(this.viewHeight / (this.look?.rowHeight ?? 40)) - 1)
  }

  setLook(look: Look<Row>): void {
    const key = formKey(look)
    const resized = look.rowHeight !== this.look?.rowHeight
    const { first } = this.visible
    const isOther = key !== this.formKey || resized
    // Cells may stand elsewhere: the ring is placed anew.
    if (isOther || look.columns !== this.look?.columns) {
      this.leaveCell()
      this.ring = null
      if (this.look && this.active) this.active = { ...this.active, cell: sameCell(this.active.cell, this.look, look) }
    }
    this.look = look
    if (isOther) {
      this.formKey = key
      this.clear()
      this.setBodyHeight()
      // The rows that were in sight stay in sight.
      if (resized && first > 0) this.scrollTo(first * look.rowHeight)
    }
    this.repaint()
  }

  setHeight(height: number): void {
    if (height === this.height) return
    this.height = height
    if (this.firstIndex !== null) this.placed(this.firstIndex)
    else this.repaint()
  }

  /** Keeps room below the last row, CSS pixels: what floats over the rows must not hide it. */
  setPadding(padding: number): void {
    if (padding === this.padding) return
    this.padding = padding
    this.scrollTo(this.top)
    this.repaint()
  }

  /** The scroller has moved. */
  scrolled(top: number): void {
    this.top = top
    this.paint(false)
  }

  scrollTo(top: number): void {
    this.top = Math.max(0, Math.min(top, this.maxTop))
    if (this.place) this.place.scroller.scrollTop = this.top
  }
  get offset(): number {
    return this.top
  }
  /** Height in which a row is seen whole. */
  get viewHeight(): number {
    return this.height - this.padding
  }

  /** Other rows stand at the indexes. @param fromTop starts at the first one */
  shown(fromTop: boolean): void {
    this.dirtyPositions.clear()
    const to = fromTop ? 0 : Math.min(this.top, this.maxTop)
    this.setBodyHeight()
    if (to !== this.top) this.scrollTo(to)
    if (fromTop && this.active) this.active = { ...this.active, index: 0 }
    this.paint(true)
  }

  /** Rows came or went above those in sight, which stay where they are. */
  shifted(by: number): void {
    this.dirtyPositions.clear()
    if (this.active) this.active = { ...this.active, index: Math.max(0, this.active.index + by) }
    this.setBodyHeight()
    this.scrollTo(this.top + by * (this.look?.rowHeight ?? 0))
    this.paint(true)
  }

  /** Other rows: the one at the index comes first. */
  placed(index: number): void {
    // Before the rows have a height there is no place to go to.
    if (!this.look || this.height === 0) {
      this.firstIndex = index
      return
    }
    this.firstIndex = null
    this.dirtyPositions.clear()
    this.setBodyHeight()
    this.scrollTo(index * (this.look?.rowHeight ?? 0))
    if (this.active) {
      const { length } = this.engine.getState()
      this.active = { ...this.active, index: Math.max(0, Math.min(index, length - 1)) }
    }
    this.paint(true)
  }

  /** Rows changed: those in sight are painted again, those whose rich cells changed a few in each frame. */
  dirty(positions: readonly number[]): void {
    for (const position of positions) this.dirtyPositions.add(position)
    this.frame ||= requestAnimationFrame(this.paintDirty)
  }
  private readonly paintDirty = (): void => {
    this.frame = 0
    const inSight = new Map(this.slots.map((slot) => [slot.index >= 0 ? this.engine.positionAt(slot.index) : -1, slot]))
    let drawn = 0
    // Those that have waited longest first.
    for (const position of this.dirtyPositions) {
      if (drawn === DRAWN_A_FRAME) {
        this.frame = requestAnimationFrame(this.paintDirty)
        break
      }
      this.dirtyPositions.delete(position)
      const slot = inSight.get(position)
      if (slot && this.fill(slot, slot.index, true)) drawn += 1
    }
    this.onPainted?.()
  }

  setActive(active: ActiveCell | null): void {
    const before = this.active
    this.active = active
    this.paint(false)
    for (const at of [before, active]) {
      const slot = at && this.slotOf(at.index)
      if (!slot || slot.row === null || !this.look) continue
      slot.setState({ ...slot.state, active: slot.index === active?.index }, this.look.selectable)
    }
  }

  repaint(): void {
    this.setBodyHeight()
    this.paint(true)
  }

  /** The slot that shows a row now. */
  slotOf(index: number): Slot<Row> | undefined {
    return this.slots.find((slot) => slot.index === index)
  }

  /** Brings a row into sight, moving as little as possible. */
  reveal(index: number): void {
    const offset = offsetToShow(index, this.top, this.viewHeight, this.look?.rowHeight ?? 0)
    if (offset !== this.top) this.scrollTo(offset)
  }

  /** Gives the focus to the rows. */
  focus(): void {
    this.place?.scroller.focus({ preventScroll: true })
  }

  /** Whether the keyboard moves along the rows. */
  isFocused(): boolean {
    return this.place !== null && document.activeElement === this.place.scroller
  }

  private get maxTop(): number {
    return Math.max(0, this.engine.getState().length * (this.look?.rowHeight ?? 0) + this.padding - this.height)
  }

  private setBodyHeight(): void {
    if (!this.place) return
    const { length } = this.engine.getState()
    this.place.body.style.height = `${length * (this.look?.rowHeight ?? 0) + this.padding}px`
    // The head is row 1.
    this.place.scroller.setAttribute('aria-rowcount', String(length + 1))
  }

  private clear(): void {
    for (const { element } of this.slots) element.remove()
    this.slots = []
    this.setPool([])
  }

  private setPool(pool: readonly Slot<Row>[]): void {
    this.pool = pool
    if (pool.length > 0 && this.opening) this.openFrame ||= requestAnimationFrame(this.afterFirstPaint)
    this.tellDrawn()
  }

  private tellDrawn(): void {
    const drawn = this.pool.filter((slot) => !slot.plain)
    if (drawn.length === 0 && this.drawn.length === 0) return
    this.drawn = drawn
    for (const listener of this.poolListeners) listener()
  }

  /** Called before the frame with the first texts is painted. */
  private readonly afterFirstPaint = (): void => void setTimeout(this.drawOpened)

  private readonly drawOpened = (): void => {
    if (this.openFrame === 0) return
    const plain = this.slots.filter((slot) => slot.plain)
    for (const slot of plain.slice(0, OPENED_A_FRAME)) {
      slot.setPlain(false)
      if (!this.passing) slot.settle()
    }
    this.opening = plain.length > OPENED_A_FRAME
    this.openFrame = this.opening ? requestAnimationFrame(this.drawOpened) : 0
    // Those out of sight are drawn with the last ones.
    if (!this.opening) for (const slot of this.pool) slot.setPlain(false)
    this.tellDrawn()
  }

  /** @param all fills rows again that stand where they stood */
  private paint(all: boolean): void {
    const { look, engine } = this
    if (!look || !this.place || this.height === 0) return
    const { length } = engine.getState()
    const span = paintedSpan(this.top, this.height, look.rowHeight, length)
    const count = span.end - span.first
    const moved = span.first - this.span.first
    if (count > 0 && Math.abs(moved) >= count) {
      if (!all) this.jumped()
      this.base += moved
    }
    this.placePane(this.base * look.rowHeight)
    if (count !== this.slots.length) this.resize(count, poolSize(this.height, look.rowHeight))
    else this.rotate(moved)
    this.span = span
    const { first, end } = this.passing ? touchedSpan(this.top, this.height, look.rowHeight) : span
    for (const [offset, slot] of this.slots.entries()) {
      const index = span.first + offset
      // Of rows that pass, only those that are seen: nobody scrolls on to the ones beside them.
      if (index < first || index >= end) this.vacate(slot, index)
      else if (all || slot.index !== index) this.fill(slot, index, false)
    }
    this.showActive()
    this.tellVisible(length)
    this.onPainted?.()
  }

  private placePane(top: number): void {
    if (top === this.paneTop) return
    this.paneTop = top
    this.pane.style.transform = `translateY(${top}px)`
  }

  /** The rows in sight are all others than before: the second time before they rested, they pass. */
  private jumped(): void {
    this.jumpedAt = performance.now()
    this.restedFrames = 0
    if (!this.restFrame) this.restFrame = requestAnimationFrame(this.waitForRest)
    else if (!this.passing) {
      this.passing = true
      if (this.place) this.place.body.dataset.passing = ''
    }
  }

  private readonly waitForRest = (): void => {
    this.restedFrames += 1
    const rests = this.restedFrames > REST_FRAMES && performance.now() - this.jumpedAt > REST_MS
    this.restFrame = rests ? 0 : requestAnimationFrame(this.waitForRest)
    if (!rests || !this.passing) return
    this.passing = false
    if (this.place) delete this.place.body.dataset.passing
    for (const slot of this.slots) if (!slot.plain) slot.settle()
    this.paint(true)
  }

  /** More or fewer rows are needed: the first ones stay. */
  private resize(count: number, most: number): void {
    const { look, slots } = this
    if (!look) return
    for (const slot of slots.slice(count)) this.park(slot)
    const kept = slots.slice(0, count)
    const used = new Set(kept)
    const waiting = this.pool.filter((slot) => !used.has(slot))
    const added = waiting.splice(0, count - kept.length)
    const made = Array.from({ length: count - kept.length - added.length }, () => new Slot(look, this.opening))
    this.slots = [...kept, ...added, ...made]
    this.pane.append(...this.slots.slice(kept.length).map(({ element }) => element))
    if (made.length > 0 || this.slots.length + waiting.length > most)
      this.setPool([...this.slots, ...waiting.slice(0, Math.max(0, most - count))])
  }

  /** Takes a slot out of sight as it is; what was open in it is closed. */
  private park(slot: Slot<Row>): void {
    const { generation } = slot
    this.leave(slot).remove()
    slot.index = -1
    // It may go while rows pass: it does not come back with what stood in for its cells.
    slot.settle()
    if (slot.generation !== generation) slot.touch()
  }

  /** Rows that left at one end come in at the other, so that the elements stay in the order of the rows. */
  private rotate(by: number): void {
    const { length } = this.slots
    if (by === 0 || Math.abs(by) >= length) return
    const cut = by > 0 ? by : length + by
    const head = this.slots.slice(0, cut)
    const tail = this.slots.slice(cut)
    const moved = (by > 0 ? head : tail).map((slot) => this.leave(slot))
    if (by > 0) this.pane.append(...moved)
    else this.pane.prepend(...moved)
    this.slots = [...tail, ...head]
  }

  /** A control that has the focus, or an open menu, must not end up in another record's row: the focus goes to the table. */
  private leave(slot: Slot<Row>): HTMLElement {
    const { element } = slot
    const { activeElement } = document
    if (element.querySelector('[aria-expanded="true"]')) slot.generation += 1
    if (activeElement && activeElement !== document.body && element.contains(activeElement))
      this.place?.scroller.focus({ preventScroll: true })
    return element
  }

  /** Puts a slot at an index without the row, which is written when the rows rest. */
  private vacate(slot: Slot<Row>, index: number): void {
    if (slot.row !== null) this.leave(slot)
    slot.row = null
    slot.id = null
    slot.place(index, (index - this.base) * this.look!.rowHeight)
  }

  /** @returns whether React has to draw rich cells of the row */
  private fill(slot: Slot<Row>, index: number, changed: boolean): boolean {
    const look = this.look!
    const row = this.engine.rowAt(index)
    slot.setMissing(row === null)
    if (row === null) {
      this.vacate(slot, index)
      return false
    }
    const id = look.rowId(row)
    const other = slot.id !== id
    // A row of before that comes back out of sight may have changed meanwhile.
    const news = other || changed || slot.row !== row || slot.index < 0
    if (other && slot.row !== null) this.leave(slot)
    slot.place(index, (index - this.base) * look.rowHeight)
    slot.row = row
    slot.id = id
    const passes = this.passing || slot.plain
    slot.writeTexts(look.columns, row, passes)
    if (slot.check && news) slot.check.setAttribute('aria-label', `Select ${look.rowName(row)}`)
    if (slot.link && look.rowHref && news) {
      slot.link.href = look.rowHref(row)
      // A cell without a value has no words for the link.
      if (look.columns[slot.linkAt]!.column.text(row) === '') slot.link.setAttribute('aria-label', look.rowName(row))
      else slot.link.removeAttribute('aria-label')
    }
    const active = this.active?.index === index
    const state = look.stateOf(row, id)
    // A row that changes its colour has all its cells restyled: not while it passes.
    const restated = slot.setState(
      { ...state, muted: this.passing ? slot.state.muted : state.muted, active },
      look.selectable,
    )
    const { rowActions, rowName } = look
    const drawsAnew =
      other || restated || (news && !slot.drawn.show(row, look.columns, rowActions ? { rowActions, rowName } : null))
    if (drawsAnew) slot.touch(passes)
    return drawsAnew
  }

  private showActive(): void {
    const { active, slots } = this
    const slot = active && slots.find(({ index }) => index === active.index)
    const cell = slot?.cells[active!.cell] ?? null
    if (cell !== null && cell === this.activeCell) return
    this.leaveCell()
    if (!slot || !cell) return this.place?.scroller.removeAttribute('aria-activedescendant')
    this.activeCell = cell
    cell.classList.add('pb-active')
    this.place?.scroller.setAttribute('aria-activedescendant', cell.id)
    this.showRing(slot, active!.cell)
  }

  private leaveCell(): void {
    this.activeCell?.classList.remove('pb-active')
    this.activeCell = null
    if (this.ringed) delete this.ringed.dataset.ring
    this.ringed = null
  }

  /** The row draws the ring of a cell, except where the cell stays in sight while others scroll under it, and has lines of its own. */
  private showRing(slot: Slot<Row>, at: number): void {
    const { look, place } = this
    const { [at]: cell } = slot.cells
    if (!look || !place || !cell || look.phone) return
    if (place.scroller.dataset.wide !== undefined && cell.matches(STAYS_IN_SIGHT)) return
    // The tracks of all rows are the same: reading them for each row would lay out those whose texts have just changed.
    if (this.ring?.cell !== at) {
      const { offsetLeft: left, offsetWidth: width, offsetHeight: height } = cell
      this.ring = { cell: at, style: placeRing({ left, width, height }) }
    }
    const { element } = slot
    Object.assign(element.style, this.ring.style)
    element.dataset.ring = ''
    this.ringed = element
  }
  /** The row that draws the ring. */
  private ringed: HTMLElement | null = null
  /** Where the ring of the active column's cells is, once one of them was measured. */
  private ring: { readonly cell: number; readonly style: ReturnType<typeof placeRing> } | null = null

  private tellVisible(length: number): void {
    // Nobody reads the numbers of each screen that passes.
    const now = performance.now()
    if (this.passing && now - this.toldAt < TELL_MS) return
    this.toldAt = now
    const { first, end } = visibleSpan(this.top, this.height, this.look!.rowHeight, length)
    if (first === this.visible.first && end === this.visible.end) return
    this.visible = { first, end }
    for (const listener of this.visibleListeners) listener()
  }
}

/** Of the cells of a row, in their order (slot.ts). */
const cellNames = <Row>({ selectable, columns, actions }: RowForm<Row>): string[] => [
  ...(selectable ? ['$select'] : []),
  ...columns.map(({ column }) => column.key),
  ...(actions ? ['$actions'] : []),
]

/** @returns the number of the cell in the same column, or of the nearest one if this column is no longer there */
function sameCell<Row>(cell: number, before: RowForm<Row>, now: RowForm<Row>): number {
  const names = cellNames(now)
  const at = names.indexOf(cellNames(before)[cell] ?? '')
  return at === -1 ? Math.max(0, Math.min(cell, names.length - 1)) : at
}

const formKey = <Row>({ columns, selectable, linked, actions, phone }: RowForm<Row>): string =>
  JSON.stringify([
    selectable,
    linked,
    actions,
    phone,
    columns.map(({ column, place, pin }) => [
      column.key,
      column.kind,
      column.align,
      column.emphasis,
      'render' in column && column.render !== undefined,
      place,
      pin,
    ]),
  ])
