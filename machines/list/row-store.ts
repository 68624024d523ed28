/**
 * The rows of a list: a store that the list's actor owns and the table reads (architecture, One owner per datum). Rows stay
 * as they were parsed; a change is applied in place and told by row position, so that the table repaints what is in sight.
 */
import { createIdIndex, type IdIndex } from './id-index'

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
  /** Puts whole records at their ids: replaces them, or adds them at the end. */
  put(records: readonly Row[]): void
  remove(ids: readonly string[]): void
  /** Rows are going to be looked up: prepares for it, in slices, where the first look-up of a long list would take a while. */
  prepare(): void
  get(id: string): Row | undefined
}

/** Rows that are prepared for look-ups in one slice: a few milliseconds of a slow machine. */
export const PREPARED_AT_ONCE = 4000

/** @returns an empty store */
export function createRowStore<Row extends { id: string }>(): RowStore<Row> {
  let rows: Row[] = []
  let revision = 0
  /** Built on the first look-up: a list that nobody patches does not pay for it. */
  let positions: IdIndex | null = null
  let isPreparing = false
  const listeners = new Set<(change: RowChange) => void>()

  const tell = (change: RowChange) => {
    revision += 1
    for (const listener of listeners) listener(change)
  }
  const find = (id: string) => (positions ??= createIdIndex(rows)).find(id)
  const prepareSome = () => {
    isPreparing = !(positions ??= createIdIndex(rows)).fill(PREPARED_AT_ONCE)
    if (isPreparing) setTimeout(prepareSome)
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
      for (const row of more) rows.push(row)
      tell({ kind: 'appended', from })
    },
    prepend(more) {
      if (more.length > 0) this.reset([...more, ...rows])
    },
    patch(patches) {
      const changed: number[] = []
      for (const patch of patches) {
        const position = find(patch.id)
        if (position === undefined) continue
        Object.assign(rows[position]!, patch)
        changed.push(position)
      }
      if (changed.length > 0) tell({ kind: 'patched', positions: changed })
    },
    put(records) {
      const changed: number[] = []
      const added: Row[] = []
      for (const row of records) {
        const position = find(row.id)
        if (position === undefined) added.push(row)
        else {
          rows[position] = row
          changed.push(position)
        }
      }
      if (changed.length > 0) tell({ kind: 'patched', positions: changed })
      this.append(added)
    },
    remove(ids) {
      const gone = new Set(ids.filter((id) => find(id) !== undefined))
      if (gone.size === 0) return
      rows = rows.filter((row) => !gone.has(row.id))
      positions = null
      tell({ kind: 'removed' })
    },
    prepare() {
      if (isPreparing || positions) return
      isPreparing = true
      setTimeout(prepareSome)
    },
    get(id) {
      const position = find(id)
      return position === undefined ? undefined : rows[position]
    },
  }
}
