import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react'
import { useMedia } from '../../primitives/hooks/use-media'
import { useStore } from '../../primitives/hooks/use-store'
import { lazyComponent, useIsLoaded, type LazyComponent } from '../../components/Lazy/lazy-component'
import type { Density } from '../../theme/theme'
import { rowHeights } from '../../tokens/tokens'
import { Bar } from './bar/Bar'
import { BULK_ROOM } from './bulk/room'
import { chosenColumns } from './engine/layout'
import { isPaged, type RowEngine } from './engine/row-engine'
import { TableEngine } from './engine/table-engine'
import { Grid } from './grid/Grid'
import { RowPainter } from './grid/row-painter'
import { actionsWidth, PHONE_ROW } from './sizes'
import { Foot } from './states/Foot'
import { StateBand, StateOverlay, type TableError } from './states/States'
import { Progress } from './states/States.styles'
import { Root } from './Table.styles'
import type {
  BulkAction,
  Column,
  ColumnLook,
  PagedSource,
  RowAction,
  RowSource,
  Selection,
  TableScope,
  TableStatus,
  TableView,
  TableWords,
} from './types'
import { useLocalView } from './use-local-view'
import { useSelection } from './use-selection'

const BulkBar = lazyComponent(() => import('./bulk/BulkBar'), { name: 'The actions on the selection' }) as <Row>(
  props: Parameters<typeof import('./bulk/BulkBar').default<Row>>[0],
) => ReactNode

/**
 * Loaded when the page is idle or somebody does anything, before they print: the browser waits for no code. The first rows do not share
 * the connection with it.
 */
export const PrintedRows = lazyComponent(() => import('./PrintedRows'), {
  name: 'Printing',
  failed: () => null,
}) as (<Row>(props: Parameters<typeof import('./PrintedRows').default<Row>>[0]) => ReactNode) &
  Pick<LazyComponent<never>, 'module' | 'preload'>

const INPUTS = ['pointermove', 'pointerdown', 'keydown'] as const

/** @returns whether the table can be printed as a whole: the code is loaded @param prints whether it may be */
function useIsPrintable(prints: boolean): boolean {
  const isLoaded = useIsLoaded(PrintedRows)
  useEffect(() => {
    if (!prints || isLoaded) return
    const load = () => void PrintedRows.preload()
    for (const input of INPUTS) window.addEventListener(input, load, { once: true, passive: true })
    return () => INPUTS.forEach((input) => window.removeEventListener(input, load))
  }, [prints, isLoaded])
  return prints && isLoaded
}

/** Functions for the caller. */
export interface TableHandle<Row> {
  /** The matching rows in their order, for an export or an action on all of them. */
  shownRows(): Iterable<Row>
  /** The chosen columns, in their order. */
  shownColumns(): readonly Column<Row>[]
  /** All columns that the person may see: those that filters know. */
  allColumns(): readonly Column<Row>[]
  /** The selected rows: the visible ones in their order, then those that search and filters hide. */
  chosenRows(): Row[]
  /** Focuses the rows. */
  focus(): void
}

export interface Neighbours<Row> {
  readonly previous: Row | null
  readonly next: Row | null
}

export interface TableProps<Row> {
  /** Accessible name of the rows. */
  label: string
  source: RowSource<Row> | PagedSource<Row>
  /** All columns that the person may see. Pass the same array until they change. */
  columns: readonly Column<Row>[]
  view: TableView
  /** The person changed the search (sent after a pause in typing), filters, order or columns. */
  onViewChange: (view: TableView) => void
  /** Widths and pins, stored by the caller for each person. Pass the same object until they change. */
  columnLook?: ColumnLook
  /** The person resized, pinned or reset a column. Without it columns cannot be resized or pinned. */
  onColumnLookChange?: (look: ColumnLook) => void
  /** Limits the rows in addition to the view. Pass the same object until it changes. */
  scope?: TableScope<Row> | null
  status: TableStatus
  words: TableWords
  /** Total number of rows, if the source reported it before its end. */
  total?: number | null
  error?: TableError | null
  onRetry?: () => void
  /** Time at which the rows were current: '14:29:51'. */
  asOf?: string
  /** Number of new records that are not in the source yet; `onShowArrivals` adds them. */
  arrivals?: number
  onShowArrivals?: () => void
  /** Receives the number of matching rows after each change of the view or the rows. */
  onCounted?: (matching: number) => void
  /** Id of the row to scroll to once it is loaded, unless the person has scrolled before. */
  startAt?: string | null
  /** Receives the ids of the rows in view after scrolling; the caller updates these first. Pass the same function. */
  onRowsInView?: (ids: readonly string[]) => void

