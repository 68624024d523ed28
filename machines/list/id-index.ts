/**
 * Finds the position of a row by its id: a hash table of positions in the row array, which is built faster than a Map
 * of ids.
 */
export interface IdIndex {
  /** Finds a row; indexes all rows that are not indexed yet first. @returns undefined if no row has this id */
  find(id: string): number | undefined
  /** Indexes at most this many more rows. @returns whether all rows are indexed now */
  fill(most: number): boolean
}

/** Slots per row: free slots keep the probe sequences short. */
const ROOM = 2
const SMALLEST = 1024

/** Number of trailing characters that are hashed: ids differ at their end, be they numbers or UUIDs. */
const SIGNS = 12
function hash(id: string): number {
  let sum = 0
  for (let at = Math.max(0, id.length - SIGNS); at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) | 0
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return (sum ^ (sum >>> 12)) >>> 0
}

/**
 * @param rows the live array. While the index is in use, rows may only be appended. If ids repeat, the last row is
 * found
 */
export function createIdIndex(rows: readonly { readonly id: string }[]): IdIndex {
  let places = new Int32Array(0)
  let mask = 0
  /** Number of rows indexed so far. */
  let filled = 0

  /** The slot that holds an id, or the free slot for it. Slots hold positions from 1; 0 is free. */
  const placeOf = (id: string): number => {
    let place = hash(id) & mask
    while (places[place] !== 0 && rows[places[place]! - 1]!.id !== id) place = (place + 1) & mask
    return place
  }
  const fill = (most: number): boolean => {
    const { length } = rows
    if (places.length < ROOM * length) {
      let size = SMALLEST
      while (size < ROOM * length) size *= 2
      places = new Int32Array(size)
      mask = size - 1
      filled = 0
    }
    const end = Math.min(length, filled + most)
    for (; filled < end; filled++) places[placeOf(rows[filled]!.id)] = filled + 1
    return filled === length
  }
  return {
    find(id) {
      if (rows.length === 0) return undefined
      if (filled < rows.length) fill(rows.length)
      const held = places[placeOf(id)]!
      return held === 0 ? undefined : held - 1
    },
    fill,
  }
}
