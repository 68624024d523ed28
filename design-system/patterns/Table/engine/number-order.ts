import { bitsFor, keysFor, sortedByKeys, STRIDE, type HalfKeys, type Order, type Steps } from './order'

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
  const keys = (yield* wholeKeys(numbers, positions, filled)) ?? binaryKeys(numbers, positions, filled)
  yield
  const items = yield* sortedByKeys(keys)
  const sorted = new Uint32Array(values.length)
  for (let place = 0; place < filled; place++) sorted[place] = positions[items[place]!]!
  sorted.set(blanks, filled)
  settle(sorted, filled, values, numbers)
  return { positions: sorted, filled }
}

type NumberKeys = readonly [HalfKeys, ...HalfKeys[]]

const HALF = 2 ** 32

/**
 * Keys of whole numbers, and of amounts in hundredths: as many bits as their range needs, which are fewer than the 64 of a binary number.
 * @returns null where some number is neither, or too large to be exact
 */
function* wholeKeys(numbers: Float64Array, positions: Uint32Array, filled: number): Steps<NumberKeys | null> {
  const wholes = wholesOf(1, numbers, positions, filled) ?? wholesOf(100, numbers, positions, filled)
  if (!wholes) return null
  yield
  let least = Infinity
  let most = -Infinity
  for (const whole of wholes) {
    if (whole < least) least = whole
    if (whole > most) most = whole
  }
  const range = most - least + 1
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(range)) return null
  yield
  const low = new Uint32Array(filled)
  for (let item = 0; item < filled; item++) low[item] = wholes[item]! - least
  if (range <= HALF) return [{ half: low, bits: bitsFor(range) }]
  const high = new Uint32Array(filled)
  for (let item = 0; item < filled; item++) high[item] = (wholes[item]! - least) / HALF
  return [
    { half: low, bits: 32 },
    { half: high, bits: bitsFor(Math.ceil(range / HALF)) },
  ]
}

/** @returns the numbers times the scale; null where one of them is no whole number then */
function wholesOf(scale: number, numbers: Float64Array, positions: Uint32Array, filled: number): Float64Array | null {
  const wholes = new Float64Array(filled)
  for (let item = 0; item < filled; item++) {
    const number = numbers[positions[item]!]!
    const whole = Math.floor(number * scale + 0.5)
    if (whole / scale !== number) return null
    wholes[item] = whole
  }
  return wholes
}

/**
 * The bits of binary numbers, turned so that they order as whole numbers do. The halves of a number are read as little-endian, as on
 * every machine that browsers run on.
 */
function binaryKeys(numbers: Float64Array, positions: Uint32Array, filled: number): NumberKeys {
  const bits = new Uint32Array(numbers.buffer)
  const { high, low } = keysFor(filled)
  for (let item = 0; item < filled; item++) {
    const position = positions[item]!
    const upper = bits[2 * position + 1]!
    const lower = bits[2 * position]!
    const negative = (upper & 0x80000000) !== 0
    high[item] = negative ? ~upper : upper | 0x80000000
    low[item] = negative ? ~lower : lower
  }
  return [
    { half: low, bits: 32 },
    { half: high, bits: 32 },
  ]
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