  rowId: (row: Row) => string
  /** Name of a row for screen readers: 'Ada Lovelace'. */
  rowName: (row: Row) => string
  /** URL of the link in the first cell. */
  rowHref?: (row: Row) => string
  /** A click or Enter without the keys that open a new tab. Without it the browser opens `rowHref`. */
  onOpenRow?: (row: Row, event: MouseEvent | KeyboardEvent) => void
  /** The key P on a row: shows it next to the table. */
  onPeekRow?: (row: Row) => void
  /** The person moved to another row with the keyboard. */
  onRowReached?: (row: Row) => void
  /** Actions of a row; `[]` for none. */
  rowActions?: (row: Row) => readonly RowAction[]
  /** Maximum number of actions of a row, for the width of their column. Default 3. */
  mostActions?: number
  busyRows?: ReadonlySet<string>
  /** Whether a row is displayed muted, as for disabled records; a text in the row must say why. */
  mutedRow?: (row: Row) => boolean
  /** Id of the record that is open next to the table. */
  openRowId?: string | null
  /** Receives the visible rows before and after that record; null at an end, or if it is not visible. */
  onOpenRowPlaced?: (neighbours: Neighbours<Row>) => void
  selection?: Selection
  /** For a paged list: there are actions on all matching rows, loaded or not. */
  selectsMatching?: boolean
  onSelectionChange?: (selection: Selection) => void
  /** Actions on the selected rows, at most four. */
  bulkActions?: readonly BulkAction[]
  /** Displayed instead of the actions: the progress or the outcome of an action. */
  bulkStatus?: ReactNode

  density?: Density
  onDensityChange?: (density: Density) => void
  /** A filter of a column was opened: its values are needed, even if the column is not visible. */
  onFilterOpened?: (key: string) => void
  /** Values that a filter needs are still loading. */
  readingValues?: boolean
  /** Displayed in the bar before the actions, for example the number of rows. */
  summary?: ReactNode
  /** Actions at the right end of the bar; where there is too little room, behind one button. */
  actions?: ReactNode
  /** The main one of them, which stays in the bar except on phones. */
  mainAction?: ReactNode
  /** Whether the table is the page: printing the page then prints all rows and nothing else. */
  prints?: boolean
  ref?: Ref<TableHandle<Row>>
}

const PHONE = '(max-width: 767.98px)'
const NO_LOOK: ColumnLook = { widths: {}, pinned: [] }

/**
 * A list of any length (look, section 6). The table searches, filters, sorts and paints rows without copying them, and
 * fills the height of its container. The caller owns the view and the selection; the table owns the offset, the active
 * cell and the progress.
 */
