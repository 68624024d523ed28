/**
 * Comparing texts without case and accents. The contract folds alike (src/contract/search.ts), which this room may not import;
 * tests/architecture/search.test.ts compares the two character by character.
 */

/** Accents and other signs that are written on a letter; of Arabic the short vowels and the stretching sign. */
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g

/** Letters that no decomposition turns into plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const UNPLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** @returns the text without case and accents: 'Krüger' → 'kruger', 'Đặng' → 'dang' */
export function fold(text: string): string {
  // Most texts are ASCII, which has nothing to decompose.
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase()
  const lower = text.normalize('NFKD').replace(MARKS, '').toLowerCase()
  return lower.replace(UNPLAIN, (letter) => PLAIN[letter]!).normalize('NFC')
}

/** A text, folded, with the place in the text that each folded character comes from; the last place is the text's end. */
export interface Folded {
  readonly text: string
  readonly places: readonly number[]
}

/** @returns the folded text, for marking what was found in the text itself */
export function foldWithPlaces(text: string): Folded {
  let folded = ''
  const places: number[] = []
  let place = 0
  for (const sign of text) {
    const plain = fold(sign)
    folded += plain
    for (let at = 0; at < plain.length; at += 1) places.push(place)
    place += sign.length
  }
  places.push(text.length)
  return { text: folded, places }
}

/** Words of one search that count; further ones are left out. */
const MOST_WORDS = 12
/** A word that can only be of a phone number is searched by its groups of digits. */
const PHONE_WORD = /^[+().-]*\d[\d+().-]*$/

/** @returns the folded words of a search, each once; none where it is blank */
export function searchWords(search: string): string[] {
  const words = fold(search)
    .split(/\s+/)
    .flatMap((word) => (PHONE_WORD.test(word) ? word.split(/\D+/) : [word]))
  return [...new Set(words.filter(Boolean))].slice(0, MOST_WORDS)
}
