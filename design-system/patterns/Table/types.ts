/** What the table is given: rows, columns, a view of them. It knows no word of the domain. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Numeric } from './engine/number-order'

/** What happened to the rows of a source. */
export type RowChange =
  | { kind: 'reset' }
  | { kind: 'appended'; from: number }
  | { kind: 'patched'; positions: readonly number[] }
  | { kind: 'removed' }

/** Rows as they lie, and how to hear of changes. `rows` is the live array: the table reads it and never changes it. */
export interface RowSource<Row> {
  readonly rows: readonly Row[]
  /** Grows with each change. */
  readonly revision: number
  /** @returns how to stop listening */
  subscribe(listener: (change: RowChange) => void): () => void
}

/** What happened to the rows of a paged source. */
export type PagedChange =
  /** Other rows; the one at `at` comes first. */
  | { kind: 'entered'; at: number }
  /** Rows came or went; the row at the top of the sight is `shift` places further on. */
  | { kind: 'moved'; shift: number }
  | { kind: 'patched'; positions: readonly number[] }
  /** A page is read, was read, or could not be. */
  | { kind: 'paging' }

/**
 * Rows that are read in pages as they are scrolled to. The source searches, filters and sorts; rows far from the sight are
 * dropped and read again.
 */
export interface PagedSource<Row> {
  /** Rows that were read: those that are held and those that were dropped. */
  readonly length: number
  readonly heldCount: number
  readonly paging: Paging
  /** null: the row was dropped. */
  rowAt(index: number): Row | null
  /** -1: no row with this id is held. */
  indexOf(id: string): number
  /** The rows that are held, in their order. */
  held(): Row[]
  /** Rows of these ids stay known when they are dropped. */
  keep(ids: ReadonlySet<string>): void
  kept(): Row[]
  /** Whether all rows above the first, and below the last, were read. */
  readonly reaches: { readonly start: boolean; readonly end: boolean }
  /** @returns how to stop listening */
  subscribe(listener: (change: PagedChange) => void): () => void
  /** The person searches, filters or sorts. Called at each key; equal questions are asked once. */
  ask(view: Pick<TableView, 'search' | 'filters' | 'sort'>): void
  /** These rows are in sight. */
  see(first: number, end: number): void
  go(to: 'start' | 'end'): void
}

/** How the pages of a paged list are doing. */
export interface Paging {
  readonly page: 'held' | 'reading' | 'failed'
  /** Why the last page could not be read. */
  readonly failure?: string
}

/** What a rich cell is drawn with. */
export interface CellContext {
  /** For every control in the cell: only those of the active row are in reach of Tab. */
  readonly tabIndex: 0 | -1
  /** An action on this row is under way. */
  readonly busy: boolean
  /** Two-line rows of a phone. */
  readonly phone: boolean
}

/** Where a cell stands in the two-line row of a phone; `hidden`: not there. */
export type PhonePlace = 'title' | 'end' | 'detail' | 'status' | 'hidden'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** Share of the width, in CSS pixels where the table is as wide as its columns. */
  readonly width: number
  /** CSS pixels; the table scrolls sideways before it goes below. Default: `width`. */
  readonly minWidth?: number
  /** Default: `end` for numbers and money, else `start`. */
  readonly align?: 'start' | 'end'
  /** Text columns are searched; numbers and money stand in columns of digits. */
  readonly kind: 'text' | 'number' | 'money' | 'date' | 'boolean' | 'custom'
  /** The cell in plain text: painted where there is no `render`, and searched, filtered, sorted and exported. */
  text(row: Row): string
  /** Sorts by this number instead of the text. Decimal strings are compared to their last place. */
  number?(row: Row): Numeric
  /** Sorts by this text instead of the one shown: an ISO date, for example. */
  sortText?(row: Row): string
  /** What a search finds, where it differs from the text: the digits of a phone number, for example. */
  searchText?(row: Row): string
  /** What the file gets, where it differs from the text. */
  exportText?(row: Row): string
  /** Draws the cell with React instead of painting its text. Keep it pure: cells are reused for other rows. */
  render?(row: Row, context: CellContext): ReactNode
  /**
   * What `render` draws the cell from, beside its context: a changed row whose cell has the same is not drawn again. Handlers in
   * the cell look their record up when they are called, because the row that they were drawn from may be an older version.
   */
  drawnFrom?(row: Row): unknown
  /** Shows the painted text in a hairline, as a Tag: a fact without a state, such as a role. */
  readonly framed?: boolean
  /** Default true. */
  readonly sortable?: boolean
  /** Default: text columns are. */
  readonly searchable?: boolean
  readonly filter?: ColumnFilter
  /** The value, or values, that `oneOf` compares; default: the text. */
  value?(row: Row): string | readonly string[]
  /** False: always shown, and not in the chooser. */
  readonly hideable?: boolean
  /** True: not shown until a person chooses it. */
  readonly hidden?: boolean
  /** Columns with the highest number give way first where the table is narrow; 0 (default) never does. */
  readonly priority?: number
  /** Its cells hold a picture and no words: the link to the row is in the next column. */
  readonly wordless?: boolean
  /** Weightier text: the name of the row, an amount. */
  readonly emphasis?: 'name' | 'amount'
  readonly phone?: PhonePlace
}

