/**
 * Orders of rows as arrays of row positions (never copies of rows). Work on many rows is written as steps, so that it can
 * run through at once on a click or be spread over idle time.
 */

/** Positions in ascending order. Blank values stand from `filled` on, in both directions. */
export interface Order {
  readonly positions: Uint32Array
  readonly filled: number
}

/** Work that may be interrupted at each `yield`. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Rows between two interruptions: well under a millisecond of work. */
export const STRIDE = 4096

/** Runs steps to their end. */
export function runThrough<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * The position shown at an index.
 * @param reversed walks the filled part backwards; the array stays as it is
 */
export function positionAt(order: Order, index: number, reversed: boolean): number {
  return order.positions[reversed && index < order.filled ? order.filled - 1 - index : index]!
}

/** How many bits hold the numbers below `count` (at least 1). */
export const bitsFor = (count: number): number => Math.max(1, 32 - Math.clz32(Math.max(0, count - 1)))

/**
 * Room for 64-bit keys that the engine sorts natively. The high half and the upper bits of the low half carry the key; the
 * lowest bits the number of the item, which makes the sort stable. The halves are read as little-endian, as on every
 * machine that browsers run on.
 */
export function packedKeys(count: number): { keys: BigUint64Array; halves: Uint32Array } {
  const keys = new BigUint64Array(count)
  return { keys, halves: new Uint32Array(keys.buffer) }
}

/** Whether two places hold the same key, the numbers of their items aside. */
export const sameKey = (halves: Uint32Array, a: number, b: number, indexBits: number): boolean =>
  halves[2 * a + 1] === halves[2 * b + 1] && halves[2 * a]! >>> indexBits === halves[2 * b]! >>> indexBits
