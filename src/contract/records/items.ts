/**
 * Lists of a group of fields inside a record (records, 'list of a group'): the kinds that an item may have, and how
 * items are stored.
 */
import type { Field, FieldKind, FieldType } from './field'

/**
 * The stored form of each kind in an item; null: not allowed. Of references and images the id is stored. A missing kind
 * fails the type check.
 */
const STORED: { readonly [K in FieldKind]: ((value: unknown) => unknown) | null } = {
  text: (value) => value,
  longText: (value) => value,
  richText: null,
  email: (value) => value,
  url: (value) => value,
  phone: (value) => value,
  flag: (value) => value === true,
  integer: (value) => value,
  decimal: trimmed,
  percent: trimmed,
  amount: twoPlaces,
  enum: (value) => value,
  time: (value) => value,
  date: (value) => value,
  duration: null,
  color: (value) => value,
  slug: null,
  coin: null,
  cryptoAddress: null,
  enums: null,
  reference: (value) => value,
  references: null,
  person: null,
  image: (value) => value,
  images: null,
  files: null,
  role: null,
  storeCode: null,
  tags: null,
  newPassword: null,
  passwordAgain: null,
  secretText: null,
  list: null,
}

/** As a column with a fixed scale would return it. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' && value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
function twoPlaces(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const [whole = '0', places = ''] = value.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
}

/** Whether items can have a field of this kind. */
export const isItemKind = (kind: FieldKind): boolean => STORED[kind] !== null

type ListType = Extract<FieldType, { kind: 'list' }>
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * @param items of a body
 * @returns the items in their stored form: every field, in the definition's order, null if it is empty
 */
export const storedItems = ({ fields }: Pick<ListType, 'fields'>, items: unknown): Record<string, unknown>[] =>
  ((items ?? []) as Readonly<Record<string, unknown>>[]).map((item) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, storedValue(field, item[name])])),
  )
const storedValue = ({ type }: Field, value: unknown) =>
  isEmpty(value) && type.kind !== 'flag' ? null : STORED[type.kind]!(value)
