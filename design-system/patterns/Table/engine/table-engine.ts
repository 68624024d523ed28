import type { Column, RowChange, RowSource, TableScope, TableView } from '../types'
import { prepareAlphabet } from './alphabet'
import { conditionsOf, isSearched, narrows, type Conditions } from './conditions'
import { FilterRun } from './filter-run'
import { Haystack } from './haystack'
import { positionAt, runThrough, type Steps } from './order'
import type { EngineListeners, EngineState, Outdated, RowEngine, ShownReason } from './row-engine'
import { afterPaint, FIRST_SLICE, inIdleTime, nextSlice, SLICE, type Defer } from './slices'
import { sortRows, sortValue, type Sorted } from './sorting'

/** Matches that are shown before all are counted: more than a screen holds. */
const FIRST_SCREEN = 64

/** So many candidates are filtered, and shown, in the event that asks for it: painting a screen of other rows would hold up the key. */
const AT_ONCE = FIRST_SCREEN

const NOTHING: EngineState = { length: 0, loaded: 0, filtered: false, counting: false, outdated: null, pages: null }
const UP_TO_DATE: Outdated = { order: false, added: 0, left: 0 }

/**
 * Which row stands at which index: holds order and matches as arrays of positions over the live rows of a source, and
 * keeps them right while rows stream in and change.
 */
export class TableEngine<Row> implements RowEngine<Row> {
  private columns: readonly Column<Row>[] = []
  private search = ''
  private filters: TableView['filters'] = {}
  private sort: TableView['sort'] = null
  private scope: TableScope<Row> | null = null
  private streaming = false
  private expecting = false

  private readonly haystack = new Haystack<Row>(() => this.source.rows, prepareAlphabet)
  /** Orders by column; dropped as soon as a row changes. */
  private readonly orders = new Map<string, Sorted>()
  private preparing: { key: string; steps: Steps<Sorted>; stop: () => void } | null = null
  private sorted: Sorted | null = null
  private conditions: Conditions<Row> | null = null
  private run: FilterRun | null = null
  /** The conditions that `mask` and `matches` are complete for. */
  private complete: Conditions<Row> | null = null
  private mask: Uint8Array = new Uint8Array(0)
  /** Matching positions as shown; null: all rows, in the order of `sorted` or as they lie. */
  private matches: Uint32Array | null = null
  private stopWork: (() => void) | null = null
  private changedMatches = new Set<number>()
  private state = NOTHING
  private readonly stateListeners = new Set<() => void>()
  private listeners: Pick<EngineListeners, 'shown' | 'dirty'> | null = null

  private readonly source: RowSource<Row>

  constructor(source: RowSource<Row>) {
    this.source = source
  }

  /** Starts to follow the source. @returns how to stop */
  connect(listeners: Pick<EngineListeners, 'shown' | 'dirty'>): () => void {
    this.listeners = listeners
    const unsubscribe = this.source.subscribe(this.onChange)
    this.rebuild('rows')
    return () => {
      unsubscribe()
      this.haystack.stop()
      this.stopPreparing()
      this.stopWork?.()
      this.stopWork = null
      this.listeners = null
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener)
    return () => void this.stateListeners.delete(listener)
  }
  getState = (): EngineState => this.state

  /** Position in the source of the row at an index below `length`. */
  positionAt(index: number): number {
    if (this.matches) return this.matches[index]!
    return this.sorted ? positionAt(this.sorted.order, index, this.sort?.order === 'desc') : index
  }
  rowAt(index: number): Row {
    return this.source.rows[this.positionAt(index)]!
  }

  /** Other functions for the same columns are taken over as they are; other columns are searched and sorted anew. */
  indexOf(id: string, rowId: (row: Row) => string): number {
    for (let index = 0; index < this.state.length; index++) if (rowId(this.rowAt(index)) === id) return index
    return -1
  }

  setColumns(columns: readonly Column<Row>[]): void {
    const same = signature(columns) === signature(this.columns)
    this.columns = columns
    this.haystack.setColumns(columns)
    if (same || !this.listeners) return
    this.rebuild('rows')
  }

  setView(
    search: string,
    filters: TableView['filters'],
    sort: TableView['sort'],
    scope: TableScope<Row> | null = null,
  ): void {
    const isSame = sort?.key === this.sort?.key && sort?.order === this.sort?.order && scope?.key === this.scope?.key
    if (search === this.search && JSON.stringify(filters) === JSON.stringify(this.filters) && isSame) return
    this.scope = scope
    this.search = search
    this.filters = filters
    this.sort = sort
    if (this.listeners) this.arrange('view')
  }

  setSearch(search: string): void {
    this.setView(search, this.filters, this.sort, this.scope)
  }
  /** The words that are searched for, folded. */
  get words(): readonly string[] {
    return this.conditions?.words ?? []
  }

