import { alphabetOf, byVariant, type Alphabet } from './alphabet'
import { bitsFor, packedKeys, sameKey, STRIDE, type Order, type Steps } from './order'
import { note, spell } from './spelling'

/** Runs of the order that are not decided yet: start, end, start, end … */
type Runs = number[]

/**
 * The order of rows by a text: by letters without case and accents, then by variants, then as they came; blanks last.
 * Characters are packed by their rank, several into one number, and sorted natively; each further pass looks only at rows
 * that are still alike.
 * @param texts one per row
 */
export function* textOrder(texts: readonly string[]): Steps<Order> {
  const { positions, filled, used } = yield* withoutBlanks(texts)
  const { texts: letters, standsFor } = yield* spell(texts, used)
  const alphabet = alphabetOf(used, standsFor)
  const alike: Runs = []
  let open: Runs = filled > 1 ? [0, filled] : []
  const shares = sharesOf(alphabet, filled)
  for (let offset = 0; open.length > 0; offset += shares.high + shares.low) {
    open = yield* sortByLetters(letters, alphabet, positions, open, offset, alike, shares)
  }
  for (let run = 0; run < alike.length; run += 2) {
    sortVariants(texts, positions, alike[run]!, alike[run + 1]!)
    if ((run & 0xff) === 0) yield
  }
  return { positions, filled }
}

/** Positions with the blank ones moved to the end, and the characters in use. */
function* withoutBlanks(texts: readonly string[]): Steps<{ positions: Uint32Array; filled: number; used: Uint8Array }> {
  const positions = new Uint32Array(texts.length)
  const blanks: number[] = []
  const used = new Uint8Array(0x10000)
  let filled = 0
  for (let from = 0; from < texts.length; from += STRIDE) {
    const end = Math.min(from + STRIDE, texts.length)
    for (let position = from; position < end; position++) {
      const text = texts[position]!
      if (text === '') blanks.push(position)
      else positions[filled++] = position
      note(text, used)
    }
    yield
  }
  positions.set(blanks, filled)
  return { positions, filled, used }
}

/** How the bits of a key are shared out: letters in the high half, letters in the low half above the index. */
function sharesOf(alphabet: Alphabet, count: number) {
  const bits = bitsFor(alphabet.size)
  const indexBits = bitsFor(count)
  return { bits, indexBits, high: Math.floor(32 / bits), low: Math.floor((32 - indexBits) / bits) }
}
type Shares = ReturnType<typeof sharesOf>

/** `letters` ranks from `offset` on, packed; 0 beyond the end of the text. */
function packed(text: string, offset: number, letters: number, bits: number, ranks: Uint16Array): number {
  const end = Math.min(offset + letters, text.length)
  let key = 0
  let at = offset
  for (; at < end; at++) key = (key << bits) | ranks[text.charCodeAt(at)]!
  for (; at < offset + letters; at++) key <<= bits
  return key
}

/** Writes the keys of the items `from` to `to`. */
function fillKeys(
  halves: Uint32Array,
  texts: readonly string[],
  held: Uint32Array,
  from: number,
  to: number,
  offset: number,
  shares: Shares,
  ranks: Uint16Array,
): void {
  const { bits, indexBits, high, low } = shares
  for (let item = from; item < to; item++) {
    const text = texts[held[item]!]!
    halves[2 * item + 1] = packed(text, offset, high, bits, ranks)
    halves[2 * item] = low > 0 ? (packed(text, offset + high, low, bits, ranks) << indexBits) | item : item
  }
}

/**
 * One pass: sorts the undecided runs by the letters from `offset` on.
 * @returns the runs that are still alike and go on; those that have ended alike are added to `alike`
 */
function* sortByLetters(
  texts: readonly string[],
  alphabet: Alphabet,
  positions: Uint32Array,
  open: Runs,
  offset: number,
  alike: Runs,
  shares: Shares,
): Steps<Runs> {
  let count = 0
  for (let run = 0; run < open.length; run += 2) count += open[run + 1]! - open[run]!
  const { keys, halves } = packedKeys(count)
  const held = new Uint32Array(count)
  const runOf = new Uint32Array(count)
  let item = 0
  for (let run = 0; run < open.length; run += 2) {
    const start = open[run]!
    const end = open[run + 1]!
    held.set(positions.subarray(start, end), item)
    runOf.fill(run >>> 1, item, item + end - start)
    item += end - start
  }
  for (let from = 0; from < count; from += STRIDE) {
    fillKeys(halves, texts, held, from, Math.min(from + STRIDE, count), offset, shares, alphabet.ranks)
    yield
  }
  keys.sort()
  yield
  return placeSorted(positions, halves, held, runOf, open, alike, shares)
}

/** Puts the sorted items back into their runs, stably, and cuts the runs where the keys differ. */
function placeSorted(
  positions: Uint32Array,
  halves: Uint32Array,
  held: Uint32Array,
  runOf: Uint32Array,
  open: Runs,
  alike: Runs,
  { bits, indexBits, low }: Shares,
): Runs {
  const next = new Uint32Array(open.length >>> 1)
  for (let run = 0; run < next.length; run++) next[run] = open[2 * run]!
  const indexMask = 2 ** indexBits - 1
  const placeOf = new Uint32Array(positions.length)
  for (let place = 0; place < held.length; place++) {
    const item = halves[2 * place]! & indexMask
    const slot = next[runOf[item]!]!++
    positions[slot] = held[item]!
    placeOf[slot] = place
  }
  const undecided: Runs = []
  const lastLetter = 2 ** bits - 1
  for (let run = 0; run < open.length; run += 2) {
    const end = open[run + 1]!
    for (let start = open[run]!; start < end;) {
      const place = placeOf[start]!
      let stop = start + 1
      while (stop < end && sameKey(halves, place, placeOf[stop]!, indexBits)) stop++
      if (stop - start > 1) {
        const last = (low > 0 ? halves[2 * place]! >>> indexBits : halves[2 * place + 1]!) & lastLetter
        if (last === 0) alike.push(start, stop)
        else undecided.push(start, stop)
      }
      start = stop
    }
  }
  return undecided
}

/** Orders texts of the same letters by accent and case. Equal texts are taken together: there may be many of them. */
function sortVariants(texts: readonly string[], positions: Uint32Array, start: number, end: number): void {
  const first = texts[positions[start]!]!
  let slot = start + 1
  while (slot < end && texts[positions[slot]!] === first) slot++
  if (slot === end) return
  const byText = new Map<string, number[]>()
  for (slot = start; slot < end; slot++) {
    const position = positions[slot]!
    const text = texts[position]!
    const known = byText.get(text)
    if (known) known.push(position)
    else byText.set(text, [position])
  }
  slot = start
  for (const text of [...byText.keys()].sort(byVariant().compare)) {
    positions.set(byText.get(text)!, slot)
    slot += byText.get(text)!.length
  }
}
