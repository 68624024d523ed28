import type { ReactNode } from 'react'
import type { LaidColumn } from '../engine/layout'
import type { CellContext, Column, RowAction } from '../types'

interface Drawn<Made> {
  /** What it was made by. */
  readonly by: unknown
  /** What it was made from. */
  readonly from: unknown
  readonly context: CellContext
  readonly made: Made
}

const isSameContext = (one: CellContext, other: CellContext) =>
  one.tabIndex === other.tabIndex && one.busy === other.busy && one.phone === other.phone

/** Whether two lists of actions look the same. What an action does is read from the current row when it is chosen. */
function lookAlike(one: readonly RowAction[], other: readonly RowAction[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ key, label, icon, tone, disabledReason }, index) => {
      const { [index]: beside } = other
      return (
        key === beside!.key &&
        label === beside!.label &&
        icon === beside!.icon &&
        tone === beside!.tone &&
        disabledReason === beside!.disabledReason
      )
    })
  )
}

interface ActionsOf<Row> {
  readonly rowActions: (row: Row) => readonly RowAction[]
  readonly rowName: (row: Row) => string
}

/**
 * Keeps the elements of a row's rich cells. React skips an element that it has rendered already, so a change of one value does not
 * render the other cells of its row again.
 */
export class DrawnCells<Row> {
  private readonly cells = new Map<string, Drawn<ReactNode>>()
  private actions: (Drawn<ReactNode> & { shown: readonly RowAction[] }) | null = null

  /** @returns the element of a cell: the previous one if what it is made from is the same. A column that does not say what is drawn anew */
  cell(column: Column<Row>, row: Row, context: CellContext): ReactNode {
    const known = this.cells.get(column.key)
    const from = column.drawnFrom?.(row)
    if (column.drawnFrom && known?.by === column && known.from === from && isSameContext(known.context, context))
      return known.made
    const made = column.render?.(row, context)
    this.cells.set(column.key, { by: column, from, context, made })
    return made
  }

  /** As `cell`, for the cell with the row's actions. @param draw makes the element */
  actionsCell(
    { rowActions, rowName }: ActionsOf<Row>,
    row: Row,
    context: CellContext,
    draw: (shown: readonly RowAction[], name: string) => ReactNode,
  ): ReactNode {
    const known = this.actions
    const [shown, from] = [rowActions(row), rowName(row)]
    if (
      known &&
      known.by === rowActions &&
      known.from === from &&
      isSameContext(known.context, context) &&
      lookAlike(known.shown, shown)
    )
      return known.made
    const made = draw(shown, from)
    this.actions = { by: rowActions, from, context, made, shown }
    return made
  }

  /** @returns whether the rich cells already show this version of the row; false for a column without `drawnFrom` */
  show(row: Row, columns: readonly LaidColumn<Row>[], actions: ActionsOf<Row> | null): boolean {
    const { actions: known } = this
    if (actions && (!known || known.from !== actions.rowName(row) || !lookAlike(known.shown, actions.rowActions(row))))
      return false
    return columns.every(({ column }) => {
      if (!column.render) return true
      const drawn = this.cells.get(column.key)
      return drawn !== undefined && column.drawnFrom !== undefined && drawn.from === column.drawnFrom(row)
    })
  }
}
