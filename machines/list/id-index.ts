/** Finds the position of a row by its id: a hash table of positions over the rows themselves, built faster than a Map of their ids. */
export interface IdIndex {
  /** Takes in the rows that it has not taken in yet, first. @returns undefined where no row has this id */
  find(id: string): number | undefined
  /** Takes in so many more rows. @returns whether it has all of them now */
  fill(most: number): boolean
}

/** Room for twice as many rows keeps the ways short. */
const ROOM = 2
const SMALLEST = 1024

/** Ids differ at their end, be they numbers or UUIDs. */
const SIGNS = 12
function hash(id: string): number {
  let sum = 0
  for (let at = Math.max(0, id.length - SIGNS); at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) | 0
  sum = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return (sum ^ (sum >>> 12)) >>> 0
}

/** @param rows the live array; only ever added to while the index is used. Of equal ids the last row is found */
export function createIdIndex(rows: readonly { readonly id: string }[]): IdIndex {
  let places = new Int32Array(0)
  let mask = 0
  /** How many rows it has taken in. */
  let filled = 0

  /** The place of an id, or the free one where it would stand. Places hold positions from 1; 0 is free. */
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
