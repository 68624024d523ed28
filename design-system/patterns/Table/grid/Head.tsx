/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a windowed grid of positioned rows: the elements of a table would impose their own layout */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { Checkbox } from '../../../primitives/Checkbox/Checkbox'
import { Icon } from '../../../primitives/Icon/Icon'
import { VisuallyHidden } from '../../../primitives/VisuallyHidden/VisuallyHidden'
import { useStore } from '../../../primitives/hooks/use-store'
import type { LaidColumn } from '../engine/layout'
import type { RowEngine } from '../engine/row-engine'
import type { TableView } from '../types'
import { chooseAllWords } from '../words'
import { HeadCell, HeadRow, SortButton } from '../Table.styles'
import { ResizeHandle, type Resizing } from './ResizeHandle'

interface Props<Row> {
  engine: RowEngine<Row>
  columns: readonly LaidColumn<Row>[]
  sort: TableView['sort']
  onSort: (key: string) => void
  /** Not given: columns cannot be sized. */
  resizing?: Resizing
  /** State of the box that chooses all; undefined: rows cannot be chosen. */
  chosen?: boolean | 'mixed'
  onChooseAll: (all: boolean) => void
  actions: boolean
}

const align = <Row,>({ column }: LaidColumn<Row>) =>
  column.align ?? (column.kind === 'number' || column.kind === 'money' ? 'end' : 'start')

/**
 * The sticky head: names of columns as buttons that sort, and the edges that size them. For Tab it is one place, whatever
 * the number of columns: ← and → walk along it.
 */
export const Head = memo(function Head<Row>({
  engine,
  columns,
  sort,
  onSort,
  resizing,
  chosen,
  onChooseAll,
  actions,
}: Props<Row>) {
  const before = chosen === undefined ? 1 : 2
  const [current, setCurrent] = useState<string | null>(null)
  const reached = columns.some(({ column }) => column.key === current)
    ? current
    : columns.find(({ column }) => column.sortable !== false)?.column.key
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const button = event.currentTarget
    const to = stepOf(event)
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const all = [...(button.closest('[role="row"]')?.querySelectorAll<HTMLElement>('[data-sort]') ?? [])]
    all[to === 'first' ? 0 : to === 'last' ? all.length - 1 : all.indexOf(button) + to]?.focus()
  }
  return (
    <div role="rowgroup" data-table-head>
      <HeadRow role="row" aria-rowindex={1}>
        {chosen !== undefined && (
          <HeadCell role="columnheader" data-col="$select" aria-colindex={1}>
            <ChooseAll engine={engine} chosen={chosen} onChooseAll={onChooseAll} />
          </HeadCell>
        )}
        {columns.map((laid, index) => {
          const { column, place, width, pin } = laid
          const { key } = column
          const order = sort?.key === key ? sort.order : null
          const tabIndex = key === reached ? 0 : -1
          return (
            <HeadCell
              key={key}
              role="columnheader"
              aria-label={column.title}
              data-col={key}
              data-place={place}
              data-align={align(laid)}
              data-first={index === 0 || undefined}
              data-pinned={pin ? '' : undefined}
              style={pin ? ({ insetInlineStart: `var(--pb-pin-${pin})` } as CSSProperties) : undefined}
              aria-colindex={index + before}
              aria-sort={
                column.sortable === false
                  ? undefined
                  : order === 'asc'
                    ? 'ascending'
                    : order === 'desc'
                      ? 'descending'
                      : 'none'
              }
              onFocus={() => setCurrent(key)}
            >
              {column.sortable === false ? (
                <span title={column.title}>{column.title}</span>
              ) : (
                <SortButton
                  type="button"
                  data-sort
                  tabIndex={tabIndex}
                  data-sorted={order ?? undefined}
                  title={column.title}
                  onPointerEnter={() => engine.prepareOrder(key)}
                  onPointerLeave={() => engine.stopPreparing()}
                  onClick={() => onSort(key)}
                  onKeyDown={walk}
                >
                  <span>{column.title}</span>
                  <Icon icon={order === 'desc' ? ArrowDown : ArrowUp} size="header" />
                </SortButton>
              )}
              {resizing && (
                <ResizeHandle column={key} title={column.title} width={width} tabIndex={tabIndex} resizing={resizing} />
              )}
            </HeadCell>
          )
        })}
        {actions && (
          <HeadCell role="columnheader" data-col="$actions" aria-colindex={columns.length + before}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </HeadCell>
        )}
      </HeadRow>
    </div>
  )
}) as <Row>(props: Props<Row>) => ReactNode

/** @returns where a key leads along the head; null: nowhere */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): 1 | -1 | 'first' | 'last' | null {
  if (key === 'Home') return 'first'
  if (key === 'End') return 'last'
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null
  return (key === 'ArrowRight') === (getComputedStyle(currentTarget).direction !== 'rtl') ? 1 : -1
}

/** The box that chooses all that match; its name says how many. */
function ChooseAll<Row>({
  engine,
  chosen,
  onChooseAll,
}: {
  engine: RowEngine<Row>
  chosen: boolean | 'mixed'
  onChooseAll: (all: boolean) => void
}) {
  const state = useStore(engine.subscribe, engine.getState)
  const label = chooseAllWords(state)
  return (
    <Checkbox
      label={label}
      labelHidden
      title={label}
      checked={chosen}
      disabled={state.length === 0}
      onCheckedChange={onChooseAll}
    />
  )
}
