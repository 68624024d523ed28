import { useCallback, useImperativeHandle, useMemo, useState, useSyncExternalStore, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref } from 'react'
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
import { Root } from './Table.styles'
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
  const { source, columns, status, words, rowName, mutedRow, openRowId, busyRows, selection, rowActions, density = 'default', total = null, arrivals = 0, asOf, onShowArrivals } = props
  const engine = useMemo(() => new TableEngine(source), [source])
  const { view, search, change } = useLocalView(props.view, props.onViewChange, engine)
  const [painter, setPainter] = useState<RowPainter<Row> | null>(null)
  const phone = useMedia(PHONE)
  const rowHeight = phone ? PHONE_ROW : rowHeights[density]
  const shown = useMemo(() => chosenColumns(columns, view.columns), [columns, view.columns])
  const { chosen, select, selectAll } = useSelection(engine, props.rowId, selection, props.onSelectionChange)

  const { sort } = view
  const onSort = useCallback((key: string) => {
    change({ sort: sort?.key !== key ? { key, order: 'asc' } : sort.order === 'asc' ? { key, order: 'desc' } : null })
  }, [sort, change])
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
  const { ref } = props
  useImperativeHandle(ref, () => ({ shownRows: () => engine.shownRows(), shownColumns: () => shown }), [engine, shown])
  const showChanges = useCallback(() => {
    engine.refresh(arrivals > 0)
    if (arrivals > 0) onShowArrivals?.()
  }, [engine, arrivals, onShowArrivals])

  const reading = status === 'streaming' || status === 'loading'
  const states = { engine, status, words, error: props.error, asOf, onRetry: props.onRetry, columns: shown, selectable: chosen !== undefined, view, search, onChange: change, rowHeight }
  return (
    <Root data-table>
      <Bar
        columns={columns} shownCount={shown.length} view={view} search={search} onChange={change} searchLabel={words.search ?? `Search ${words.noun.many}`}
        density={density} onDensityChange={phone ? undefined : props.onDensityChange} actions={props.actions}
      />
      <StateBand {...states} />
      <Grid
        engine={engine} label={props.label} columns={columns} shown={shown} streaming={reading} view={view} search={search} phone={phone} rowHeight={rowHeight}
        rowId={props.rowId} rowName={rowName} rowHref={props.rowHref} onOpenRow={props.onOpenRow} stateOf={stateOf}
        renderActions={renderActions} actionsWidth={actionsWidth(props.mostActions ?? 3, phone)} onSort={onSort}
        chosen={chosen} onSelect={select} onSelectAll={selectAll} busy={reading || status === 'refreshing'} onPainter={setPainter}
      >
        {status === 'streaming' && <StreamProgress engine={engine} total={total} />}
        <StateOverlay {...states} />
      </Grid>
      <Foot
        engine={engine} painter={painter} status={status} words={words} total={total} arrivals={arrivals} onShowChanges={showChanges} onCounted={props.onCounted}
        note={status === 'offline' ? 'Changes wait for the connection' : asOf && `Up to date ${asOf}`}
      />
    </Root>
  )
}

/** How much of a list has come, where its length is known beforehand; else that it is coming. */
function StreamProgress<Row>({ engine, total }: { engine: TableEngine<Row>; total: number | null }) {
  const { loaded } = useSyncExternalStore(engine.subscribe, engine.getState)
  return <Progress aria-hidden style={{ transform: `scaleX(${total ? Math.min(1, loaded / total) : 0.3})` }} />
}
