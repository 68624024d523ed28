/** The input of the table: rows, columns and a view. The table does not know the domain. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Numeric } from './engine/number-order'
import type { RowEngine } from './engine/row-engine'

/** A change of the rows of a source. */
export type RowChange =
  | { kind: 'reset' }
  | { kind: 'appended'; from: number }
  | { kind: 'patched'; positions: readonly number[] }
  | { kind: 'removed' }

/** The rows and their changes. `rows` is the live array: the table reads it and never changes it. */
export interface RowSource<Row> {
  readonly rows: readonly Row[]
  /** Increases with each change. */
  readonly revision: number
  /** @returns a function that stops it */
  subscribe(listener: (change: RowChange) => void): () => void
}

/** A change of the rows of a paged source. */
export type PagedChange =
  /** The rows were replaced; the one at `at` must be the first in view. */
  | { kind: 'entered'; at: number }
  /** Rows were added or removed; the index of the first row in view has changed by `shift`. */
  | { kind: 'moved'; shift: number }
  | { kind: 'patched'; positions: readonly number[] }
  /** The read of a page has begun, ended or failed. */
  | { kind: 'paging' }

/**
 * Rows that are read in pages when they are scrolled to. The source searches, filters and sorts; rows far from the view
 * are dropped and read again later.
 */
export interface PagedSource<Row> {
  /** Number of rows that were read, including dropped ones. */
  readonly length: number
  readonly heldCount: number
  readonly paging: Paging
  /** Null if the row was dropped. */
  rowAt(index: number): Row | null
  /** -1 if no loaded row has this id. */
  indexOf(id: string): number
  /** The loaded rows, in their order. */
  held(): Row[]
  /** Rows with these ids stay in `kept` when they are dropped. */
  keep(ids: ReadonlySet<string>): void
  kept(): Row[]
  /** Whether all rows above the first, and below the last, were read. */
  readonly reaches: { readonly start: boolean; readonly end: boolean }
  /** @returns a function that stops it */
  subscribe(listener: (change: PagedChange) => void): () => void
  /** The person searches, filters or sorts. Called at each key; repeated equal views cause no call. */
  ask(view: Pick<TableView, 'search' | 'filters' | 'sort'>): void
  /** These rows are in view. */
  see(first: number, end: number): void
  go(to: 'start' | 'end'): void
  /** The engine of such lists, which a table of whole lists does not load: `new PagedEngine(this)`. */
  createEngine(): RowEngine<Row>
}

/** The state of reading the pages of a paged list. */
export interface Paging {
  readonly page: 'held' | 'reading' | 'failed'
  /** Why the last page could not be read. */
  readonly failure?: string
}

/** The context of a rich cell. */
export interface CellContext {
  /** For every control in the cell: only those of the active row can be reached with Tab. */
  readonly tabIndex: 0 | -1
  /** An action on this row is in progress. */
  readonly busy: boolean
  /** Two-line rows of a phone. */
  readonly phone: boolean
}

/** The position of a cell in the two-line row of a phone; `hidden`: not displayed. */
export type PhonePlace = 'title' | 'end' | 'detail' | 'status' | 'hidden'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** Width in CSS pixels if the table is as wide as its columns; otherwise its share of the width. */
  readonly width: number
  /** Minimum width, CSS pixels: the table scrolls horizontally instead of making it narrower. Default: `width`. */
  readonly minWidth?: number
  /** Default: `end` for numbers and money, otherwise `start`. */
  readonly align?: 'start' | 'end'
  /** Text columns are searched; numbers and money have digits of equal width. */
  readonly kind: 'text' | 'number' | 'money' | 'date' | 'boolean' | 'custom'
  /** The cell as plain text: displayed if there is no `render`, and searched, filtered, sorted and exported. */
  text(row: Row): string
  /** Sorts by this number instead of the text. Decimal strings are compared with all their digits. */
  number?(row: Row): Numeric
  /** Sorts by this text instead of the displayed one, for example an ISO date. */
  sortText?(row: Row): string
  /** The text to search, if it differs from `text`: for example the digits of a phone number. */
  searchText?(row: Row): string
  /** The text to export, if it differs from `text`. */
  exportText?(row: Row): string
  /** Renders the cell with React instead of displaying its text. Must be pure: cells are reused for other rows. */
  render?(row: Row, context: CellContext): ReactNode
  /**
   * The input of `render` besides its context: if it is the same in a changed row, the cell is not rendered again.
   * Handlers in the cell must look up their record when they are called, because the rendered row may be an older
   * version.
   */
  drawnFrom?(row: Row): unknown
  /**
   * `render` draws a picture of the text, for example an icon: the text itself is for screen readers and the tooltip, and a change
   * of it does not render the cell again.
   */
  readonly iconOnly?: boolean
  /** Displays the text with a border, like a Tag: for a fact without a state, such as a role. */
  readonly framed?: boolean
  /** Default true. */
  readonly sortable?: boolean
  /** Default: true for text columns. */
  readonly searchable?: boolean
  readonly filter?: ColumnFilter
  /** The value or values for a `oneOf` filter; default: the text. */
  value?(row: Row): string | readonly string[]
  /** False: always displayed, and not in the chooser. */
  readonly hideable?: boolean
  /** True: not displayed until a person chooses it. */
  readonly hidden?: boolean
  /** In a narrow table columns with the highest number are hidden first; those with 0 (default) never. */
  readonly priority?: number
  /**
   * In a table that is wider than its room: a `name` stays in sight at the start; a `state` that would be out of sight
   * comes behind the name.
   */
  readonly inSight?: 'name' | 'state'
  /** Its cells contain a picture without text, so the link to the row is in the next column. */
  readonly wordless?: boolean
  /** Emphasized text: the name of the row, an amount. */
  readonly emphasis?: 'name' | 'amount'
  readonly phone?: PhonePlace
}

