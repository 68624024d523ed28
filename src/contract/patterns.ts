/**
 * The shared patterns of spec section 5 and their messages. A rule is a `Rule`: the expression, and the message for
 * staff if a value does not match. The schemas of entities and forms use these; `patterns.test.ts` checks each against
 * a table of accepted and refused values.
 */
import { LENGTH, PERCENTAGE_MAX } from './constants'
import { BREAK, JOINER, type Reading } from './typed'

/** A pattern with the message for a value that does not match it. */
export interface Rule {
  readonly pattern: RegExp
  readonly message: string
  /** How a value is read before it is checked; by default as a text. A pattern without spaces is a word or a code. */
  readonly reads?: Reading
}

const rule = (pattern: RegExp, message: string, reads?: Reading): Rule => ({
  pattern,
  message,
  ...(reads && { reads }),
})

/** Messages that the spec defines word for word (section 5), and those that several schemas share. */
export const MESSAGE = {
  required: 'Required',
  codeRequired: 'Required!',
  emailInvalid: 'Enter valid email',
  emailFormat: 'Email must be in valid format',
  passwordMin: 'Password must be 8 characters',
  passwordMax: 'Password must be at most 20 characters',
  passwordStrength: 'must be one uppercase, lowercase,number, special character with min 8 characters',
  passwordsMatch: 'Passwords must match',
  invalidInput: 'Invalid input',
} as const

/** The special characters that a password may contain (spec 5). */
export const PASSWORD_SPECIAL = '#?!@$%^&*-'

const { personName, phone, emailLocalPart, freeText, label, alphanumeric, password } = LENGTH

/** Eight to twenty characters with an uppercase letter, a lowercase letter, a digit and one of # ? ! @ $ % ^ & * -. */
export const PASSWORD = rule(
  new RegExp(String.raw`^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[#?!@$%^&*-]).{${password.min},${password.max}}$`),
  MESSAGE.passwordStrength,
  'exact',
)

/** In patterns: a letter of any script, with the marks and joiners that it needs. */
export const LETTER = String.raw`(?:[\p{L}\p{M}]|${JOINER}|${BREAK})`

/** Letters of any script and single spaces, 2 to 40 characters, no space at either end. Length is counted in code points. */
export const PERSON_NAME = rule(
  new RegExp(String.raw`^(?=.{${personName.min},${personName.max}}$)${LETTER}+(?: ${LETTER}+)*$`, 'u'),
  `Letters and single spaces only, ${personName.min} to ${personName.max} characters`,
)

/** Starts with a letter; letters and digits; underscores only between groups, and optionally one at the end. */
export const USERNAME = rule(
  /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*_?$/,
  'Start with a letter; then letters, digits and single underscores',
  'word',
)

/** 1 to 20 characters of digits and + ( ) . - */
export const PHONE = rule(
  new RegExp(String.raw`^[0-9+().-]{${phone.min},${phone.max}}$`),
  `Up to ${phone.max} characters: digits and + ( ) . -`,
  'code',
)

/** Local part of at most 64 characters, @, a domain and a top-level domain of two or more letters. */
export const EMAIL = rule(
  new RegExp(
    String.raw`^(?!\.)(?!.*\.\.)(?!.*\.@)[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,${emailLocalPart.max}}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,}$`,
  ),
  MESSAGE.emailFormat,
  'word',
)

/** true or false in any letter case. */
export const BOOLEAN_TEXT = rule(/^(?:true|false)$/i, 'true or false', 'word')

/** At least eight letters or digits. */
export const ALPHANUMERIC = rule(
  new RegExp(String.raw`^[A-Za-z0-9]{${alphanumeric.min},}$`),
  `At least ${alphanumeric.min} letters or digits`,
  'code',
)

const escapeForRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * An address that begins with http://, https:// or the platform's host (spec 5: 'http:// or {host}').
 * @param host origin of the platform, e.g. `https://play.example`, or a bare host name
 */
