import type { Column } from '../types'
import { numberOrder, type Numeric } from './number-order'
import { runThrough, type Order } from './order'
import { textOrder } from './text-order'

/** An order and what it was made from, to tell later whether a changed row is still in its place. */
export interface Sorted {
  readonly order: Order
  readonly values: readonly (string | Numeric)[]
}

/** What a column sorts a row by. */
export const sortValue = <Row>(column: Column<Row>, row: Row): string | Numeric =>
  column.number ? column.number(row) : column.sortText ? column.sortText(row) : column.text(row)

/** Orders all rows by a column: about 30 to 60 ms for 100,000 rows. */
export function sortRows<Row>(rows: readonly Row[], column: Column<Row>): Sorted {
  if (column.number) {
    const values = rows.map((row) => column.number!(row))
    return { values, order: runThrough(numberOrder(values)) }
  }
  const values = rows.map(column.sortText ? (row) => column.sortText!(row) : (row) => column.text(row))
  return { values, order: runThrough(textOrder(values)) }
}
