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

/** Whether two lists of actions look the same; what they do is asked of the row when one is chosen. */
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
 * The elements of a row's rich cells as they were last made. React passes over an element that it has drawn already, so that a
 * change of one value does not draw the other cells of its row again.
 */
export class DrawnCells<Row> {
  private readonly cells = new Map<string, Drawn<ReactNode>>()
  private actions: (Drawn<ReactNode> & { shown: readonly RowAction[] }) | null = null

  /** @returns the element of a cell: the one of before where nothing that it is made from has changed */
  cell(column: Column<Row>, row: Row, context: CellContext): ReactNode {
    const known = this.cells.get(column.key)
    const from = column.drawnFrom ? column.drawnFrom(row) : row
    if (known && known.by === column && known.from === from && isSameContext(known.context, context)) return known.made
    const made = column.render?.(row, context)
    this.cells.set(column.key, { by: column, from, context, made })
    return made
  }

  /** As `cell`, of the actions. @param draw makes the element */
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

  /** Whether the rich cells show this version of their row already. */
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