  /** While rows stream in, what is sorted is sorted again when there are twice as many rows, and at the end. */
  setStreaming(streaming: boolean): void {
    const ended = this.streaming && !streaming
    this.streaming = streaming
    if (!ended || !this.listeners) return
    if (this.sort) this.refresh()
    // A pass that is under way shows what it finds itself: until then its count belongs to other matches.
    else if (!this.run) this.publish('rows')
  }

  /**
   * Orders and filters anew, with the rows as they are now.
   * @param expecting the rows that come next were asked for: they take their places instead of being announced
   */
  refresh(expecting = false): void {
    this.expecting = expecting
    this.complete = null
    this.arrange('rows')
  }

  /** Positions of all shown rows, in their order: for an export or a choice of all. */
  *shownRows(): Generator<Row, void> {
    for (let index = 0; index < this.state.length; index++) yield this.rowAt(index)
  }

  /** All rows as they lie: also those that search and filters hide. */
  allRows(): readonly Row[] {
    return this.source.rows
  }

  // All rows are at hand, and both ends are.
  see(): void {}
  keep(): void {}
  jump(): boolean {
    return false
  }

  private readonly onChange = (change: RowChange): void => {
    if (change.kind === 'patched') this.patched(change.positions)
    else if (change.kind === 'appended') this.appended(change.from)
    else this.rebuild('rows')
  }

  /** Nothing that was made of the rows holds any longer. */
  private rebuild(reason: ShownReason): void {
    this.forgetOrders()
    this.complete = null
    this.haystack.reset()
    this.arrange(reason)
  }

  private arrange(reason: ShownReason): void {
    this.stopWork?.()
    this.stopWork = null
    this.run = null
    this.changedMatches.clear()
    this.sorted = this.orderBy(this.sort?.key)
    const conditions = conditionsOf(this.columns, this.search, this.filters, this.scope)
    this.conditions = conditions
    if (!conditions) {
      this.matches = null
      this.complete = null
      return this.publish(reason)
    }
    this.filter(conditions, reason)
  }

  /** Somebody points at what sorts by a column: in idle time most of the work is done before they press. */
  prepareOrder(key: string): void {
    const column = this.columns.find((each) => each.key === key)
    this.stopPreparing()
    if (!column || this.streaming || this.orders.has(key)) return
    const steps = sortRows(this.source.rows, column)
    const stop = inIdleTime((hasTime) => {
      do {
        const { done, value } = steps.next()
        if (done) {
          this.preparing = null
          this.orders.set(key, value)
          return true
        }
      } while (hasTime())
      return false
    })
    this.preparing = { key, steps, stop }
  }
  /** They point elsewhere. */
  stopPreparing(): void {
    this.preparing?.stop()
    this.preparing = null
  }
  private forgetOrders(): void {
    this.stopPreparing()
    this.orders.clear()
  }

  private orderBy(key: string | undefined): Sorted | null {
    const column = key !== undefined && this.columns.find((each) => each.key === key)
    if (!column) return null
    const known = this.orders.get(column.key)
    if (known) return known
    const begun = this.preparing?.key === column.key ? this.preparing.steps : null
    this.stopPreparing()
    const sorted = runThrough(begun ?? sortRows(this.source.rows, column))
    this.orders.set(column.key, sorted)
    return sorted
  }

  private filter(conditions: Conditions<Row>, reason: ShownReason): void {
    const { length } = this.source.rows
    const { sorted } = this
    const descending = this.sort?.order === 'desc'
    const all = (index: number) => (sorted ? positionAt(sorted.order, index, descending) : index)
    const earlier = this.complete
    const oldMask = this.mask
    const narrowed = earlier !== null && narrows(conditions, earlier)
    // Candidates must come in the order of now: earlier matches do only while the order stands.
    const sameOrder = this.matchesOrder === sorted && this.matchesDescending === descending
    const old = narrowed && sameOrder ? this.matches : null
    const candidates = old ? old.length : sorted ? sorted.order.positions.length : length
    const again = narrowed && earlier.words.join(' ') === conditions.words.join(' ')
    const matches = again
      ? (position: number) => oldMask[position] === 1
      : (position: number) => (!narrowed || oldMask[position] === 1) && this.matchesNow(position, conditions)
    this.complete = null
    this.matchesOrder = sorted
    this.matchesDescending = descending
    this.run = new FilterRun(candidates, old ? (index) => old[index]! : all, matches, new Uint8Array(length))
    // Few rows are done with at once; before many, the key that was typed is painted.
    if (candidates <= AT_ONCE) return this.work(SLICE, reason, afterPaint)
    this.stopWork = afterPaint(() => this.work(SLICE, reason, nextSlice))
  }
  private matchesOrder: Sorted | null = null
  private matchesDescending = false

  private matchesNow(position: number, { words, tests }: Conditions<Row>): boolean {
    const row = this.source.rows[position]!
    if (tests.length > 0 && !tests.every((test) => test(row))) return false
    return words.length === 0 || this.haystack.matches(position, words)
  }

