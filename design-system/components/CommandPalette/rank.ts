/** Ranking of named items: the best match first, then the most used. Pure functions. */

import { fold, foldWithPlaces } from '../../primitives/text/fold'

/** Start and exclusive end of a range in a title. */
export type Range = readonly [from: number, to: number]

/** A searchable item. */
export interface Findable {
  id: string
  title: string
  /** Its parents, which match too, with a lower rank. */
  parents?: readonly string[]
  /** Further search words that are not shown. */
  keywords?: readonly string[]
}

/** How often an item was chosen, and when last. */
export interface Use {
  count: number
  /** Milliseconds since 1970. */
  last: number
}

export interface Found<Item> {
  item: Item
  /** The matching ranges of the title. */
  marks: readonly Range[]
}

/** Grades of a match, the best first. */
const GRADE = { start: 0, wordStart: 1, initials: 2, inside: 3, beside: 4 } as const

/** Start positions of the title's words. */
const wordStarts = (letters: string): number[] =>
  [...letters.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)

interface Match {
  grade: number
  marks: Range[]
}

/** Matches one word of the query with one title. */
function matchIn(title: string, word: string): Match | null {
  const { text: letters, places } = foldWithPlaces(title)
  const mark = (at: number, length: number): Range => [places[at]!, places[at + length]!]
  if (letters.startsWith(word)) return { grade: GRADE.start, marks: [mark(0, word.length)] }
  const starts = wordStarts(letters)
  const start = starts.find((at) => letters.startsWith(word, at))
  if (start !== undefined) return { grade: GRADE.wordStart, marks: [mark(start, word.length)] }
  const initials = starts.map((at) => letters[at]).join('')
  const first = word.length > 1 ? initials.indexOf(word) : -1
  if (first >= 0)
    return { grade: GRADE.initials, marks: starts.slice(first, first + word.length).map((at) => mark(at, 1)) }
  const inside = letters.indexOf(word)
  return inside < 0 ? null : { grade: GRADE.inside, marks: [mark(inside, word.length)] }
}

/** Every word of the query must match; the worst match determines the grade. */
function matchOf(item: Findable, words: readonly string[]): Match | null {
  const marks: Range[] = []
  let grade: number = GRADE.start
  for (const word of words) {
    const match = matchIn(item.title, word)
    if (match) marks.push(...match.marks)
    else if (![...(item.parents ?? []), ...(item.keywords ?? [])].some((beside) => fold(beside).includes(word)))
      return null
    grade = Math.max(grade, match?.grade ?? GRADE.beside)
  }
  return { grade, marks: joined(marks) }
}

/** Ranges in order, merged where they overlap. */
function joined(marks: readonly Range[]): Range[] {
  const result: Range[] = []
  for (const mark of [...marks].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && mark[0] <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], mark[1])]
    else result.push(mark)
  }
  return result
}

const byUse = (a: Use | undefined, b: Use | undefined): number =>
  (b?.count ?? 0) - (a?.count ?? 0) || (b?.last ?? 0) - (a?.last ?? 0)

/**
 * @param query the input; empty: all items in their own order
 * @param uses by id
 * @returns the matching items: the best match first, then the most used, then in the given order
 */
export function rank<Item extends Findable>(
  items: readonly Item[],
  query: string,
  uses: Readonly<Record<string, Use>> = {},
): Found<Item>[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items.map((item) => ({ item, marks: [] }))
  return items
    .flatMap((item) => {
      const match = matchOf(item, words)
      return match ? [{ item, ...match }] : []
    })
    .sort((a, b) => a.grade - b.grade || byUse(uses[a.item.id], uses[b.item.id]))
    .map(({ item, marks }) => ({ item, marks }))
}

/** The used items, the most recent first. */
export const recentFirst = <Item extends Findable>(
  items: readonly Item[],
  uses: Readonly<Record<string, Use>>,
): Item[] => items.filter(({ id }) => uses[id]).sort((a, b) => uses[b.id]!.last - uses[a.id]!.last)

/** The ranges of a text to mark for a query that was matched elsewhere. */
export const marksIn = (text: string, query: string): readonly Range[] => {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return joined(words.flatMap((word) => matchIn(text, word)?.marks ?? []))
}
