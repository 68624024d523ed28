/**
 * Fields that are sent in part, wherever they appear: `masked` ones to everybody, `maskedUnless` ones to people who may
 * not read the field with the same name of another subject; of a reference, people without the right to read that subject.
 */
import { can, canRead, type Access } from '../permissions'
import type { Field, FieldKind, FieldType } from './field'

/** Replaces the hidden part. */
export const HIDDEN = '•••'

/**
 * Of an e-mail the first letter and the domain stay; of other texts everything except the last part, such as an
 * address's last number.
 */
const LOCAL_PART = /^(.)[^@]*/u
const LAST_PART = /[^.:]+$/
const WORD = /(\S)\S*\s*/gu
/** Number of digits of a phone that stay. */
export const PHONE_DIGITS_SHOWN = 3

/** What stays of a text: of an e-mail, of a phone, of the name of another record its initials, or all but its last part. */
export type Mask = 'email' | 'phone' | 'initials' | 'lastPart'
/** How each kind is masked; null: it cannot be, because it is no text. A missing kind fails the type check. */
const MASKS: { readonly [K in FieldKind]: Mask | null } = {
  text: 'lastPart',
  longText: 'lastPart',
  richText: null,
  email: 'email',
  url: 'lastPart',
  phone: 'phone',
  flag: null,
  time: null,
  person: null,
  date: null,
  duration: null,
  color: 'lastPart',
  slug: 'lastPart',
  integer: null,
  decimal: null,
  percent: null,
  amount: null,
  coin: null,
  cryptoAddress: 'lastPart',
  enum: null,
  enums: null,
  reference: 'initials',
  references: null,
  image: null,
  images: null,
  files: null,
  role: 'lastPart',
  storeCode: 'lastPart',
  list: null,
  tags: null,
  newPassword: null,
  passwordAgain: null,
  secretText: null,
}
const MASKED: Readonly<Record<Mask, (text: string) => string>> = {
  email: (text) => text.replace(LOCAL_PART, `$1${HIDDEN}`),
  phone: (text) => `${HIDDEN}${text.replaceAll(/\D/g, '').slice(-PHONE_DIGITS_SHOWN)}`,
  initials: (text) => text.trim().replace(WORD, '$1. ').trimEnd(),
  lastPart: (text) => text.replace(LAST_PART, HIDDEN),
}

/** @returns how a kind is masked @throws where it cannot be masked: a programming error */
export function maskOf({ kind }: Pick<FieldType, 'kind'>): Mask {
  const mask = MASKS[kind]
  if (mask === null) throw new Error(`A field of the kind ${kind} cannot be masked`)
  return mask
}

/** @returns the text as it is sent: 'anna@example.com' → 'a•••@example.com', '+48 601 22 334' → '•••334', '203.0.113.7' → '203.0.113.•••', 'Anna Nowak' → 'A. N.' */
export const masked = (text: string, type: Pick<FieldType, 'kind'>): string => MASKED[maskOf(type)](text)

/** Whether a person receives a field in part. @param name of the field */
export const isMaskedFor = (access: Access, name: string, field: Field): boolean =>
  field.masked ||
  (field.maskedUnless !== undefined &&
    !(field.type.kind === 'reference'
      ? can(access, 'read', field.maskedUnless)
      : canRead(access, field.maskedUnless, name)))
