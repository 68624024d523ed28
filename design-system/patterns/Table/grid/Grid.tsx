/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a windowed grid of positioned rows: the elements of a table would impose their own layout */
import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { ChevronRight } from 'lucide-react'
import { Icon } from '../../../primitives/Icon/Icon'
import { layOut, type LaidColumn } from '../engine/layout'
import { extraWidth, pinMeasures, trackMeasures, type Room } from '../engine/measures'
import type { RowEngine } from '../engine/row-engine'
import { HEAD_HEIGHT } from '../sizes'
import { Frame, More, Scroller } from '../Table.styles'
import type { Column, ColumnLook, RowAction, TableScope, TableView } from '../types'
import type { LiveSearch } from '../use-local-view'
import { handleGridKey } from './grid-keys'
import { Head } from './Head'
import { Hits } from './hits'
import { RichCells } from './RichCells'
import type { Look, RowPainter } from './row-painter'
import { useResizing } from './use-resizing'

export interface GridProps<Row> {
  engine: RowEngine<Row>
  label: string
  /** All columns: what is not shown can be searched and filtered too. */
  columns: readonly Column<Row>[]
  /** Those in the table, in their order. */
  shown: readonly Column<Row>[]
  streaming: boolean
  view: TableView
  scope: TableScope<Row> | null
  look: ColumnLook
  /** Not given: columns cannot be sized. */
  onLookChange?: (look: ColumnLook) => void
  search: LiveSearch
  phone: boolean
  rowHeight: number
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  rowHref?: (row: Row) => string
  onOpenRow?: (row: Row, event: MouseEvent | KeyboardEvent) => void
  onPeekRow?: (row: Row) => void
  onRowReached?: (row: Row) => void
  stateOf: Look<Row>['stateOf']
  rowActions?: (row: Row) => readonly RowAction[]
  /** CSS pixels. */
  actionsWidth: number
  onSort: (key: string) => void
  /** State of the box that chooses all; undefined: rows cannot be chosen. */
  chosen?: boolean | 'mixed'
  onSelect: (index: number, extend: boolean) => void
  onSelectAll: (all: boolean) => void
  /** The person stands on another row: choosing extends from here. */
  onStand: (index: number) => void
  /** Room that is kept below the last row, CSS pixels. */
  padding: number
  busy: boolean
  painter: RowPainter<Row>
  /** What lies over the rows. */
  children?: ReactNode
}

