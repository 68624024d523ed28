/**
 * The rules of search for server and console (contract, Lists): each word of the search must be in at least one
 * searched field. Case, accents and the punctuation of phone numbers are ignored. The database folds in the same way
 * (server/db/migrations, `fold`), and so does the design system's table (primitives/text/fold.ts); tests compare the
 * three.
 */
import { ID } from './patterns'
import { readCode } from './typed'

/** Accents and other marks on letters; in Arabic the short vowels and the stretching sign. */
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
  const lower = text.normalize('NFKD').replace(MARKS, '').toLowerCase()
  return lower.replace(UNPLAIN, (letter) => PLAIN[letter]!).normalize('NFC')
}

/** The digits of a phone number, which a search compares. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '')

/** Maximum number of words in a search; further words are ignored. */
export const SEARCH_WORDS = 12
/** Spaces of any kind, and characters without a width: each part is searched, with or without them. */
// oxlint-disable-next-line no-misleading-character-class -- each is a separator by itself
const SEPARATORS = /[\s\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFFF9-\uFFFB]+/
/** A word that can only be a phone number is searched by its groups of digits. */
const PHONE_WORD = /^[+().-]*\d[\d+().-]*$/

/** @returns the folded words of a search without duplicates; empty if it is blank */
export function searchWords(search: string): string[] {
  const words = fold(search)
    .split(SEPARATORS)
    .flatMap((word) => (PHONE_WORD.test(word) ? word.split(/\D+/) : [word]))
  return [...new Set(words.filter(Boolean))].slice(0, SEARCH_WORDS)
}

/** @returns the id if the search consists of one, which finds only that record; null for other searches */
export function searchedId(search: string): string | null {
  const text = readCode(search).toLowerCase()
  return ID.pattern.test(text) ? text : null
}