  /**
   * A slice of filtering. The first screenful is shown as soon as it is found, the rest when all is counted.
   * @param reason why rows will be shown; null: some of them are shown already
   */
  private work(budget: number, reason: ShownReason | null, rest: Defer): void {
    const run = this.run
    if (!run) return
    const end = performance.now() + budget
    run.step(() => performance.now() < end)
    if (run.done) {
      this.run = null
      this.complete = this.conditions
      this.mask = run.mask
      this.matches = run.positions.slice(0, run.found)
      return this.publish(reason ?? 'rows')
    }
    const firstScreen = reason !== null && run.found >= FIRST_SCREEN
    if (firstScreen) {
      this.matches = run.positions
      this.publish(reason)
    } else if (!this.state.counting) this.tell({ ...this.state, counting: true })
    this.stopWork = rest(() => this.work(SLICE, firstScreen ? null : reason, nextSlice))
  }

  private patched(positions: readonly number[]): void {
    for (const position of positions) this.haystack.drop(position)
    const { sorted, conditions } = this
    this.forgetOrders()
    let { order } = this.state.outdated ?? UP_TO_DATE
    const column = sorted && this.columns.find(({ key }) => key === this.sort?.key)
    if (sorted && column) {
      for (const position of positions) {
        if (position < sorted.values.length)
          order ||= sorted.values[position] !== sortValue(column, this.source.rows[position]!)
      }
      // Still right: the next click may walk it backwards.
      if (!order) this.orders.set(column.key, sorted)
    }
    if (conditions && this.complete) {
      for (const position of positions) {
        const shown = this.mask[position] === 1
        if (this.matchesNow(position, conditions) === shown) this.changedMatches.delete(position)
        else this.changedMatches.add(position)
      }
    }
    this.tellOutdated(order)
    this.listeners?.dirty(positions)
  }

  private appended(from: number): void {
    this.forgetOrders()
    this.haystack.buildWhenIdle()
    const { rows } = this.source
    if (this.expecting) return this.refresh()
    if (this.sorted) {
      if (this.streaming) {
        // Twice as many rows: sorting again each time costs no more than twice the last time in all.
        if (rows.length >= 2 * this.sorted.values.length) return this.refresh()
        return this.tell({ ...this.state, loaded: rows.length })
      }
      for (let position = from; position < rows.length; position++)
        if (this.letsThrough(position)) this.changedMatches.add(position)
      return this.tellOutdated(this.state.outdated?.order ?? false)
    }
    if (!this.conditions) return this.publish('rows')
    this.extend(from)
  }
  private letsThrough(position: number): boolean {
    return !this.conditions || this.matchesNow(position, this.conditions)
  }

  /** More rows at the end of an unsorted, filtered list: what was found stays, the new ones are looked at. */
  private extend(from: number): void {
    const { conditions, complete, matches } = this
    if (!conditions) return
    // A pass that is under way, or matches that are out of date, start again over all rows.
    if (!complete || !matches || this.changedMatches.size > 0) return this.arrange('rows')
    const { length } = this.source.rows
    const mask = new Uint8Array(length)
    mask.set(this.mask)
    this.run = new FilterRun(
      matches.length + length - from,
      (index) => (index < matches.length ? matches[index]! : from + index - matches.length),
      (position) => position < from || this.matchesNow(position, conditions),
      mask,
    )
    this.complete = null
    this.work(FIRST_SLICE, null, nextSlice)
  }

  private tellOutdated(order: boolean): void {
    let added = 0
    for (const position of this.changedMatches) if (this.mask[position] !== 1 || !this.conditions) added += 1
    const left = this.changedMatches.size - added
    const outdated = order || added + left > 0 ? { order, added, left } : null
    const { outdated: before, loaded } = this.state
    const same =
      outdated?.order === before?.order && outdated?.added === before?.added && outdated?.left === before?.left
    if (same && loaded === this.source.rows.length) return
    this.tell({ ...this.state, loaded: this.source.rows.length, outdated })
  }

  private publish(reason: ShownReason): void {
    const loaded = this.source.rows.length
    const length = this.run
      ? this.run.found
      : this.matches
        ? this.matches.length
        : this.sorted
          ? this.sorted.order.positions.length
          : loaded
    this.tell({
      length,
      loaded,
      filtered: this.conditions !== null,
      counting: this.run !== null,
      outdated: null,
      pages: null,
    })
    this.listeners?.shown(reason)
  }

  private tell(state: EngineState): void {
    this.state = state
    for (const listener of this.stateListeners) listener()
  }
}

/** Whether two sets of columns search alike and hold the same keys. */
const signature = <Row>(columns: readonly Column<Row>[]): string =>
  columns
    .map((column) => `${column.key}:${isSearched(column)}`)
    .sort()
    .join()
