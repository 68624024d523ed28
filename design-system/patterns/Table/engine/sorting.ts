import type { Column } from '../types'
import { numberOrder, type Numeric } from './number-order'
import { STRIDE, type Order, type Steps } from './order'
import { textOrder } from './text-order'

/** An order and what it was made from, to tell later whether a changed row is still in its place. */
export interface Sorted {
  readonly order: Order
  readonly values: readonly (string | Numeric)[]
}

/** What a column sorts a row by. */
export const sortValue = <Row>(column: Column<Row>, row: Row): string | Numeric =>
  column.number ? column.number(row) : column.sortText ? column.sortText(row) : column.text(row)

/** Orders all rows by a column, in steps. The rows stay as they are meanwhile. */
export function* sortRows<Row>(rows: readonly Row[], column: Column<Row>): Steps<Sorted> {
  if (column.number) {
    const values = yield* valuesOf(rows, (row) => column.number!(row))
    return { values, order: yield* numberOrder(values) }
  }
  const values = yield* valuesOf(rows, column.sortText ? (row) => column.sortText!(row) : (row) => column.text(row))
  return { values, order: yield* textOrder(values) }
}

function* valuesOf<Row, V>(rows: readonly Row[], valueOf: (row: Row) => V): Steps<V[]> {
  const values: V[] = []
  while (values.length < rows.length) {
    const end = Math.min(values.length + STRIDE, rows.length)
    while (values.length < end) values.push(valueOf(rows[values.length]!))
    yield
  }
  return values
}
