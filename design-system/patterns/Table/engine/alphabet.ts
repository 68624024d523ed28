/**
 * The characters in use, each with its rank in the language's own order. Text is then compared as numbers: letters that
 * differ by case or accent only share a rank, so that 'É' stands with 'e' in every script.
 */

/** From here on (Han, Hangul, private use, halves of emoji) code order is order enough, and a collator would cost too much. */
const CODE_ORDER_FROM = 0x2e80

/** A collator is made when it is first asked for: its data costs milliseconds, and nothing is sorted before the first row. */
function collatorOf(sensitivity: 'base' | 'variant'): () => Intl.Collator {
  let made: Intl.Collator | undefined
  return () => (made ??= new Intl.Collator(undefined, { sensitivity, ignorePunctuation: false }))
}
/** Compares letters without case and accents. */
const byLetter = collatorOf('base')
/** Has the data of a language's order there before the first sort: for idle time, when the rows stand. */
export const prepareAlphabet = (): void => void byLetter().compare('a', 'b')
/** Decides between texts that are the same by their letters. */
export const byVariant = collatorOf('variant')

export interface Alphabet {
  /** Rank of each code unit in use, from 1; 0 for one that has no weight (a combining mark, a joiner). */
  readonly ranks: Uint16Array
  /** How many ranks there are, the end of a text (0) included. */
  readonly size: number
  /** Whether some characters in use have no weight. */
  readonly hasWeightless: boolean
}

/** @param used 1 at each code unit that occurs */
export function alphabetOf(used: Uint8Array): Alphabet {
  const { compare } = byLetter()
  const ranks = new Uint16Array(0x10000)
  const letters: string[] = []
  let hasWeightless = false
  for (let code = 0; code < CODE_ORDER_FROM; code++) {
    if (!used[code]) continue
    const letter = String.fromCharCode(code)
    if (compare(letter, '') === 0) hasWeightless = true
    else letters.push(letter)
  }
  letters.sort(compare)
  let rank = 0
  for (const [index, letter] of letters.entries()) {
    if (index === 0 || compare(letter, letters[index - 1]!) !== 0) rank += 1
    ranks[letter.charCodeAt(0)] = rank
  }
  // Rank 65535 is the last that fits; the few units that could come after it share it.
  for (let code = CODE_ORDER_FROM; code < 0x10000; code++) if (used[code]) ranks[code] = Math.min(++rank, 0xffff)
  return { ranks, size: rank + 1, hasWeightless }
}

/** The text without the characters that have no weight. */
export function weighed(text: string, { ranks }: Alphabet): string {
  let kept = ''
  for (let at = 0; at < text.length; at++) if (ranks[text.charCodeAt(at)] !== 0) kept += text[at]
  return kept
}
