/**
 * The rows of a list: a store that the list's actor owns and the table reads (architecture, One owner per datum). Rows
 * stay as they were parsed. A change is applied in place and reported with the positions of its rows, so that the table
 * repaints only visible ones.
 */
import { createIdIndex, type IdIndex } from './id-index'

/** A change of the rows. */
export type RowChange =
  | { kind: 'reset' }
  /** Rows were added at the end, from this position on. */
  | { kind: 'appended'; from: number }
  /** The rows at these positions have new values. */
  | { kind: 'patched'; positions: readonly number[] }
  /** Rows were removed; positions have shifted. */
  | { kind: 'removed' }

/** Read access to the rows. `rows` is the live array: never change it. */
export interface RowSource<Row> {
  readonly rows: readonly Row[]
  /** Increases with each change. */
  readonly revision: number
  /** @returns a function that unsubscribes */
  subscribe(listener: (change: RowChange) => void): () => void
}

/** The store with its write operations, for its owner. */
export interface RowStore<Row> extends RowSource<Row> {
  /** Empties the list, or replaces all its rows. */
  reset(rows?: readonly Row[]): void
  append(rows: readonly Row[]): void
  /** Adds rows before all others: the newest come first. */
  prepend(rows: readonly Row[]): void
  /** Merges fields into the rows with these ids; unknown ids are ignored. */
  patch(patches: readonly (Partial<Row> & { id: string })[]): void
  /** Replaces the records with these ids, or adds them at the end. */
  put(records: readonly Row[]): void
  remove(ids: readonly string[]): void
  /**
   * Announces look-ups: builds the index in slices, because the first look-up in a long list would otherwise take a
   * while.
   */
  prepare(): void
  get(id: string): Row | undefined
}

/** Number of rows indexed in one slice: a few milliseconds on a slow machine. */
export const PREPARED_AT_ONCE = 4000

/** @returns an empty store */
export function createRowStore<Row extends { id: string }>(): RowStore<Row> {
  let rows: Row[] = []
  let revision = 0
  /** Built in slices once the list has been read, or on an earlier look-up. */
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
      if (isPreparing || positions?.fill(0)) return
      isPreparing = true
      setTimeout(prepareSome)
    },
    get(id) {
      const position = find(id)
      return position === undefined ? undefined : rows[position]
    },
  }
}