export const urlOf = (host: string): Rule =>
  rule(
    new RegExp(String.raw`^(?:https?:\/\/|${escapeForRegExp(host)}(?=[/?#:]|$))\S*$`),
    `Must begin with http://, https:// or ${host}`,
    'word',
  )

const textOf = (max: number) =>
  rule(
    new RegExp(String.raw`^(?!\s)(?![\s\S]*\s\s)[\s\S]{0,${max}}$`, 'u'),
    `Up to ${max} characters, no leading space, no double spaces`,
  )

/** Free text of up to 255 characters, no leading space, no double whitespace. */
export const FREE_TEXT = textOf(freeText.short)
/** A secret of another system, exactly as it was given there: 1 to 64 characters without control characters. */
export const SECRET_TEXT = rule(/^[^\p{Cc}]{1,64}$/u, 'Up to 64 characters, without line breaks')

/** Free text of up to 3000 characters, no leading space, no double whitespace. */
export const LONG_TEXT = textOf(freeText.long)

/** Up to ten digits with up to two decimals, no leading zero, above zero. */
export const AMOUNT = rule(
  /^(?!0(?:\.0{1,2})?$)(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/,
  'An amount above 0 with up to 10 digits and 2 decimals',
  'number',
)
/** As AMOUNT, and zero is allowed. */
export const AMOUNT_OR_ZERO = rule(
  /^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/,
  'An amount with up to 10 digits and 2 decimals',
  'number',
)

/** 1 to 7 digits, the first of them 1 to 9. */
export const INTEGER = rule(/^[1-9]\d{0,6}$/, 'A whole number of up to 7 digits', 'number')
/** Two digits, the first of them not zero. */
export const TWO_DIGITS = rule(/^[1-9]\d$/, 'A number of two digits', 'number')
/** 0 to 100 with up to two decimals. */
export const PERCENTAGE = rule(
  /^(?:100(?:\.0{1,2})?|(?:0|[1-9]\d?)(?:\.\d{1,2})?)$/,
  `0 to ${PERCENTAGE_MAX} with up to 2 decimals`,
  'percent',
)
/** As PERCENTAGE, but not zero. */
export const PERCENTAGE_NON_ZERO = rule(
  /^(?!0(?:\.0{1,2})?$)(?:100(?:\.0{1,2})?|(?:0|[1-9]\d?)(?:\.\d{1,2})?)$/,
  `Above 0, up to ${PERCENTAGE_MAX}, with up to 2 decimals`,
  'percent',
)
/** A whole number from 1 to 10. */
export const ONE_TO_TEN = rule(/^(?:[1-9]|10)$/, 'A whole number from 1 to 10', 'number')
/** 1 to 3 digits. */
export const UP_TO_THREE_DIGITS = rule(/^\d{1,3}$/, 'A number of up to 3 digits', 'number')

const labelOf = (max: number) =>
  rule(
    new RegExp(String.raw`^(?! )(?!.* {2})[\w ]{1,${max}}$`),
    `Letters, digits, underscores and single spaces, up to ${max} characters`,
  )

/** Word characters and single spaces, no leading space: up to 16, 20 or 32 characters. */
/** A color in CSS notation, without transparency. */
export const COLOR: Rule = { pattern: /^#[\da-f]{6}$/i, message: 'A color such as #2F6FDE', reads: 'code' }
export const LABEL = { short: labelOf(label.short), medium: labelOf(label.medium), long: labelOf(label.long) } as const

/** A decimal number with up to two decimals, as the shared numeric text input accepts it. */
export const DECIMAL = rule(/^\d+(?:\.\d{1,2})?$/, MESSAGE.invalidInput, 'number')

/** An id on the wire (a UUID in lower case; ids are v7). */
export const ID = rule(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Not an id', 'code')

/** A store's code. */
export const STORE_CODE = rule(/^[A-Z][A-Z0-9]{1,31}$/, 'Capital letters and digits, 2 to 32 characters', 'code')

/** Part of an address on the public site: lower-case letters and digits in groups, joined by single hyphens. */
export const SLUG = rule(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Small letters, digits and single hyphens', 'word')
