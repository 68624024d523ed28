/**
 * Reads what people type and paste as they mean it (decisions, What people type and paste). Forms, files, calls and the
 * server use the same functions. Does not import the schema library, which lists and machines do not need.
 */

/**
 * How a text is read. `exact`: unchanged. `word`: one word, such as an e-mail or an address of a page. `code`: letters
 * and digits that people may group. `text`: a name or a text. `number`: digits with a point.
 */
export type Reading = 'exact' | 'word' | 'code' | 'text' | 'number' | 'percent'

/** Characters without a width, which copied text contains and nobody sees. */
const INVISIBLE = String.raw`\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB`
const EVERY_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'g')
/** Marks of the direction of writing. */
const DIRECTION = String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`

const lettersOf = (...scripts: string[]) => `[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]`
/** Scripts in which a zero-width joiner or non-joiner after a letter decides how a word is written. */
const JOINING = lettersOf(
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Mong', 'Phag', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda'],
  ...['Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Bali', 'Java'],
)
/** Scripts without spaces between words, in which a zero-width space marks where a line may break. */
const UNSPACED = lettersOf('Thai', 'Laoo', 'Khmr', 'Mymr')
const RIGHT_TO_LEFT = new RegExp(lettersOf('Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Mand'), 'u')

/** In patterns: a joiner where the letter before it needs one. A non-joiner is needed only before another letter. */
export const JOINER = String.raw`(?<=(?=[\p{L}\p{M}])${JOINING})(?:\u200C(?=[\p{L}\p{M}])|\u200D)`
/** In patterns: a zero-width space between two letters of a script without spaces. */
export const BREAK = String.raw`(?<=${UNSPACED})\u200B(?=${UNSPACED})`
/** The joiner of pictures that make one picture, such as those of a family. */
const PICTURE_JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`

/** Spaces other than the ordinary one, also those without a width. */
const ODD_SPACE = String.raw`\u00A0\u1680\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF`
/** The first group is needed and stays. */
const ODD_SPACES = new RegExp(`(${BREAK})|[ ]*[${ODD_SPACE}](?:[ ]|[${ODD_SPACE}])*`, 'gu')
const JOINERS = new RegExp(`(${JOINER}|${PICTURE_JOINER})|[\\u200C\\u200D]`, 'gu')
const DIRECTIONS = new RegExp(`[${DIRECTION}]`, 'g')
const DIRECTIONS_AT_ENDS = new RegExp(`^[${DIRECTION}]+|[${DIRECTION}]+$`, 'g')
const INVISIBLE_IN_WORD = new RegExp(`(${JOINER}|${PICTURE_JOINER})|[${INVISIBLE}]`, 'gu')

/** Texts without odd characters, which are almost all, need no further look. */
const isPlain = (text: string) => /^[\n\r\x20-\x7E]*$/.test(text)
const keepFirst = (_all: string, needed?: string) => needed ?? ''
/** Of several joiners in a row only the first has an effect. */
const single = (text: string) => text.replaceAll(/([\u200C\u200D])[\u200C\u200D]+/g, '$1')

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))
/** @returns the text with the digits of all scripts as 0 to 9 */
export const plainDigits = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- all that is not ASCII
  text.replace(/[^\x00-\x7F]/gu, (letter) => {
    const code = letter.codePointAt(0)!
    if (!isDigit(code)) return letter
    // Digits of a script follow each other, from 0 on.
    let before = 0
    while (isDigit(code - before - 1)) before += 1
    return String(before % 10)
  })

/** One word: without spaces around it and without invisible characters; a space inside it stays, and is refused. */
export const readWord = (typed: string): string =>
  (isPlain(typed)
    ? typed
    : single(typed)
        .replace(INVISIBLE_IN_WORD, keepFirst)
        .replaceAll(/[^\S\n\r]/g, ' ')
  ).trim()