/** Days of a range as ISO strings; '' where it is open. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Bounds of a range of numbers as decimal texts; '' where it is open. */
export interface Bounds {
  readonly from: string
  readonly to: string
}

export type ColumnFilter = (
  | { readonly kind: 'text' }
  /** @param excludes it may also leave out the rows with these values */
  | { readonly kind: 'oneOf'; readonly options: readonly FilterOption[]; readonly excludes?: true }
  /** A range of numbers, as one value. */
  | {
      readonly kind: 'numbers'
      read(value: string): Bounds
      /** @returns '' for no bound */
      write(bounds: Bounds): string
    }
  /** A range of days, as one value. */
  | {
      readonly kind: 'days'
      read(value: string): Days
      /** @returns '' for no day */
      write(days: Days): string
      /** The first and the last instant, as `sortText` has them; null for an open end. */
      bounds(value: string): { from: string | null; to: string | null }
    }
) & {
  /** Why it cannot be added to the filters in force. */
  readonly blocked?: string
}

export interface FilterOption {
  readonly value: string
  readonly label: string
}

/** What a person looks at. The caller owns it: an address, a saved view. */
export interface TableView {
  search: string
  /**
   * Column → values one of which must be there, or the one text that must occur. Under `{column}.not`: values of which none
   * may be there.
   */
  filters: Record<string, string[]>
  sort: { key: string; order: 'asc' | 'desc' } | null
  /** Keys of the shown columns in their order; null: those shown by default. */
  columns: string[] | null
}

/**
 * loading: no row yet · streaming: rows so far · ready · refreshing: old rows while they are read again · outdated: that
 * failed, the rows are the old ones · cutShort: the list stopped early · unreachable, noPermission, empty: no rows ·
 * offline: the last known rows.
 */
export type TableStatus =
  | 'loading'
  | 'streaming'
  | 'ready'
  | 'refreshing'
  | 'outdated'
  | 'unreachable'
  | 'cutShort'
  | 'empty'
  | 'noPermission'
  | 'offline'

/** Rows that are chosen: their ids, or all that match. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly allMatching: boolean
}

/** Rows that the caller narrows the table to, beside what the person filters: a chip names them and takes them off. */
export interface TableScope<Row> {
  /** Equal keys: equal rows. */
  readonly key: string
  /** '79 users not disabled'. */
  readonly label: string
  holds(row: Row): boolean
  readonly onClear: () => void
}

/** How a person likes the columns of one table, beside which are shown in which order. */
export interface ColumnLook {
  /** Column → CSS pixels, for those that a person has sized. */
  readonly widths: Readonly<Record<string, number>>
  /** Keys of columns that stay in sight behind the first one, in their order. */
  readonly pinned: readonly string[]
}

/** Something that can be done with all chosen rows. */
export interface BulkAction {
  readonly key: string
  /** A verb. */
  readonly label: string
  readonly icon: LucideIcon
  readonly onSelect: () => void
  /** Why it cannot be done now. */
  readonly disabledReason?: string
}

/** Something that can be done with a row. */
export interface RowAction {
  readonly key: string
  /** A verb; also the tooltip. */
  readonly label: string
  readonly icon: LucideIcon
  readonly onSelect: () => void
  readonly tone?: 'neutral' | 'danger'
  /** Why it cannot be done now. */
  readonly disabledReason?: string
}

export interface TableWords {
  readonly noun: { readonly one: string; readonly many: string }
  readonly empty: {
    readonly title: string
    readonly text: string
    readonly action?: { readonly label: string; readonly onSelect: () => void }
  }
  readonly noPermission?: { readonly title: string; readonly text: string }
  /** Placeholder and name of the search field; default 'Search users'. */
  readonly search?: string
}