/** Days of a range as ISO strings; '' for an open end. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Bounds of a range of numbers as decimal strings; '' for an open end. */
export interface Bounds {
  readonly from: string
  readonly to: string
}

export type ColumnFilter = (
  | { readonly kind: 'text' }
  /** `excludes`: the filter can also hide rows with these values. */
  | { readonly kind: 'oneOf'; readonly options: readonly FilterOption[]; readonly excludes?: true }
  /** A range of numbers, as one value. */
  | {
      readonly kind: 'numbers'
      read(value: string): Bounds
      /** @returns a typed number in plain digits; null for a text that is none */
      readNumber(typed: string): string | null
      /** The message for a text that is not a number. */
      howToWrite: string
      /** @returns '' for no bound */
      write(bounds: Bounds): string
    }
  /** A range of days, as one value. */
  | {
      readonly kind: 'days'
      read(value: string): Days
      /** @returns '' for no day */
      write(days: Days): string
      /** The first and the last instant, in the format of `sortText`; null for an open end. */
      bounds(value: string): { from: string | null; to: string | null }
    }
) & {
  /** Why the filter cannot be added to the current ones. */
  readonly blocked?: string
}

export interface FilterOption {
  readonly value: string
  readonly label: string
}

/** The view of a person. The caller stores it, for example in the URL or as a saved view. */
export interface TableView {
  search: string
  /**
   * By column: values of which a row must have one, or the text that it must contain. Under `{column}.not`: values of
   * which it must have none.
   */
  filters: Record<string, string[]>
  sort: { key: string; order: 'asc' | 'desc' } | null
  /** Keys of the displayed columns in their order; null: the default ones. */
  columns: string[] | null
}

/**
 * loading: no row yet · streaming: the rows so far · ready · refreshing: old rows while they are read again · outdated:
 * this read failed, so the rows are old · cutShort: the list ended early · unreachable, noPermission, empty: no rows ·
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

/** The selected rows: their ids, or all that match. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly allMatching: boolean
}

/** Rows that the caller limits the table to, in addition to the filters: a chip shows this limit and removes it. */
export interface TableScope<Row> {
  /** Equal keys mean equal rows. */
  readonly key: string
  /** For example '79 users not disabled'. */
  readonly label: string
  holds(row: Row): boolean
  readonly onClear: () => void
}

/** A person's widths and pins of the columns of one table. */
export interface ColumnLook {
  /** Widths of the resized columns by key, CSS pixels. */
  readonly widths: Readonly<Record<string, number>>
  /** Keys of the pinned columns, which stay visible after the first one, in their order. */
  readonly pinned: readonly string[]
}

/** An action on all selected rows. */
export interface BulkAction {
  readonly key: string
  /** A verb. */
  readonly label: string
  readonly icon: LucideIcon
  readonly onSelect: () => void
  /** Why the action is not available now. */
  readonly disabledReason?: string
}

/** An action on a row. */
export interface RowAction {
  readonly key: string
  /** A verb, also the tooltip. */
  readonly label: string
  readonly icon: LucideIcon
  readonly onSelect: () => void
  readonly tone?: 'neutral' | 'danger'
  /** Why the action is not available now. */
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