/** Head and rows in one scroller. */
export function Grid<Row>(props: GridProps<Row>) {
  const {
    engine,
    shown,
    view,
    phone,
    rowHeight,
    rowId,
    rowName,
    rowHref,
    stateOf,
    rowActions,
    actionsWidth,
    chosen,
    look,
    padding,
    painter,
  } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [hits] = useState(() => new Hits())
  const selectable = chosen !== undefined
  const actions = rowActions !== undefined

  const width = size?.width ?? 0
  const room = useMemo(
    (): Room => ({ width, selectable, actions: actions ? actionsWidth : 0 }),
    [width, selectable, actions, actionsWidth],
  )
  const extra = extraWidth(room)
  const laid = useMemo(
    () => layOut(shown, phone ? Number.POSITIVE_INFINITY : width - extra, look),
    [shown, width, extra, phone, look],
  )
  const total = laid.reduce((sum, column) => sum + column.width, extra)
  const columnCount = laid.length + (selectable ? 1 : 0) + (actions ? 1 : 0)
  const measuresOf = useCallback((widths: readonly number[]) => trackMeasures(widths, room), [room])
  const resizing = useResizing(frame, laid, look, phone ? undefined : props.onLookChange, measuresOf)

  // Before it connects, so that rows that are there already are arranged once.
  useLayoutEffect(() => engine.setColumns(props.columns), [engine, props.columns])
  useLayoutEffect(() => engine.setStreaming(props.streaming), [engine, props.streaming])
  const { search } = props
  useLayoutEffect(
    () => engine.setView(search.get(), view.filters, view.sort, props.scope),
    [engine, search, view.filters, view.sort, props.scope],
  )
  useLayoutEffect(() => {
    if (!scroller.current || !body.current) return
    const element = scroller.current
    const detach = painter.attach(element, body.current)
    const stop = engine.connect({
      shown: (reason) => painter.shown(reason === 'view'),
      dirty: (positions) => painter.dirty(positions),
      shifted: (by) => painter.shifted(by),
      placed: (index) => painter.placed(index),
    })
    let left = 0
    const onScroll = () => {
      const now = Math.abs(element.scrollLeft)
      const shifting = now !== left
      left = now
      if (!shifting && element.hasAttribute('data-shifting')) element.style.setProperty('--pb-left', `${now}px`)
      element.toggleAttribute('data-shifting', shifting)
      element.toggleAttribute('data-shifted', now !== 0)
      showMore(element)
      painter.scrolled(element.scrollTop)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    const stopSeeing = painter.subscribeVisible(() => {
      const { first, end } = painter.getVisible()
      engine.see(first, end)
    })
    return () => {
      element.removeEventListener('scroll', onScroll)
      stop()
      stopSeeing()
      detach()
      hits.show([], [], [])
    }
  }, [engine, hits, painter])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () =>
      setSize((before) => {
        const now = { width: element.clientWidth, height: element.clientHeight }
        return before?.width === now.width && before.height === now.height ? before : now
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (!size) return
    painter.setLook({
      id,
      columns: laid,
      selectable,
      linked: rowHref !== undefined,
      actions,
      phone,
      rowHeight,
      rowId,
      rowName,
      rowHref,
      rowActions,
      stateOf,
    })
    painter.setHeight(size.height - (phone ? 0 : HEAD_HEIGHT))
  }, [painter, size, id, laid, selectable, actions, phone, rowHeight, rowId, rowName, rowHref, rowActions, stateOf])

  useLayoutEffect(() => painter.setPadding(padding), [painter, padding])
  // After the variables of the tracks have changed.
  useLayoutEffect(() => {
    if (scroller.current) showMore(scroller.current)
  }, [laid, room])
  useLayoutEffect(
    () => painter.whenPainted(() => hits.show(painter.slots, laid, engine.words)),
    [painter, hits, laid, engine],
  )

  const open = (row: Row, event: MouseEvent | KeyboardEvent) => {
    if (props.onOpenRow) props.onOpenRow(row, event)
    else if (rowHref) window.location.assign(rowHref(row))
  }
  const openable = rowHref !== undefined || props.onOpenRow !== undefined

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement
    const element = target.closest<HTMLElement>('.pb-row')
    if (!element || event.defaultPrevented) return
    const index = Number(element.dataset.index)
    const slot = painter.slotOf(index)
    const row = slot?.row
    if (!slot || row === null || row === undefined) return
    const cell = slot.cells.findIndex((candidate) => candidate.contains(target))
    painter.setActive({ index, cell: Math.max(0, cell) })
    if (target.closest('.pb-check')) return props.onSelect(index, event.shiftKey)
    props.onStand(index)
    const link = target.closest('.pb-link')
    if (link) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || !props.onOpenRow) return
      event.preventDefault()
      return open(row, event)
    }
    if (
      !openable ||
      target.closest('a, button, input, label, [role="switch"]') ||
      slot.cells[cell]?.dataset.col?.startsWith('$')
    )
      return
    // Somebody who marked text wants to copy it.
    if (window.getSelection()?.isCollapsed === false) return
    open(row, event)
  }
  const onPointerOver = (event: PointerEvent<HTMLDivElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('.pb-cell')
    if (cell) painter.slotOf(Number(cell.closest<HTMLElement>('.pb-row')?.dataset.index))?.showWhole(cell)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    handleGridKey(event, engine, painter, {
      open: (row) => {
        if (openable) open(row, event)
      },
      select: (index, extend) => {
        if (selectable) props.onSelect(index, extend)
      },
      stand: props.onStand,
      selectAll: () => {
        if (selectable) props.onSelectAll(true)
      },
      clear: () => {
        if (chosen === undefined || chosen === false) return false
        props.onSelectAll(false)
        return true
      },
      peek: (row) => props.onPeekRow?.(row),
      reach: (row) => props.onRowReached?.(row),
    })
  }

  const isWide = !phone && total > width
  const measures = {
    ...measuresOf(laid.map((column) => column.width)),
    ...(phone && { '--pb-width': '100%' }),
    ...pinMeasures(laid, room, isWide),
    '--pb-bulk': `${padding}px`,
    '--pb-table-row': `${rowHeight}px`,
  } as CSSProperties
  return (
    <Frame ref={frame} style={measures}>
      <Scroller
        ref={scroller}
        role="grid"
        aria-label={props.label}
        aria-colcount={columnCount}
        aria-multiselectable={selectable || undefined}
        aria-busy={props.busy || undefined}
        tabIndex={0}
        data-table-scroller
        data-phone={phone || undefined}
        data-wide={isWide ? '' : undefined}
        data-openable={openable || undefined}
        onClick={onClick}
        onPointerOver={onPointerOver}
        onKeyDown={onKeyDown}
      >
        <Head
          engine={engine}
          columns={laid}
          sort={view.sort}
          onSort={props.onSort}
          resizing={resizing}
          chosen={chosen}
          onChooseAll={props.onSelectAll}
          actions={actions}
        />
        <div ref={body} role="rowgroup" data-table-body />
        <RichCells painter={painter} columns={laid} phone={phone} rowActions={rowActions} rowName={rowName} />
      </Scroller>
      {isWide && (
        <More aria-hidden>
          {actions && (
            // The keyboard reaches the columns with the arrow keys: a cell that gets the focus scrolls into view.
            <button
              type="button"
              tabIndex={-1}
              title="More columns"
              onClick={() => scroller.current && scrollOn(scroller.current, laid)}
            >
              <Icon icon={ChevronRight} size="header" />
            </button>
          )}
        </More>
      )}
      {props.children}
    </Frame>
  )
}

/** Marks the frame while columns are out of sight at the end. */
function showMore(scroller: HTMLElement): void {
  const rest = scroller.scrollWidth - scroller.clientWidth - Math.abs(scroller.scrollLeft)
  scroller.parentElement?.toggleAttribute('data-more', rest > 1)
}

/** Scrolls to the columns behind those in view. */
function scrollOn<Row>(scroller: HTMLElement, laid: readonly LaidColumn<Row>[]): void {
  const pinned = laid.reduce((sum, { pin, width }) => sum + (pin === null ? 0 : width), 0)
  const forward = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1
  scroller.scrollBy({ left: forward * Math.max(160, scroller.clientWidth - pinned - 240) })
}
