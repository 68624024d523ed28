/**
 * Spells texts so that each code unit is one letter of the collation: 'ß' becomes 'ss', a Thai vowel that is written before its
 * consonant comes after it, a letter of two code units gets one of its own, and what has no weight (an accent, a joiner) is left
 * out. Most texts are spelled that way already.
 */
import { byLetter } from './alphabet'
import { STRIDE, type Steps } from './order'

/** Letters that the collation takes for several, and that no decomposition shows as such. */
const SEVERAL_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  '\u05f0': '\u05d5\u05d5',
  '\u05f1': '\u05d5\u05d9',
  '\u05f2': '\u05d9\u05d9',
}
/** It has the highest weight. */
const LAST = '\uffff'
/** Thai and Lao vowels that are written before the consonant after which they are sorted. */
const WRITTEN_BEFORE = /([\u0e40-\u0e44])([\u0e01-\u0e2e])|([\u0ec0-\u0ec4])([\u0e81-\u0eae\u0edc-\u0edf])/g
const isWrittenBefore = (code: number) => (code >= 0xe40 && code <= 0xe44) || (code >= 0xec0 && code <= 0xec4)
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
/** Hangul syllables and Han letters, thousands of them: none is two letters, or it makes no difference. */
const isOfLargeBlock = (code: number) => (code >= 0x3400 && code <= 0xa48c) || (code >= 0xac00 && code <= 0xd7a3)
/** Code units that Unicode leaves to private use: they stand for letters of two units. */
const FIRST_STAND_IN = 0xe000
const LAST_STAND_IN = 0xf8ff

export interface Spelling {
  readonly texts: readonly string[]
  /** Letters that code units stand for. */
  readonly standsFor: ReadonlyMap<number, string>
}

/** Marks the code units of a text as used. */
export function note(text: string, used: Uint8Array): void {
  for (let at = 0; at < text.length; at++) used[text.charCodeAt(at)] = 1
}

/** What a letter is spelled as; itself where it is one letter. */
function spellingOf(letter: string): string {
  const { compare } = byLetter()
  const weighed = Array.from(letter.normalize('NFKD')).filter((each) => compare(each, '') !== 0)
  const letters = weighed.map((each) => SEVERAL_LETTERS[each] ?? each).join('')
  if (letters === '') return ''
  // Some vowels of Indian scripts have two parts, and a weight of their own: they are not between the first part and what follows it.
  const areSeveral = letters.length > 1 && compare(letters, letter) === 0 && compare(letter, letters[0]! + LAST) < 0
  return areSeveral ? letters : letter
}

/** The code units in use that may not be letters of their own. */
function oddOnes(used: Uint8Array): number[] {
  const codes: number[] = []
  for (let code = 0; code < 0x10000; code++)
    if (used[code] && (code < 0x20 || code > 0x7e) && !isOfLargeBlock(code)) codes.push(code)
  return codes
}

/** Gives each letter of two code units one of its own. @returns the unit of a letter */
function createStandIns(used: Uint8Array, standsFor: Map<number, string>): (letter: string) => string {
  const known = new Map<string, string>()
  let next = FIRST_STAND_IN
  return (letter) => {
    let unit = known.get(letter)
    if (unit === undefined) {
      // Of thousands of such letters the last ones share a unit.
      while (used[next] && next < LAST_STAND_IN) next += 1
      unit = String.fromCharCode(next)
      used[next] = 1
      known.set(letter, unit)
      standsFor.set(next, letter)
    }
    return unit
  }
}

/**
 * @param texts one per row
 * @param used 1 at each code unit that occurs in them; those of the spelled texts are added
 */
export function* spell(texts: readonly string[], used: Uint8Array): Steps<Spelling> {
  const standsFor = new Map<number, string>()
  const odd = oddOnes(used)
  if (odd.length === 0) return { texts, standsFor }
  const lettersOf = (codes: readonly number[]) =>
    codes.filter((code) => !isSurrogate(code)).map((code) => String.fromCharCode(code))
  let composed = texts
  // With its accent a letter may be another one, such as the Cyrillic й.
  if (lettersOf(odd).some((letter) => /\p{M}/u.test(letter)))
    composed = yield* mapTexts(texts, (text) => text.normalize('NFC'), used)
  const spelled = new Map<string, string>()
  for (const letter of lettersOf(oddOnes(used))) {
    const letters = spellingOf(letter)
    if (letters !== letter) spelled.set(letter, letters)
  }
  const hasPairs = odd.some(isSurrogate)
  const swaps = odd.some(isWrittenBefore)
  if (spelled.size === 0 && !hasPairs && !swaps) return { texts: composed, standsFor }
  const standInOf = createStandIns(used, standsFor)
  const isRespelled = new Uint8Array(0x10000)
  for (const code of odd) if (isSurrogate(code) || isWrittenBefore(code)) isRespelled[code] = 1
  for (const letter of spelled.keys()) isRespelled[letter.charCodeAt(0)] = 1
  const units = [...spelled.keys()].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const replaced = new RegExp(
    `[\\ud800-\\udbff][\\udc00-\\udfff]${units.length > 0 ? `|[${units.join('')}]` : ''}`,
    'g',
  )
  const respell = (text: string) => {
    let at = 0
    while (at < text.length && !isRespelled[text.charCodeAt(at)]) at++
    if (at === text.length) return text
    const read = swaps ? text.replace(WRITTEN_BEFORE, '$2$1$4$3') : text
    return read.replace(replaced, (letter) => spelled.get(letter) ?? standInOf(letter))
  }
  return { texts: yield* mapTexts(composed, respell, used), standsFor }
}

/** Maps texts in steps, and marks the code units of those that differ as used. */
function* mapTexts(texts: readonly string[], map: (text: string) => string, used: Uint8Array): Steps<string[]> {
  const mapped: string[] = []
  while (mapped.length < texts.length) {
    const end = Math.min(mapped.length + STRIDE, texts.length)
    while (mapped.length < end) {
      const text = texts[mapped.length]!
      const other = map(text)
      if (other !== text) note(other, used)
      mapped.push(other)
    }
    yield
  }
  return mapped
}
