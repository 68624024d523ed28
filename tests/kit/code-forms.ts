/** The forms in which people type and paste one code: each is the same code. */

const digitsFrom = (zero: number) => (code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const between =
  (separator: string) =>
  (code: string): string => {
    const letters = Array.from(code.replace('-', ''))
    const half = letters.length / 2
    return `${letters.slice(0, half).join('')}${separator}${letters.slice(half).join('')}`
  }

/** Of codes of an authenticator app, and of recovery codes. */
export const CODE_FORMS: readonly (readonly [name: string, write: (code: string) => string])[] = [
  ['in two groups', between(' ')],
  ['with a hyphen', between('-')],
  ['with a dash that a keyboard puts there', between('\u2013')],
  ['with a no-break space', between('\u00A0')],
  ['with a narrow no-break space', between('\u202F')],
  ['with a zero-width space', between('\u200B')],
  ['with a word joiner and spaces around it', (code) => ` \u2060${between('\u2060')(code)}\uFEFF `],
  ['with a mark of direction before it', (code) => `\u200E${code}`],
  ['in Arabic digits', digitsFrom(0x0660)],
  ['in Persian digits', digitsFrom(0x06f0)],
  ['in full-width digits', digitsFrom(0xff10)],
]
/** Of recovery codes only. */
export const RECOVERY_CODE_FORMS: typeof CODE_FORMS = [
  ...CODE_FORMS,
  ['in small letters', (code) => code.toLowerCase()],
  ['with O for 0 and l for 1', (code) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
  [
    'in full-width letters',
    (code) => code.replace(/[A-Z0-9-]/g, (each) => String.fromCodePoint(each.codePointAt(0)! + 0xfee0)),
  ],
]