/** A code, whose groups may be separated by spaces of any kind: without them, and with plain digits. */
export const readCode = (typed: string): string =>
  /^[\x21-\x7E]*$/.test(typed) ? typed : plainDigits(typed.replace(EVERY_INVISIBLE, '').replaceAll(/\s/g, ''))

/**
 * A name or a text: spaces of other kinds are one ordinary space, and none at the ends of a line. Joiners and marks that
 * its script needs stay. Ordinary spaces are left as they are.
 */
export function readText(typed: string): string {
  if (isPlain(typed)) return typed
  const joined = single(typed).replace(JOINERS, keepFirst)
  const directed = joined.replace(RIGHT_TO_LEFT.test(joined) ? DIRECTIONS_AT_ENDS : DIRECTIONS, '')
  return directed.replace(ODD_SPACES, (spaces: string, needed: string | undefined, at: number) => {
    if (needed !== undefined) return needed
    const [before, after] = [directed[at - 1] ?? '\n', directed[at + spaces.length] ?? '\n']
    return /[\n\r]/.test(before + after) ? '' : ' '
  })
}

const NUMBER = /^\d+(?:\.\d+)?$/
/** Groups of three digits, or of two before the last three, as in India. */
const GROUPS = /^\d{1,3}(?:([ '’])\d{3})(?:\1\d{3})*$/
const COMMA_GROUPS = /^\d{1,3}(?:,\d{3})+$|^\d{1,2}(?:,\d{2})+,\d{3}$/

/** The whole part of a number without its groups. @param isCertain a comma can only separate groups */
function ungrouped(whole: string, isCertain: boolean): string | null {
  if (/^\d*$/.test(whole)) return whole
  if (GROUPS.test(whole)) return whole.replaceAll(/\D/g, '')
  return COMMA_GROUPS.test(whole) && (isCertain || whole.indexOf(',') !== whole.lastIndexOf(','))
    ? whole.replaceAll(',', '')
    : null
}

/**
 * Reads a number without guessing (decisions, What people type and paste). The point is the decimal sign. Spaces,
 * apostrophes and commas may separate groups of digits; a comma that could be a decimal sign is not read.
 * @returns the number in plain digits, '1000.50', with a minus sign below 0; null for every other text
 */
export function readNumber(typed: string): string | null {
  const text = plainDigits(readWord(typed).replace(EVERY_INVISIBLE, ''))
    .replaceAll('\u066B', '.')
    .replaceAll('\uFF0E', '.')
    .replaceAll(/[\u066C\uFF0C]/g, ',')
    .replace(/^[\u2212\uFF0D]/, '-')
    .replace(/^\uFF0B/, '+')
  const [, sign = '', whole = '', point, places = ''] = /^([+-]?)([^.]*)(\.?)(\d*)$/.exec(text) ?? []
  if (whole === '' && places === '') return null
  const digits = ungrouped(whole, point === '.' && places !== '')
  if (digits === null) return null
  const number = `${digits || '0'}${places && `.${places}`}`
  return NUMBER.test(number) ? `${sign === '-' ? '-' : ''}${number}` : null
}

/** The messages for a text with digits that is no number: how to write it. */
export const HOW_TO_WRITE = {
  whole: 'Write it with digits only, such as 1000',
  decimal: 'Write it with digits, and a point before decimals, such as 1000.50',
} as const

const PERCENT_SIGN = /\s*[%\u066A\uFF05]\s*$/

const READINGS: { readonly [R in Reading]: (typed: string) => string } = {
  exact: (typed) => typed,
  word: readWord,
  code: readCode,
  text: readText,
  number: (typed) => readNumber(typed) ?? typed,
  percent: (typed) => readNumber(typed.replace(PERCENT_SIGN, '')) ?? typed,
}

/** @returns the text as it is meant; unchanged if it cannot be read, so that a rule refuses what the person wrote */
export const readAs = (reading: Reading, typed: string): string => READINGS[reading](typed)
