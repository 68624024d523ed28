import type { Column } from '../types'
import { ColumnTexts } from './column-texts'
import { isSearched } from './conditions'
import { inIdleTime } from './slices'

/** Rows between two looks at the clock. */
const ROWS_A_LOOK = 200

/**
 * Finds the rows that hold every word of a search, each in some column that is searched. It reads the rows in idle time, at
 * the latest when it is asked; a changed row is read again on demand.
 */
export class Haystack<Row> {
  private searched: readonly Column<Row>[] = []
  private columns: ColumnTexts<Row>[] = []
  private built = 0
  private stopIdle: (() => void) | null = null

  private readonly rows: () => readonly Row[]
  private readonly onBuilt: () => void

  /** @param onBuilt told in idle time when all rows that there are were read */
  constructor(rows: () => readonly Row[], onBuilt: () => void = () => {}) {
    this.rows = rows
    this.onBuilt = onBuilt
  }

  /** @param columns all. Other functions of the same columns are taken over; other columns are read after the next `reset` */
  setColumns(columns: readonly Column<Row>[]): void {
    this.searched = columns.filter(isSearched)
    for (const texts of this.columns)
      texts.column = this.searched.find(({ key }) => key === texts.column.key) ?? texts.column
  }

  /** Forgets everything: other rows, or other columns. */
  reset(): void {
    this.columns = this.searched.map((column) => new ColumnTexts(column))
    this.built = 0
    this.buildWhenIdle()
  }

  drop(position: number): void {
    for (const texts of this.columns) texts.drop(position)
  }

  /** @param words folded, up to 16; the same array for the whole search */
  matches(position: number, words: readonly string[]): boolean {
    const row = this.rows()[position]!
    let missing = (1 << words.length) - 1
    for (const texts of this.columns) {
      missing &= ~texts.held(position, row, words, missing)
      if (missing === 0) return true
    }
    return false
  }

  buildWhenIdle(): void {
    if (this.stopIdle || this.searched.length === 0) return
    this.stopIdle = inIdleTime((hasTime) => {
      const rows = this.rows()
      while (this.built < rows.length && hasTime()) {
        const end = Math.min(this.built + ROWS_A_LOOK, rows.length)
        for (; this.built < end; this.built++)
          for (const texts of this.columns) texts.read(this.built, rows[this.built]!)
      }
      if (this.built < rows.length) return false
      this.stopIdle = null
      for (const texts of this.columns) texts.trim()
      this.onBuilt()
      return true
    })
  }

  stop(): void {
    this.stopIdle?.()
    this.stopIdle = null
  }
}
