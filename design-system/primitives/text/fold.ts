/**
 * Comparing texts without case and accents. The contract folds identically (src/contract/search.ts), but this room may not import
 * it; tests/architecture/search.test.ts compares both character by character.
 */

/** Accents and other combining marks; for Arabic the short vowels and the stretching sign. */
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g

/** Letters that decomposition does not convert to plain ones. */
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
  // Most texts are ASCII, which needs no decomposition.
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase()
  const lower = text.normalize('NFKD').replace(MARKS, '').toLowerCase()
  return lower.replace(UNPLAIN, (letter) => PLAIN[letter]!).normalize('NFC')
}

/** A folded text, with the original position of each folded character; the last position is the text's end. */
export interface Folded {
  readonly text: string
  readonly places: readonly number[]
}

/** @returns the folded text, for marking matches in the original text */
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

/** Maximum number of words of one search; further ones are ignored. */
const MOST_WORDS = 12
/** Spaces of any kind, and characters without a width: each part is searched, with or without them. */
// oxlint-disable-next-line no-misleading-character-class -- each is a separator by itself
const SEPARATORS = /[\s\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFFF9-\uFFFB]+/
/** A word that can only be a phone number is searched by its groups of digits. */
const PHONE_WORD = /^[+().-]*\d[\d+().-]*$/

/** @returns the distinct folded words of a search; empty where it is blank */
export function searchWords(search: string): string[] {
  const words = fold(search)
    .split(SEPARATORS)
    .flatMap((word) => (PHONE_WORD.test(word) ? word.split(/\D+/) : [word]))
  return [...new Set(words.filter(Boolean))].slice(0, MOST_WORDS)
}
