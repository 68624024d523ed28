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
import { lazyComponent } from '../../components/Lazy/lazy-component'
import type { Density } from '../../theme/theme'
import { rowHeights } from '../../tokens/tokens'
import { Bar } from './bar/Bar'
import { BULK_ROOM } from './bulk/room'
import { chosenColumns } from './engine/layout'
import { PagedEngine } from './engine/paged-engine'
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

/** What a caller may ask the table for. */
export interface TableHandle<Row> {
  /** The rows that match, in their order: for a file, for an action on all. */
  shownRows(): Iterable<Row>
  /** The columns that are chosen, in their order. */
  shownColumns(): readonly Column<Row>[]
  /** The rows that are chosen: those that are shown in their order, then those that search and filters hide. */
  chosenRows(): Row[]
  /** Gives the focus to the rows. */
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
  /** All columns that the person may see. Keep the array the same while nothing changes. */
  columns: readonly Column<Row>[]
  view: TableView
  /** Search, filters, order or columns were changed; a search after a pause in typing. */
  onViewChange: (view: TableView) => void
  /** Widths and pins; kept by the caller, for one person. Keep the object the same while nothing changes. */
  columnLook?: ColumnLook
  /** A column was sized, pinned or put back. Without it there are no edges to take. */
  onColumnLookChange?: (look: ColumnLook) => void
  /** Narrows the rows beside the view, which stays as it is. Keep the object the same while nothing changes. */
  scope?: TableScope<Row> | null
  status: TableStatus
  words: TableWords
  /** Rows that there are in all, where the source said so before its end. */
  total?: number | null
  error?: TableError | null
  onRetry?: () => void
  /** When the rows were right: '14:29:51'. */
  asOf?: string
  /** New records that wait outside of the source, and how to have them put in. */
  arrivals?: number
  onShowArrivals?: () => void
  /** How many match: after each change of the view or the rows. */
  onCounted?: (matching: number) => void
  /** Id of a row that comes first in view as soon as it is there, unless the person has scrolled by then. */
  startAt?: string | null
  /** Ids of the rows in view, once they rest: what the caller keeps up to date first. Keep the function the same. */
  onRowsInView?: (ids: readonly string[]) => void

  rowId: (row: Row) => string
  /** What a row is called, for screen readers: 'Ada Lovelace'. */
  rowName: (row: Row) => string
  /** The first cell is a link to this address. */
  rowHref?: (row: Row) => string
  /** A click or Enter, without keys that ask for another tab. Without it, the browser goes to `rowHref`. */
  onOpenRow?: (row: Row, event: MouseEvent | KeyboardEvent) => void
  /** The key P on a row: shows it beside the table. */
  onPeekRow?: (row: Row) => void
  /** What can be done with a row; `[]` for nothing. */
  rowActions?: (row: Row) => readonly RowAction[]
  /** The most actions that a row can have: the width of their column. Default 3. */
  mostActions?: number
  busyRows?: ReadonlySet<string>
  /** Disabled records stand back; their word says why. */
  mutedRow?: (row: Row) => boolean
  /** Id of the record that is open beside the table. */
  openRowId?: string | null
  /** The rows before and after that record, as they are shown; null at an end, and where it is not shown. */
  onOpenRowPlaced?: (neighbours: Neighbours<Row>) => void
  selection?: Selection
  /** Of a paged list: something can be done with all rows that it finds, loaded or not. */
  selectsMatching?: boolean
  onSelectionChange?: (selection: Selection) => void
  /** What can be done with the chosen rows, at most four. */
  bulkActions?: readonly BulkAction[]
  /** In their place: an action that is under way, or how it ended. */
  bulkStatus?: ReactNode

  density?: Density
  onDensityChange?: (density: Density) => void
  /** A filter of a column was opened: its values are needed, whether or not it is shown. */
  onFilterOpened?: (key: string) => void
  /** Values that a filter needs are still being read. */
  readingValues?: boolean
  /** In the bar, before what can be done with the list: how many rows there are, say. */
  summary?: ReactNode
  /** At the right end of the bar. */
  actions?: ReactNode
  ref?: Ref<TableHandle<Row>>
}

const PHONE = '(max-width: 767.98px)'
const NO_LOOK: ColumnLook = { widths: {}, pinned: [] }

/**
 * A list of any length (look, section 6): searched, filtered, sorted and painted here over rows that stay where they are.
 * It fills the height of its container. The view and the selection are the caller's; offset, active cell and progress its own.
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
    (): RowEngine<Row> => (isPaged(source) ? new PagedEngine(source) : new TableEngine(source)),
    [source],
  )
  const { view, search, change } = useLocalView(props.view, props.onViewChange, engine)
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
  const { ref } = props
  useImperativeHandle(ref, () => handleOf(engine, painter, shown, rowId, selection), [
    engine,
    painter,
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
    // What lies over the page (a menu, a question) has Esc for itself, although its events come by here.
    if (
      event.key !== 'Escape' ||
      event.defaultPrevented ||
      !isBulk ||
      bulkStatus ||
      !event.currentTarget.contains(event.target as Node)
    )
      return
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
    <Root data-table onKeyDown={onKeyDown}>
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
  shown: readonly Column<Row>[],
  rowId: (row: Row) => string,
  selection: Selection | undefined,
): TableHandle<Row> {
  return {
    shownRows: () => engine.shownRows(),
    shownColumns: () => shown,
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

/** Keeps the record that is open beside the table in sight, with the active cell on it, and reports its neighbours. */
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
    painter.reveal(index)
    painter.setActive({ index, cell: painter.active?.cell ?? 0 })
    // `view` decides on the order: the row is placed again when it changes.
  }, [engine, painter, id, rowId, view, length, counting, onPlaced])
  return null
}

interface StartAtProps<Row> extends Pick<TableProps<Row>, 'rowId'> {
  engine: RowEngine<Row>
  painter: RowPainter<Row>
  id: string
}

/** Scrolls to a row once; the person who scrolls first stays where they are. */
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

/** Rows rest after this long, milliseconds: nobody needs the ids of each screen that passes. */
const REST_MS = 150

interface RowsInViewProps<Row> extends Pick<TableProps<Row>, 'rowId' | 'view'> {
  engine: RowEngine<Row>
  painter: RowPainter<Row>
  scope: TableScope<Row> | null
  onRowsInView: (ids: readonly string[]) => void
}

/** Tells the ids of the rows in view, after they were scrolled, ordered or filtered. */
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
    // `view` and `scope` decide which rows stand at the indexes.
  }, [engine, rowId, span, length, loaded, view, scope, onRowsInView])
  return null
}

/** How much of a list has come, where its length is known beforehand; else that it is coming. */
function StreamProgress<Row>({ engine, total }: { engine: RowEngine<Row>; total: number | null }) {
  const { loaded } = useStore(engine.subscribe, engine.getState)
  return <Progress aria-hidden style={{ transform: `scaleX(${total ? Math.min(1, loaded / total) : 0.3})` }} />
}
