/** What the table asks of an engine: which row is at which index. Whole lists and paged lists have one each. */
import type { Column, PagedSource, Paging, RowSource, TableScope, TableView } from '../types'

/** Rows that changed since they were ordered and filtered; they stay where they are until the person asks. */
export interface Outdated {
  /** Some row is no longer in its place. */
  readonly order: boolean
  /** Rows that match now and are not shown, and rows that are shown and match no more. */
  readonly added: number
  readonly left: number
}

/** How much of a paged list is at hand. */
export interface PagesState {
  /** Rows that are held; the others were dropped and are read again when they come into sight. */
  readonly held: number
  /** Whether all rows above the first, and below the last, were read. */
  readonly start: boolean
  readonly end: boolean
  readonly paging: Paging
}

export interface EngineState {
  /** Rows that are shown: all, or those that match so far; of a paged list those that were read. */
  readonly length: number
  readonly loaded: number
  /** Search or filters are in force. */
  readonly filtered: boolean
  /** Matches are still being counted. */
  readonly counting: boolean
  readonly outdated: Outdated | null
  /** null: the list is whole. */
  readonly pages: PagesState | null
}

/** Why the shown rows changed: another view starts at the top again, the rest keeps its place. */
export type ShownReason = 'view' | 'rows'

export interface EngineListeners {
  /** Other rows, or more, or fewer, stand at the indexes. */
  shown(reason: ShownReason): void
  /** Rows at these positions hold new values. */
  dirty(positions: readonly number[]): void
  /** Rows came or went above those in sight, which are so many indexes further on. */
  shifted(by: number): void
  /** Other rows; the one at this index comes first. */
  placed(index: number): void
}

export interface RowEngine<Row> {
  /** Starts to follow the source. @returns how to stop */
  connect(listeners: EngineListeners): () => void
  subscribe: (listener: () => void) => () => void
  getState: () => EngineState
  /** Position in the source of the row at an index below `length`. */
  positionAt(index: number): number
  /** null: the row was dropped, and is read again. */
  rowAt(index: number): Row | null
  /** Index of a row that is shown; -1 for others. */
  indexOf(id: string, rowId: (row: Row) => string): number
  setColumns(columns: readonly Column<Row>[]): void
  setView(search: string, filters: TableView['filters'], sort: TableView['sort'], scope?: TableScope<Row> | null): void
  setSearch(search: string): void
  /** The words that are searched for, folded. */
  readonly words: readonly string[]
  setStreaming(streaming: boolean): void
  refresh(expecting?: boolean): void
  /** The shown rows that are at hand, in their order. */
  shownRows(): Iterable<Row>
  /** All rows at hand: also those that search and filters hide. */
  allRows(): readonly Row[]
  prepareOrder(key: string): void
  stopPreparing(): void
  /** The rows in sight. */
  see(first: number, end: number): void
  /** Rows of these ids are chosen: they stay at hand. */
  keep(ids: ReadonlySet<string>): void
  /** Goes to an end of the list. @returns false where that is the first or the last index */
  jump(to: 'start' | 'end'): boolean
}

/** Whether the rows of a source are read in pages. */
export const isPaged = <Row>(source: RowSource<Row> | PagedSource<Row>): source is PagedSource<Row> =>
  'createEngine' in source
