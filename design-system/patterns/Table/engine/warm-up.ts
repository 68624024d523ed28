import type { Column } from '../types'
import { prepareAlphabet } from './alphabet'
import type { Steps } from './order'
import { sortRows } from './sorting'

/** So many rows, twice, make the browser compile the code that sorts: it does so for loops that have run long enough. */
const ROWS = 8192
const ROUNDS = 2

let isWarm = false

/**
 * Prepares the first sort of a long list, which otherwise takes twice as long as the next ones: loads the data of the collation,
 * and sorts some of the rows by a text and by a number, so that the code is compiled. For idle time, once in a page.
 * @param rows all rows; a short list needs no more than the collation
 */
export function* warmUp<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Steps<void> {
  prepareAlphabet()
  if (isWarm || rows.length < ROUNDS * ROWS) return
  isWarm = true
  const text = columns.find((column) => column.number === undefined)
  const number = columns.find((column) => column.number !== undefined)
  for (let round = 0; round < ROUNDS; round++) {
    const some = rows.slice(round * ROWS, (round + 1) * ROWS)
    for (const column of [text, number]) if (column) yield* sortRows(some, column)
  }
}
