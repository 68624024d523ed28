import { memo, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { LaidColumn } from '../engine/layout'
import type { CellContext, RowAction } from '../types'
import { RowActions } from './RowActions'
import type { RowPainter } from './row-painter'
import type { Slot } from './slot'
import { useStore } from '../../../primitives/hooks/use-store'

interface Props<Row> {
  painter: RowPainter<Row>
  columns: readonly LaidColumn<Row>[]
  phone: boolean
  rowActions?: (row: Row) => readonly RowAction[]
  rowName: (row: Row) => string
}

/** The cells that columns draw themselves, put into the elements of the painter's rows. */
export function RichCells<Row>(props: Props<Row>) {
  const { painter } = props
  const slots = useStore(painter.subscribePool, painter.getPool)
  return slots.map((slot) => <RichRow key={slot.key} slot={slot} {...props} />)
}

const RichRow = memo(function RichRow<Row>({
  slot,
  columns,
  phone,
  rowActions,
  rowName,
}: Props<Row> & { slot: Slot<Row> }) {
  useStore(slot.subscribe, slot.getStamp)
  const { row, state, mounts, actions, generation, drawn } = slot
  if (row === null) return null
  const context: CellContext = { tabIndex: state.active ? 0 : -1, busy: state.busy, phone }
  return (
    <>
      {columns.map(({ column }, index) => {
        const mount = mounts[index]
        return (
          column.render && mount && createPortal(drawn.cell(column, row, context), mount, `${generation}:${column.key}`)
        )
      })}
      {actions &&
        rowActions &&
        createPortal(
          drawn.actionsCell({ rowActions, rowName }, row, context, (shown, name) => (
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
          )),
          actions,
          `${generation}:actions`,
        )}
    </>
  )
}) as <Row>(props: Props<Row> & { slot: Slot<Row> }) => ReactNode
