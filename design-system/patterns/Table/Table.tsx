import { useCallback, useEffect, useImperativeHandle, useMemo, useState, useSyncExternalStore, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref } from 'react'
import { useMedia } from '../../components/Drawer/use-media'
import type { Density } from '../../theme/theme'
import { rowHeights } from '../../tokens/tokens'
import { Bar } from './bar/Bar'
import { chosenColumns } from './engine/layout'
import { TableEngine } from './engine/table-engine'
import { Grid, PHONE_ROW } from './grid/Grid'
import { actionsWidth, RowActions } from './grid/RowActions'
import type { RowPainter } from './grid/row-painter'
import { Foot } from './states/Foot'
import { StateBand, StateOverlay, type TableError } from './states/States'
import { Progress } from './states/States.styles'
import { Frame, Root } from './Table.styles'
import type { CellContext, Column, RowAction, RowSource, Selection, TableStatus, TableView, TableWords } from './types'
import { useLocalView } from './use-local-view'
import { useSelection } from './use-selection'

/** What a caller may ask the table for. */
export interface TableHandle<Row> {
  /** The rows that match, in their order: for a file, for an act on all. */
  shownRows(): Iterable<Row>
  /** The columns that are chosen, in their order. */
  shownColumns(): readonly Column<Row>[]
}

export interface TableProps<Row> {
  /** Accessible name of the rows. */
  label: string
  source: RowSource<Row>
  /** All columns that the person may see. Keep the array the same while nothing changes. */
  columns: readonly Column<Row>[]
  view: TableView
  /** Search, filters, order or columns were changed; a search after a pause in typing. */
  onViewChange: (view: TableView) => void
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

  rowId: (row: Row) => string
  /** What a row is called, for screen readers: 'Ada Lovelace'. */
  rowName: (row: Row) => string
  /** The first cell is a link to this address. */
  rowHref?: (row: Row) => string
  /** A click or Enter, without keys that ask for another tab. Without it, the browser goes to `rowHref`. */
  onOpenRow?: (row: Row, event: MouseEvent | KeyboardEvent) => void
  /** What can be done with a row; `[]` for nothing. */
  rowActions?: (row: Row) => readonly RowAction[]
  /** The most actions that a row can have: the width of their column. Default 3. */
  mostActions?: number
  busyRows?: ReadonlySet<string>
  /** Disabled records stand back; their word says why. */
  mutedRow?: (row: Row) => boolean
  /** Id of the record that is open beside the table. */
  openRowId?: string | null
  selection?: Selection
  onSelectionChange?: (selection: Selection) => void

  density?: Density
  onDensityChange?: (density: Density) => void
  /** At the right end of the bar. */
  actions?: ReactNode
  ref?: Ref<TableHandle<Row>>
}

const PHONE = '(max-width: 767.98px)'

/**
 * A list of any length (look, section 6): searched, filtered, sorted and painted here over rows that stay where they are.
 * It fills the height of its container. The view and the selection are the caller's; offset, active cell and progress its own.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { source, columns, status, words, rowId, rowName, mutedRow, openRowId, busyRows, selection, rowActions, mostActions = 3, density = 'default', onCounted, onShowArrivals } = props
  const [view, change] = useLocalView(props.view, props.onViewChange)
  const engine = useMemo(() => new TableEngine(source), [source])
  const state = useSyncExternalStore(engine.subscribe, engine.getState)
  const [painter, setPainter] = useState<RowPainter<Row> | null>(null)
  const phone = useMedia(PHONE)
  const rowHeight = phone ? PHONE_ROW : rowHeights[density]
  const shown = useMemo(() => chosenColumns(columns, view.columns), [columns, view.columns])
  const { chosen, select, selectAll } = useSelection(engine, rowId, selection, props.onSelectionChange)

  const onSort = useCallback((key: string) => {
    const { sort } = view
    change({ ...view, sort: sort?.key !== key ? { key, order: 'asc' } : sort.order === 'asc' ? { key, order: 'desc' } : null })
  }, [view, change])
  const stateOf = useCallback((row: Row, id: string) => ({
    selected: selection ? selection.allMatching || selection.ids.has(id) : false,
    muted: mutedRow?.(row) ?? false,
    open: openRowId === id,
    busy: busyRows?.has(id) ?? false,
  }), [selection, mutedRow, openRowId, busyRows])
  const renderActions = useMemo(
    () => rowActions && ((row: Row, context: CellContext) => <RowActions actions={rowActions(row)} rowName={rowName(row)} context={context} />),
    [rowActions, rowName],
  )
  useImperativeHandle(props.ref, () => ({ shownRows: () => engine.shownRows(), shownColumns: () => shown }), [engine, shown])
  const { length, counting, loaded } = state
  useEffect(() => {
    if (!counting) onCounted?.(length)
  }, [length, counting, onCounted])

  const showChanges = () => {
    onShowArrivals?.()
    engine.refresh()
  }
  const inStates = { status, state, words, error: props.error, asOf: props.asOf, onRetry: props.onRetry, columns: shown, view, onChange: change, rowHeight }
  const streaming = status === 'streaming' || status === 'loading'
  return (
    <Root data-table>
      <Bar
        columns={columns} shownCount={shown.length} view={view} onChange={change} searchLabel={words.search ?? `Search ${words.noun.many}`}
        density={density} onDensityChange={props.onDensityChange} actions={props.actions}
      />
      <StateBand {...inStates} />
      <Frame>
        {status === 'streaming' && <Progress aria-hidden style={{ transform: `scaleX(${props.total ? Math.min(1, loaded / props.total) : 0.3})` }} />}
        <Grid
          engine={engine} label={props.label} columns={columns} shown={shown} streaming={streaming} view={view} phone={phone} rowHeight={rowHeight}
          rowId={rowId} rowName={rowName} rowHref={props.rowHref} onOpenRow={props.onOpenRow} stateOf={stateOf}
          renderActions={renderActions} actionsWidth={actionsWidth(mostActions, phone)} onSort={onSort}
          chosen={chosen} onSelect={select} onSelectAll={selectAll} count={streaming && !props.total ? -1 : length} busy={streaming || status === 'refreshing'} onPainter={setPainter}
        />
        <StateOverlay {...inStates} />
      </Frame>
      <Foot
        painter={painter} status={status} state={state} words={words} total={props.total ?? null} arrivals={props.arrivals ?? 0} onShowChanges={showChanges}
        note={status === 'offline' ? 'Changes wait for the connection' : props.asOf && `Up to date ${props.asOf}`}
      />
    </Root>
  )
}
