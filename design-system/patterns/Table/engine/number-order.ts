import { keysFor, sortedByKeys, STRIDE, type Keys, type Order, type Steps } from './order'

/** What a number column holds: a number, a decimal string ('1234.50') of any length, or nothing. */
export type Numeric = number | string | boolean | null | undefined

/** The binary number nearest to a value; NaN for none. */
function toNumber(value: Numeric): number {
  if (value === null || value === undefined || value === '') return Number.NaN
  // Adding 0 turns −0 into 0.
  return Number(value) + 0
}

/** Compares decimal strings to the last place, where binary numbers are too coarse (amounts of coins have up to 18 places). */
export function compareDecimals(a: string, b: string): number {
  const sign = (text: string) => (text.startsWith('-') ? -1 : 1)
  if (sign(a) !== sign(b)) return sign(a) - sign(b)
  const [wholeA = '', placesA = ''] = a.replace(/^[+-]?0*/, '').split('.')
  const [wholeB = '', placesB = ''] = b.replace(/^[+-]?0*/, '').split('.')
  const size = Math.max(placesA.length, placesB.length)
  const digitsA = wholeA + placesA.padEnd(size, '0')
  const digitsB = wholeB + placesB.padEnd(size, '0')
  const larger = digitsA.length - digitsB.length || (digitsA < digitsB ? -1 : digitsA > digitsB ? 1 : 0)
  return sign(a) * larger
}

/**
 * The order of rows by a number: as they came where equal; what is no number last.
 * @param values one per row
 */
export function* numberOrder(values: readonly Numeric[]): Steps<Order> {
  const numbers = new Float64Array(values.length)
  const positions = new Uint32Array(values.length)
  const blanks: number[] = []
  let filled = 0
  for (let from = 0; from < values.length; from += STRIDE) {
    const end = Math.min(from + STRIDE, values.length)
    for (let position = from; position < end; position++) {
      const number = toNumber(values[position])
      numbers[position] = number
      if (Number.isNaN(number)) blanks.push(position)
      else positions[filled++] = position
    }
    yield
  }
  const keys = keysFor(filled)
  fillKeys(keys, new Uint32Array(numbers.buffer), positions, filled)
  yield
  const items = yield* sortedByKeys(keys, 32)
  const sorted = new Uint32Array(values.length)
  for (let place = 0; place < filled; place++) sorted[place] = positions[items[place]!]!
  sorted.set(blanks, filled)
  settle(sorted, filled, values, numbers)
  return { positions: sorted, filled }
}

/**
 * The bits of binary numbers, turned so that they order as whole numbers do. The halves of a number are read as little-endian, as on
 * every machine that browsers run on.
 */
function fillKeys({ high, low }: Keys, bits: Uint32Array, positions: Uint32Array, filled: number): void {
  for (let item = 0; item < filled; item++) {
    const position = positions[item]!
    const upper = bits[2 * position + 1]!
    const lower = bits[2 * position]!
    const negative = (upper & 0x80000000) !== 0
    high[item] = negative ? ~upper : upper | 0x80000000
    low[item] = negative ? ~lower : lower
  }
}

/** Orders what the keys leave open: different decimals may share a binary number. */
function settle(sorted: Uint32Array, filled: number, values: readonly Numeric[], numbers: Float64Array): void {
  const compare = (a: number, b: number) => {
    const [x, y] = [values[a], values[b]]
    return (typeof x === 'string' && typeof y === 'string' && x !== y ? compareDecimals(x, y) : 0) || a - b
  }
  for (let start = 0; start < filled;) {
    const first = sorted[start]!
    let stop = start + 1
    let even = true
    while (stop < filled && numbers[sorted[stop]!] === numbers[first]) {
      even &&= values[sorted[stop]!] === values[first]
      stop++
    }
    if (!even) sorted.set(Array.from(sorted.subarray(start, stop)).sort(compare), start)
    start = stop
  }
}
