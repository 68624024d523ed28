import { alphabetOf, byVariant, weighed, type Alphabet } from './alphabet'
import { bitsFor, packedKeys, STRIDE, type Order, type Steps } from './order'

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
  const alphabet = alphabetOf(used)
  const letters = alphabet.hasWeightless ? texts.map((text) => weighed(text, alphabet)) : texts
  const alike: Runs = []
  let open: Runs = filled > 1 ? [0, filled] : []
  for (let offset = 0; open.length > 0;) {
    const pass: Runs = yield* sortByLetters(letters, alphabet, positions, open, offset, alike)
    open = pass
    offset += lettersPerKey(alphabet, filled)
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
  for (let position = 0; position < texts.length; position++) {
    const text = texts[position]!
    if (text === '') blanks.push(position)
    else positions[filled++] = position
    for (let at = 0; at < text.length; at++) used[text.charCodeAt(at)] = 1
    if (position % STRIDE === 0) yield
  }
  positions.set(blanks, filled)
  return { positions, filled, used }
}

/** How the bits of a key are shared out: characters in the high half, characters in the low half beside the index. */
function shares(alphabet: Alphabet, count: number) {
  const bits = bitsFor(alphabet.size)
  const indexBits = bitsFor(count)
  return { bits, indexBits, high: Math.floor(32 / bits), low: Math.floor((32 - indexBits) / bits) }
}
const lettersPerKey = (alphabet: Alphabet, count: number) => {
  const { high, low } = shares(alphabet, count)
  return high + low
}

/**
 * One pass: sorts the undecided runs by the letters from `offset` on.
 * @returns the runs that are still alike and go on; those that have ended alike are added to `alike`
 */
function* sortByLetters(texts: readonly string[], alphabet: Alphabet, positions: Uint32Array, open: Runs, offset: number, alike: Runs): Steps<Runs> {
  const { bits, indexBits, high, low } = shares(alphabet, positions.length)
  const { ranks } = alphabet
  let count = 0
  for (let run = 0; run < open.length; run += 2) count += open[run + 1]! - open[run]!
  const { keys, halves, itemAt, same } = packedKeys(count, indexBits)
  const runOf = new Uint32Array(count)
  const held = new Uint32Array(count)
  let item = 0
  for (let run = 0; run < open.length; run += 2) {
    for (let slot = open[run]!; slot < open[run + 1]!; slot++, item++) {
      const position = positions[slot]!
      const text = texts[position]!
      const { length } = text
      let at = offset
      let upper = 0
      let lower = 0
      for (let letter = 0; letter < high; letter++, at++) upper = (upper << bits) | (at < length ? ranks[text.charCodeAt(at)]! : 0)
      for (let letter = 0; letter < low; letter++, at++) lower = (lower << bits) | (at < length ? ranks[text.charCodeAt(at)]! : 0)
      // A shift by 32 would be none; then there is no room for letters in the low half either.
      halves[2 * item] = (indexBits === 32 ? 0 : lower << indexBits) | item
      halves[2 * item + 1] = upper
      runOf[item] = run
      held[item] = position
      if (item % STRIDE === 0) yield
    }
  }
  keys.sort()
  yield
  // Back into their runs, stably: each run takes its items in the order of their keys.
  const next: number[] = []
  for (let run = 0; run < open.length; run += 2) next[run] = open[run]!
  const keyPlace = new Uint32Array(positions.length)
  for (let place = 0; place < count; place++) {
    const sorted = itemAt(place)
    const slot = next[runOf[sorted]!]!++
    positions[slot] = held[sorted]!
    keyPlace[slot] = place
  }
  yield
  const undecided: Runs = []
  const lastLetter = 2 ** bits - 1
  const ended = (slot: number) => {
    const place = keyPlace[slot]!
    return ((low > 0 ? halves[2 * place]! >>> indexBits : halves[2 * place + 1]!) & lastLetter) === 0
  }
  for (let run = 0; run < open.length; run += 2) {
    const end = open[run + 1]!
    for (let start = open[run]!; start < end;) {
      let stop = start + 1
      while (stop < end && same(keyPlace[start]!, keyPlace[stop]!)) stop++
      if (stop - start > 1) (ended(start) ? alike : undecided).push(start, stop)
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
  for (const text of [...byText.keys()].sort(byVariant.compare)) {
    positions.set(byText.get(text)!, slot)
    slot += byText.get(text)!.length
  }
}
