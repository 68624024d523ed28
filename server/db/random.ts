/** Repeatable random numbers for demo data: the same seed gives the same rows. */

export interface Random {
  /** @returns a number from 0 to 1, excluding 1 */
  next(): number
  /** @returns a whole number from `min` to `max` */
  integer(min: number, max: number): number
  pick<T>(values: readonly T[]): T
  /** @returns one of the values, by their weights */
  weighted<T>(values: readonly (readonly [T, number])[]): T
  /** A UUID of version 7 for a time in milliseconds since 1970. */
  id(at: number): string
}

/** The generator mulberry32. @param seed any whole number */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const hex = (digits: number) =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return {
    next,
    integer,
    pick: (values) => values[integer(0, values.length - 1)]!,
    weighted(values) {
      let left = next() * values.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of values) {
        left -= weight
        if (left < 0) return value
      }
      return values.at(-1)![0]
    },
    id(at) {
      const time = Math.floor(at).toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${integer(8, 11).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`
    },
  }
}
