import { memo, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { LaidColumn } from '../engine/layout'
import type { CellContext, RowAction } from '../types'
import { RowActions } from './RowActions'
import type { RowPainter } from './row-painter'
import { tabIndexIn, type Place, type Slot } from './slot'
import { useStore } from '../../../primitives/hooks/use-store'

interface Props<Row> {
  painter: RowPainter<Row>
  columns: readonly LaidColumn<Row>[]
  phone: boolean
  rowActions?: (row: Row) => readonly RowAction[]
  rowName: (row: Row) => string
}

/**
 * The cells that columns draw themselves, put into the elements of the painter's rows. React adds a listener for each of its 140
 * events to every element that a portal renders into; with a portal into each cell these are 14,000 for a screen of rows. So all
 * portals render into the element that holds the rows, and each moves its one element into its cell.
 */
export function RichCells<Row>(props: Props<Row>) {
  const { painter } = props
  const slots = useStore(painter.subscribePool, painter.getPool)
  return slots.map((slot) => <RichRow key={slot.key} slot={slot} {...props} />)
}

/** @param place puts what is drawn into its cell */
const InCell = ({ place, children }: { place: Place; children: ReactNode }) => (
  <span className="pb-rich" ref={place}>
    {children}
  </span>
)

const RichRow = memo(function RichRow<Row>({
  painter,
  slot,
  columns,
  phone,
  rowActions,
  rowName,
}: Props<Row> & { slot: Slot<Row> }) {
  useStore(slot.subscribe, slot.getStamp)
  const { row, state, places, actions, generation, drawn } = slot
  if (row === null) return null
  const context: CellContext = { tabIndex: tabIndexIn(state), busy: state.busy, phone }
  return (
    <>
      {columns.map(({ column }, index) => {
        const place = places[index]
        return (
          column.render &&
          place &&
          createPortal(
            <InCell place={place}>{drawn.cell(column, row, context)}</InCell>,
            painter.pane,
            `${generation}:${column.key}`,
          )
        )
      })}
      {actions &&
        rowActions &&
        createPortal(
          <InCell place={actions}>
            {drawn.actionsCell({ rowActions, rowName }, row, context, (shown, name) => (
              <RowActions
                actions={shown}
                rowName={name}
                context={context}
                // The row may have changed since it was drawn.
                onRun={(key) =>
                  rowActions(slot.row ?? row)
                    .find((action) => action.key === key)
                    ?.onSelect()
                }
              />
            ))}
          </InCell>,
          painter.pane,
          `${generation}:actions`,
        )}
    </>
  )
}) as <Row>(props: Props<Row> & { slot: Slot<Row> }) => ReactNode
