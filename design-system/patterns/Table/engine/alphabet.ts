/**
 * The letters in use, each with its rank in the root collation of Unicode (CLDR), which the server's databases sort by too. Text
 * is then compared as numbers: letters that differ by case or accent only share a rank, so that 'É' stands with 'e' in every script.
 */

/** English has the root collation unchanged, and every browser has English; 'und' would fall back to the browser's language. */
const ROOT = 'en'

/** A collator is made when it is first asked for: its data costs milliseconds, and nothing is sorted before the first row. */
function collatorOf(sensitivity: 'base' | 'variant'): () => Intl.Collator {
  let made: Intl.Collator | undefined
  return () => (made ??= new Intl.Collator(ROOT, { sensitivity, ignorePunctuation: false }))
}
/** Compares letters without case and accents. */
export const byLetter = collatorOf('base')
/** Has the data of the collation there before the first sort: for idle time, when the rows stand. */
export const prepareAlphabet = (): void => void byLetter().compare('a', 'b')
/** Decides between texts that are the same by their letters. */
export const byVariant = collatorOf('variant')

/** Blocks of thousands of letters in the order of their codes: one of each is compared, the others follow it. */
const IN_CODE_ORDER: readonly (readonly [from: number, to: number])[] = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa48c],
  [0xac00, 0xd7a3],
]

export interface Alphabet {
  /** Rank of each code unit in use, from 1. */
  readonly ranks: Uint16Array
  /** How many ranks there are, the end of a text (0) included. */
  readonly size: number
}

/**
 * @param used 1 at each code unit that occurs; each stands for one letter (spelling.ts)
 * @param standsFor the letters that code units stand for, where these are not the letters themselves
 */
export function alphabetOf(used: Uint8Array, standsFor: ReadonlyMap<number, string>): Alphabet {
  const { compare } = byLetter()
  const letterOf = (code: number) => standsFor.get(code) ?? String.fromCharCode(code)
  /** Code units that are compared, and those that follow each of them. */
  const followed = new Map<number, number[]>()
  let first = 0
  for (let code = 0; code < 0x10000; code++) {
    if (!used[code]) continue
    const isFollower = IN_CODE_ORDER.some(([from, to]) => first >= from && code <= to)
    if (isFollower) followed.get(first)!.push(code)
    else {
      first = code
      followed.set(code, [])
    }
  }
  const ranks = new Uint16Array(0x10000)
  const letters = [...followed.keys()].sort((a, b) => compare(letterOf(a), letterOf(b)))
  let rank = 0
  for (const [index, code] of letters.entries()) {
    if (index === 0 || compare(letterOf(code), letterOf(letters[index - 1]!)) !== 0) rank += 1
    ranks[code] = rank
    // Rank 65535 is the last that fits; the few units that could come after it share it.
    for (const follower of followed.get(code)!) ranks[follower] = rank = Math.min(rank + 1, 0xffff)
  }
  return { ranks, size: rank + 1 }
}
