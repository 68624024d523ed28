import { searchWords } from '../../../primitives/text/fold'
import type { Column, PagedChange, PagedSource, TableView } from '../types'
import { conditionsOf } from './conditions'
import type { EngineListeners, EngineState, RowEngine } from './row-engine'

/** The engine of a paged list: rows lie in their order already; search, filters and order are passed on to the source. */
export class PagedEngine<Row> implements RowEngine<Row> {
  private search = ''
  private filters: TableView['filters'] = {}
  private sort: TableView['sort'] = null
  private columns: readonly Column<Row>[] = []
  private listeners: EngineListeners | null = null
  private readonly stateListeners = new Set<() => void>()
  private state: EngineState
  private readonly source: PagedSource<Row>

  constructor(source: PagedSource<Row>) {
    this.source = source
    this.state = this.stateNow()
  }

  connect(listeners: EngineListeners): () => void {
    this.listeners = listeners
    const stop = this.source.subscribe(this.onChange)
    this.publish()
    listeners.shown('rows')
    return () => {
      stop()
      this.listeners = null
    }
  }
  subscribe = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener)
    return () => void this.stateListeners.delete(listener)
  }
  getState = (): EngineState => this.state

  positionAt = (index: number): number => index
  rowAt = (index: number): Row | null => this.source.rowAt(index)
  indexOf = (id: string): number => this.source.indexOf(id)

  setColumns(columns: readonly Column<Row>[]): void {
    this.columns = columns
    this.publish()
  }
  setView(search: string, filters: TableView['filters'], sort: TableView['sort']): void {
    this.search = search
    this.filters = filters
    this.sort = sort
    this.source.ask({ search, filters, sort })
    this.publish()
  }
  setSearch(search: string): void {
    this.setView(search, this.filters, this.sort)
  }
  get words(): readonly string[] {
    return searchWords(this.search)
  }
  setStreaming(): void {}
  refresh(): void {}
  shownRows = (): Iterable<Row> => this.source.held()
  /** Chosen rows stay at hand when their pages are dropped. */
  allRows = (): readonly Row[] => [...new Set([...this.source.held(), ...this.source.kept()])]
  prepareOrder(): void {}
  stopPreparing(): void {}
  see(first: number, end: number): void {
    this.source.see(first, end)
  }
  keep(ids: ReadonlySet<string>): void {
    this.source.keep(ids)
  }
  jump(to: 'start' | 'end'): boolean {
    if (this.source.reaches[to]) return false
    this.source.go(to)
    return true
  }

  private readonly onChange = (change: PagedChange): void => {
    this.publish()
    if (change.kind === 'paging') return
    if (change.kind === 'patched') this.listeners?.dirty(change.positions)
    else if (change.kind === 'entered') this.listeners?.placed(change.at)
    else if (change.shift === 0) this.listeners?.shown('rows')
    else this.listeners?.shifted(change.shift)
  }

  private stateNow(): EngineState {
    const { length, reaches } = this.source
    const filtered = conditionsOf(this.columns, this.search, this.filters) !== null
    return {
      length,
      loaded: length,
      filtered,
      counting: false,
      outdated: null,
      pages: { held: this.source.heldCount, ...reaches, paging: this.source.paging },
    }
  }
  private publish(): void {
    const now = this.stateNow()
    if (JSON.stringify(now) === JSON.stringify(this.state)) return
    this.state = now
    for (const listener of this.stateListeners) listener()
  }
}
