import { alphabetOf, byVariant, type Alphabet } from './alphabet'
import { bitsFor, keysFor, sameKey, sortedByKeys, STRIDE, type Keys, type Order, type Steps } from './order'
import { note, spell } from './spelling'

/** Runs of the order that are not decided yet: start, end, start, end … */
type Runs = number[]

/**
 * The order of rows by a text: by letters without case and accents, then by variants, then as they came; blanks last.
 * Characters are packed by their rank, several into one number, and sorted by these; each further pass looks only at rows that are
 * still alike.
 * @param texts one per row
 */
export function* textOrder(texts: readonly string[]): Steps<Order> {
  const { positions, filled, used } = yield* withoutBlanks(texts)
  const { texts: letters, standsFor } = yield* spell(texts, used)
  const alphabet = alphabetOf(used, standsFor)
  const alike: Runs = []
  let open: Runs = filled > 1 ? [0, filled] : []
  const shares = sharesOf(alphabet)
  const settle = shortRunSorter(letters, alphabet, positions, alike)
  for (let offset = 0; open.length > 0;) {
    const undecided = yield* sortByLetters(letters, alphabet, positions, open, offset, alike, shares)
    offset += 2 * shares.letters
    open = []
    for (let run = 0; run < undecided.length; run += 2) {
      const start = undecided[run]!
      const end = undecided[run + 1]!
      if (end - start > SHORT) open.push(start, end)
      else settle(start, end, offset)
      if ((run & 0xff) === 0) yield
    }
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

/** Bits of a letter, and letters in each half of a key. */
function sharesOf({ size }: Alphabet) {
  const bits = bitsFor(size)
  return { bits, letters: Math.floor(32 / bits) }
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
  { high, low }: Keys,
  texts: readonly string[],
  held: Uint32Array,
  from: number,
  to: number,
  offset: number,
  { bits, letters }: Shares,
  ranks: Uint16Array,
): void {
  for (let item = from; item < to; item++) {
    const text = texts[held[item]!]!
    high[item] = packed(text, offset, letters, bits, ranks)
    low[item] = packed(text, offset + letters, letters, bits, ranks)
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
  const keys = keysFor(count)
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
    fillKeys(keys, texts, held, from, Math.min(from + STRIDE, count), offset, shares, alphabet.ranks)
    yield
  }
  const bits = shares.bits * shares.letters
  const sorted = yield* sortedByKeys([
    { half: keys.low, bits },
    { half: keys.high, bits },
  ])
  return placeSorted(positions, keys, sorted, held, runOf, open, alike, shares)
}

/** Runs up to this length are sorted one by one: a pass over all of them, with its keys and its places, costs more. */
const SHORT = 64

/**
 * @param alike receives the runs that have ended alike
 * @returns sorts a short run by its letters from an offset on, stably
 */
function shortRunSorter(
  texts: readonly string[],
  { ranks, size }: Alphabet,
  positions: Uint32Array,
  alike: Runs,
): (start: number, end: number, offset: number) => void {
  /** Letters that fit into the 53 bits of a number. */
  const letters = Math.max(1, Math.floor(53 / Math.log2(size)))
  const keys = new Float64Array(SHORT)

  function keyOf(text: string, offset: number): number {
    const end = Math.min(offset + letters, text.length)
    let key = 0
    let at = offset
    for (; at < end; at++) key = key * size + ranks[text.charCodeAt(at)]!
    for (; at < offset + letters; at++) key *= size
    return key
  }

  return function settle(start, end, offset) {
    for (let slot = start; slot < end; slot++) {
      const position = positions[slot]!
      const key = keyOf(texts[position]!, offset)
      let place = slot - start
      for (; place > 0 && keys[place - 1]! > key; place--) {
        keys[place] = keys[place - 1]!
        positions[start + place] = positions[start + place - 1]!
      }
      keys[place] = key
      positions[start + place] = position
    }
    // A run within this one uses the keys again.
    const open: Runs = []
    for (let from = start; from < end;) {
      const key = keys[from - start]!
      let to = from + 1
      while (to < end && keys[to - start] === key) to++
      // The last letter is the end of the texts.
      if (to - from > 1) (key % size === 0 ? alike : open).push(from, to)
      from = to
    }
    for (let run = 0; run < open.length; run += 2) settle(open[run]!, open[run + 1]!, offset + letters)
  }
}

/** Puts the sorted items back into their runs, stably, and cuts the runs where the keys differ. */
function placeSorted(
  positions: Uint32Array,
  keys: Keys,
  sorted: Uint32Array,
  held: Uint32Array,
  runOf: Uint32Array,
  open: Runs,
  alike: Runs,
  { bits }: Shares,
): Runs {
  const next = new Uint32Array(open.length >>> 1)
  for (let run = 0; run < next.length; run++) next[run] = open[2 * run]!
  const itemAt = new Uint32Array(positions.length)
  for (const item of sorted) {
    const slot = next[runOf[item]!]!++
    positions[slot] = held[item]!
    itemAt[slot] = item
  }
  const undecided: Runs = []
  const lastLetter = 2 ** bits - 1
  for (let run = 0; run < open.length; run += 2) {
    const end = open[run + 1]!
    for (let start = open[run]!; start < end;) {
      const item = itemAt[start]!
      let stop = start + 1
      while (stop < end && sameKey(keys, item, itemAt[stop]!)) stop++
      // The last letter is the end of the texts.
      if (stop - start > 1) ((keys.low[item]! & lastLetter) === 0 ? alike : undecided).push(start, stop)
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