export function Table<Row>(props: TableProps<Row>) {
  const {
    source,
    columns,
    status,
    words,
    rowName,
    mutedRow,
    openRowId,
    busyRows,
    selection,
    rowActions,
    density = 'default',
    columnLook = NO_LOOK,
    onColumnLookChange,
    bulkStatus,
    rowId,
    scope = null,
    total = null,
    arrivals = 0,
    asOf,
    onShowArrivals,
  } = props
  const engine = useMemo(
    (): RowEngine<Row> => (isPaged(source) ? source.createEngine() : new TableEngine(source)),
    [source],
  )
  const { view, search, change } = useLocalView(props.view, props.onViewChange, engine)
  const isPrintable = useIsPrintable(props.prints ?? false)
  const painter = useMemo(() => new RowPainter(engine), [engine])
  const phone = useMedia(PHONE)
  const rowHeight = phone ? PHONE_ROW : rowHeights[density]
  const shown = useMemo(
    () => chosenColumns(columns, view.columns, columnLook.pinned),
    [columns, view.columns, columnLook.pinned],
  )
  const { chosen, select, selectAll, selectMatching, stand } = useSelection(
    engine,
    rowId,
    selection,
    props.onSelectionChange,
  )

  const { sort } = view
  const onSort = useCallback(
    (key: string) => {
      change({ sort: sort?.key !== key ? { key, order: 'asc' } : sort.order === 'asc' ? { key, order: 'desc' } : null })
    },
    [sort, change],
  )
  const stateOf = useCallback(
    (row: Row, id: string) => ({
      selected: selection ? selection.allMatching || selection.ids.has(id) : false,
      muted: mutedRow?.(row) ?? false,
      open: openRowId === id,
      busy: busyRows?.has(id) ?? false,
    }),
    [selection, mutedRow, openRowId, busyRows],
  )
  const root = useRef<HTMLElement>(null)
  const { ref } = props
  useImperativeHandle(ref, () => handleOf(engine, painter, columns, shown, rowId, selection), [
    engine,
    painter,
    columns,
    shown,
    rowId,
    selection,
  ])
  const isBulk = selection !== undefined && (chosen !== false || bulkStatus !== undefined)
  const clear = useCallback(() => {
    selectAll(false)
    painter.focus()
  }, [selectAll, painter])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // An overlay (a menu, a dialog) handles Esc itself, although its events bubble through here.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      !isBulk ||
      bulkStatus ||
      !event.currentTarget.contains(event.target as Node)
    )
      return
    event.preventDefault()
    clear()
  }
  const showChanges = useCallback(() => {
    engine.refresh(arrivals > 0)
    if (arrivals > 0) onShowArrivals?.()
  }, [engine, arrivals, onShowArrivals])

  const reading = status === 'streaming' || status === 'loading'
  const states = {
    engine,
    status,
    words,
    error: props.error,
    asOf,
    onRetry: props.onRetry,
    columns,
    shown,
    selectable: chosen !== undefined,
    view,
    scope,
    search,
    onChange: change,
    rowHeight,
  }
  return (
    <Root ref={root} data-table onKeyDown={onKeyDown}>
      <Bar
        columns={columns}
        shown={shown}
        look={columnLook}
        onLookChange={onColumnLookChange}
        phone={phone}
        view={view}
        scope={scope}
        search={search}
        onChange={change}
        searchLabel={words.search ?? `Search ${words.noun.many}`}
        density={density}
        onDensityChange={phone ? undefined : props.onDensityChange}
        onFilterOpened={props.onFilterOpened}
        readingValues={props.readingValues}
        summary={props.summary}
        actions={props.actions}
        mainAction={props.mainAction}
      />
      <StateBand {...states} />
      <Grid
        engine={engine}
        label={props.label}
        columns={columns}
        shown={shown}
        streaming={reading}
        view={view}
        scope={scope}
        look={columnLook}
        onLookChange={onColumnLookChange}
        search={search}
        phone={phone}
        rowHeight={rowHeight}
        rowId={rowId}
        rowName={rowName}
        rowHref={props.rowHref}
        onOpenRow={props.onOpenRow}
        onPeekRow={props.onPeekRow}
        onRowReached={props.onRowReached}
        stateOf={stateOf}
        rowActions={rowActions}
        actionsWidth={actionsWidth(props.mostActions ?? 3, phone)}
        onSort={onSort}
        chosen={chosen}
        onSelect={select}
        onSelectAll={selectAll}
        onStand={stand}
        padding={isBulk ? BULK_ROOM[phone ? 'phone' : 'wide'] : 0}
        busy={reading || status === 'refreshing'}
        painter={painter}
      >
        {(status === 'streaming' || (isPaged(source) && status === 'refreshing')) && (
          <StreamProgress engine={engine} total={total} />
        )}
        <StateOverlay {...states} />
      </Grid>
      {isBulk && (
        <BulkBar
          engine={engine}
          selection={selection}
          rowId={rowId}
          words={words}
          actions={props.bulkActions ?? []}
          status={bulkStatus}
          onSelectAll={() => selectAll(true)}
          onSelectMatching={props.selectsMatching ? selectMatching : undefined}
          onClear={clear}
        />
      )}
      {openRowId != null && (
        <OpenRow
          engine={engine}
          painter={painter}
          id={openRowId}
          rowId={rowId}
          view={view}
          onPlaced={props.onOpenRowPlaced}
        />
      )}
      {isPrintable && (
        <PrintedRows engine={engine} root={root} label={props.label} columns={columns} shown={shown} view={view} />
      )}
      {props.startAt != null && <StartAt engine={engine} painter={painter} id={props.startAt} rowId={rowId} />}
      {props.onRowsInView && (
        <RowsInView
          engine={engine}
          painter={painter}
          rowId={rowId}
          view={view}
          scope={scope}
          onRowsInView={props.onRowsInView}
        />
      )}
      <Foot
        engine={engine}
        painter={painter}
        status={status}
        words={words}
        total={total}
        arrivals={arrivals}
        onShowChanges={showChanges}
        onCounted={props.onCounted}
        note={status === 'offline' ? 'Changes wait for the connection' : asOf && `Up to date ${asOf}`}
      />
    </Root>
  )
}

