/**
 * Fields that are sent in part, wherever they appear: `masked` ones to everybody, `maskedUnless` ones to people who may
 * not read the field with the same name of another subject.
 */
import { canRead, type Access } from '../permissions'
import type { Field, FieldType } from './field'

/** Replaces the hidden part. */
export const HIDDEN = '•••'

/**
 * Of an e-mail the first letter and the domain stay; of other texts everything except the last part, such as an
 * address's last number.
 */
const LOCAL_PART = /^(.)[^@]*/u
const LAST_PART = /[^.:]+$/
/** Number of digits of a phone that stay. */
export const PHONE_DIGITS_SHOWN = 3

/** @returns the text as it is sent: 'anna@example.com' → 'a•••@example.com', '+48 601 22 334' → '•••334', '203.0.113.7' → '203.0.113.•••' */
export function masked(text: string, { kind }: Pick<FieldType, 'kind'>): string {
  if (kind === 'email') return text.replace(LOCAL_PART, `$1${HIDDEN}`)
  if (kind === 'phone') return `${HIDDEN}${text.replaceAll(/\D/g, '').slice(-PHONE_DIGITS_SHOWN)}`
  return text.replace(LAST_PART, HIDDEN)
}

/** Whether a person receives a field in part. @param name of the field */
export const isMaskedFor = (access: Access, name: string, field: Field): boolean =>
  field.masked || (field.maskedUnless !== undefined && !canRead(access, field.maskedUnless, name))
