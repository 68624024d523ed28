/**
 * What a search finds, in every room (contract, Lists): the words of the search, each of which at least one searched field
 * holds. Case, accents and the punctuation of phone numbers make no difference. The database folds alike
 * (server/db/migrations, `fold`), and so does the design system's table (primitives/text/fold.ts); tests hold the three together.
 */
import { ID } from './patterns'

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
  const lower = text.normalize('NFKD').replace(MARKS, '').toLowerCase()
  return lower.replace(UNPLAIN, (letter) => PLAIN[letter]!).normalize('NFC')
}

/** The digits of a phone number: what a search finds in it. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '')

/** Words of one search that count; further ones are left out. */
export const SEARCH_WORDS = 12
/** A word that can only be of a phone number is searched by its groups of digits. */
const PHONE_WORD = /^[+().-]*\d[\d+().-]*$/

/** @returns the folded words of a search, each once; none where it is blank */
export function searchWords(search: string): string[] {
  const words = fold(search)
    .split(/\s+/)
    .flatMap((word) => (PHONE_WORD.test(word) ? word.split(/\D+/) : [word]))
  return [...new Set(words.filter(Boolean))].slice(0, SEARCH_WORDS)
}

/** @returns the id that a search consists of, which finds its record alone; null for other searches */
export function searchedId(search: string): string | null {
  const text = search.trim().toLowerCase()
  return ID.pattern.test(text) ? text : null
}