function handleOf<Row>(
  engine: RowEngine<Row>,
  painter: RowPainter<Row>,
  columns: readonly Column<Row>[],
  shown: readonly Column<Row>[],
  rowId: (row: Row) => string,
  selection: Selection | undefined,
): TableHandle<Row> {
  return {
    shownRows: () => engine.shownRows(),
    shownColumns: () => shown,
    allColumns: () => columns,
    chosenRows: () => {
      if (!selection) return []
      if (selection.allMatching) return [...engine.shownRows()]
      const { ids } = selection
      const seen = new Set([...engine.shownRows()].filter((row) => ids.has(rowId(row))))
      return [...seen, ...engine.allRows().filter((row) => ids.has(rowId(row)) && !seen.has(row))]
    },
    focus: () => painter.focus(),
  }
}

interface OpenRowProps<Row> extends Pick<TableProps<Row>, 'rowId' | 'view'> {
  engine: RowEngine<Row>
  painter: RowPainter<Row>
  id: string
  onPlaced: TableProps<Row>['onOpenRowPlaced']
}

/** Scrolls to the record that is open next to the table, puts the active cell on it, and reports its neighbours. */
function OpenRow<Row>({ engine, painter, id, rowId, view, onPlaced }: OpenRowProps<Row>): null {
  const { length, counting } = useStore(engine.subscribe, engine.getState)
  useEffect(() => {
    if (counting) return
    const index = engine.indexOf(id, rowId)
    const isShown = index >= 0
    onPlaced?.({
      previous: isShown && index > 0 ? engine.rowAt(index - 1) : null,
      next: isShown && index < length - 1 ? engine.rowAt(index + 1) : null,
    })
    if (!isShown) return
    // A person who walks along the rows stays where they are: what is open follows them.
    if (painter.isFocused()) return
    painter.reveal(index)
    painter.setActive({ index, cell: painter.active?.cell ?? 0 })
    // `view` determines the order: the row is looked up again when it changes.
  }, [engine, painter, id, rowId, view, length, counting, onPlaced])
  return null
}

interface StartAtProps<Row> extends Pick<TableProps<Row>, 'rowId'> {
  engine: RowEngine<Row>
  painter: RowPainter<Row>
  id: string
}

/** Scrolls to a row once, unless the person has scrolled before. */
function StartAt<Row>({ engine, painter, id, rowId }: StartAtProps<Row>): null {
  const { length, counting } = useStore(engine.subscribe, engine.getState)
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || counting) return
    const index = engine.indexOf(id, rowId)
    isDone.current = index >= 0 || painter.offset !== 0
    if (index > 0 && painter.offset === 0) painter.placed(index)
  }, [engine, painter, id, rowId, length, counting])
  return null
}

/** Time without scrolling before the ids are reported, milliseconds: fast scrolling reports none. */
const REST_MS = 150

interface RowsInViewProps<Row> extends Pick<TableProps<Row>, 'rowId' | 'view'> {
  engine: RowEngine<Row>
  painter: RowPainter<Row>
  scope: TableScope<Row> | null
  onRowsInView: (ids: readonly string[]) => void
}

/** Reports the ids of the rows in view after they were scrolled, ordered or filtered. */
function RowsInView<Row>({ engine, painter, rowId, view, scope, onRowsInView }: RowsInViewProps<Row>): null {
  const span = useStore(painter.subscribeVisible, painter.getVisible)
  const { length, loaded } = useStore(engine.subscribe, engine.getState)
  const isFirst = useRef(true)
  useEffect(() => {
    if (length === 0) return
    const tell = () => {
      const end = Math.min(span.end, engine.getState().length)
      const indexes = Array.from({ length: Math.max(0, end - span.first) }, (_, offset) => span.first + offset)
      onRowsInView(
        indexes.flatMap((index) => {
          const row = engine.rowAt(index)
          return row === null ? [] : [rowId(row)]
        }),
      )
    }
    if (isFirst.current) tell()
    isFirst.current = false
    const timer = setTimeout(tell, REST_MS)
    return () => clearTimeout(timer)
    // `view` and `scope` determine which rows are at the indexes.
  }, [engine, rowId, span, length, loaded, view, scope, onRowsInView])
  return null
}

/** The loaded share of a list whose length is known; otherwise a constant bar. */
function StreamProgress<Row>({ engine, total }: { engine: RowEngine<Row>; total: number | null }) {
  const { loaded } = useStore(engine.subscribe, engine.getState)
  return <Progress aria-hidden style={{ transform: `scaleX(${total ? Math.min(1, loaded / total) : 0.3})` }} />
}
