import type { Column } from '../types'
import { fold, isSearched } from './conditions'
import { inIdleTime } from './slices'

/** Rows between two looks at the clock. */
const ROWS_A_LOOK = 200

/**
 * One folded text per row, of all columns that are searched. Built in idle time, at the latest when it is needed; a
 * changed row's text is dropped and built again on demand.
 */
export class Haystack<Row> {
  private texts: (string | undefined)[] = []
  private columns: readonly Column<Row>[] = []
  private built = 0
  private stopIdle: (() => void) | null = null

  private readonly rows: () => readonly Row[]

  constructor(rows: () => readonly Row[]) {
    this.rows = rows
  }

  setColumns(columns: readonly Column<Row>[]): void {
    this.columns = columns.filter(isSearched)
  }

  /** Forgets everything: other rows, or other columns. */
  reset(): void {
    this.texts = []
    this.built = 0
    this.buildWhenIdle()
  }

  drop(position: number): void {
    this.texts[position] = undefined
  }

  of(position: number): string {
    return (this.texts[position] ??= this.textOf(this.rows()[position]!))
  }

  buildWhenIdle(): void {
    if (this.stopIdle || this.columns.length === 0) return
    this.stopIdle = inIdleTime((hasTime) => {
      const { length } = this.rows()
      while (this.built < length && hasTime()) {
        const end = Math.min(this.built + ROWS_A_LOOK, length)
        for (; this.built < end; this.built++) this.of(this.built)
      }
      if (this.built < length) return false
      this.stopIdle = null
      return true
    })
  }

  stop(): void {
    this.stopIdle?.()
    this.stopIdle = null
  }

  private textOf(row: Row): string {
    let text = ''
    // A sign that no search holds keeps columns apart.
    for (const column of this.columns) text += column.text(row) + '\n'
    return fold(text)
  }
}
