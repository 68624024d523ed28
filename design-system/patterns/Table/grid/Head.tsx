/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a windowed grid of positioned rows: the elements of a table would impose their own layout */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Checkbox } from '../../../primitives/Checkbox/Checkbox'
import { Icon } from '../../../primitives/Icon/Icon'
import { VisuallyHidden } from '../../../primitives/VisuallyHidden/VisuallyHidden'
import type { LaidColumn } from '../engine/layout'
import type { TableView } from '../types'
import { HeadCell, HeadRow, SortButton } from '../Table.styles'

interface Props<Row> {
  columns: readonly LaidColumn<Row>[]
  sort: TableView['sort']
  onSort: (key: string) => void
  /** State of the box that chooses all; undefined: rows cannot be chosen. */
  chosen?: boolean | 'mixed'
  onChooseAll: (all: boolean) => void
  actions: boolean
}

const align = <Row,>({ column }: LaidColumn<Row>) => column.align ?? (column.kind === 'number' || column.kind === 'money' ? 'end' : 'start')

/** The sticky head: names of columns as buttons that sort. */
export const Head = memo(function Head<Row>({ columns, sort, onSort, chosen, onChooseAll, actions }: Props<Row>) {
  const before = chosen === undefined ? 1 : 2
  return (
    <div role="rowgroup" data-table-head>
      <HeadRow role="row" aria-rowindex={1}>
        {chosen !== undefined && (
          <HeadCell role="columnheader" data-col="$select" aria-colindex={1}>
            <Checkbox label="Select all matching rows" labelHidden checked={chosen} onCheckedChange={onChooseAll} />
          </HeadCell>
        )}
        {columns.map((laid, index) => {
          const { column, place } = laid
          const order = sort?.key === column.key ? sort.order : null
          return (
            <HeadCell
              key={column.key}
              role="columnheader"
              data-col={column.key}
              data-place={place}
              data-align={align(laid)}
              data-first={index === 0 || undefined}
              aria-colindex={index + before}
              aria-sort={column.sortable === false ? undefined : order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
            >
              {column.sortable === false
                ? <span>{column.title}</span>
                : (
                  <SortButton type="button" data-sorted={order ?? undefined} onClick={() => onSort(column.key)}>
                    <span>{column.title}</span>
                    <Icon icon={order === 'desc' ? ArrowDown : ArrowUp} size="header" />
                  </SortButton>
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
