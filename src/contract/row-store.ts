/**
 * The rows of a list: a store that the list's actor owns and the table reads (architecture, One owner per datum). Rows stay
 * as they were parsed; a change is applied in place and told by row position, so that the table repaints what is in sight.
 */

/** What happened to the rows. */
export type RowChange =
  | { kind: 'reset' }
  /** Rows were added at the end, from this position on. */
  | { kind: 'appended'; from: number }
  /** These positions hold new values. */
  | { kind: 'patched'; positions: readonly number[] }
  /** These positions are gone from the list; the array was closed up. */
  | { kind: 'removed' }

/** What a reader of the rows sees. `rows` is the live array: read it, never change it. */
export interface RowSource<Row> {
  readonly rows: readonly Row[]
  /** Grows with each change. */
  readonly revision: number
  /** @returns how to stop listening */
  subscribe(listener: (change: RowChange) => void): () => void
}

/** The store behind it, with what its owner may do. */
export interface RowStore<Row> extends RowSource<Row> {
  /** Empties the list, or puts these rows in the place of all. */
  reset(rows?: readonly Row[]): void
  append(rows: readonly Row[]): void
  /** Puts rows before all others: the newest come first. */
  prepend(rows: readonly Row[]): void
  /** Merges fields into the rows with these ids; ids that are not held are left out. */
  patch(patches: readonly (Partial<Row> & { id: string })[]): void
  /** Puts a whole record at its id: replaces it, or adds it at the end. */
  put(row: Row): void
  remove(ids: readonly string[]): void
  get(id: string): Row | undefined
}

/** @returns an empty store */
export function createRowStore<Row extends { id: string }>(): RowStore<Row> {
  let rows: Row[] = []
  let revision = 0
  /** Built on the first look-up: a list that nobody patches does not pay for it. */
  let positions: Map<string, number> | null = null
  const listeners = new Set<(change: RowChange) => void>()

  const tell = (change: RowChange) => {
    revision += 1
    for (const listener of listeners) listener(change)
  }
  const index = () => {
    if (!positions) positions = new Map(rows.map((row, position) => [row.id, position]))
    return positions
  }

  return {
    get rows() {
      return rows
    },
    get revision() {
      return revision
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    reset(instead = []) {
      rows = [...instead]
      positions = null
      tell({ kind: 'reset' })
    },
    append(more) {
      if (more.length === 0) return
      const from = rows.length
      for (const row of more) {
        positions?.set(row.id, rows.length)
        rows.push(row)
      }
      tell({ kind: 'appended', from })
    },
    prepend(more) {
      if (more.length > 0) this.reset([...more, ...rows])
    },
    patch(patches) {
      const changed: number[] = []
      for (const patch of patches) {
        const position = index().get(patch.id)
        if (position === undefined) continue
        Object.assign(rows[position]!, patch)
        changed.push(position)
      }
      if (changed.length > 0) tell({ kind: 'patched', positions: changed })
    },
    put(row) {
      const position = index().get(row.id)
      if (position === undefined) return this.append([row])
      rows[position] = row
      tell({ kind: 'patched', positions: [position] })
    },
    remove(ids) {
      const gone = new Set(ids)
      const kept = rows.filter((row) => !gone.has(row.id))
      if (kept.length === rows.length) return
      rows = kept
      positions = null
      tell({ kind: 'removed' })
    },
    get(id) {
      const position = index().get(id)
      return position === undefined ? undefined : rows[position]
    },
  }
}
