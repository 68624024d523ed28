/** Pairs of fields of which the first must not be greater than the second. */
import type { FieldKind } from './field'
import type { RecordDefinition } from './record'

/** A decimal as an integer with 18 places: amounts are never converted to binary fractions. */
function scaled(decimal: string): bigint | null {
  const parts = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(decimal)
  return parts && BigInt(`${parts[1]!}${parts[2]!}${(parts[3] ?? '').padEnd(18, '0')}`)
}
const numberOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? scaled(String(value)) : null
/** In milliseconds since 1970. */
const timeOf = (value: unknown) => {
  const at = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(at) ? null : at
}

/** How values are compared, and what the first is when it is greater than the second. */
interface Scale {
  readonly of: (value: unknown) => number | bigint | null
  readonly word: 'below' | 'before'
}
const NUMBERS: Scale = { of: numberOf, word: 'below' }
const TIMES: Scale = { of: timeOf, word: 'before' }
/** Null: a kind that has no order, and so cannot be an end of a range. A missing kind fails the type check. */
const SCALES: { readonly [K in FieldKind]: Scale | null } = {
  text: null,
  longText: null,
  richText: null,
  email: null,
  url: null,
  phone: null,
  flag: null,
  time: TIMES,
  person: null,
  date: TIMES,
  duration: null,
  color: null,
  slug: null,
  integer: NUMBERS,
  decimal: NUMBERS,
  percent: NUMBERS,
  amount: NUMBERS,
  coin: NUMBERS,
  cryptoAddress: null,
  enum: null,
  enums: null,
  reference: null,
  references: null,
  image: null,
  images: null,
  files: null,
  role: null,
  storeCode: null,
  list: null,
  tags: null,
  newPassword: null,
  passwordAgain: null,
  secretText: null,
}

/** @returns the second field of each violated pair → its message. Empty ends limit nothing. */
export function rangeErrors(
  { ranges = [], fields }: Pick<RecordDefinition, 'ranges' | 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, string[]> {
  return Object.fromEntries(
    ranges.flatMap(([low, high]) => {
      const { label, type } = fields[low]!
      const scale = SCALES[type.kind]
      if (!scale) throw new Error(`${low} cannot be an end of a range: its kind has no order`)
      const [from, to] = [scale.of(values[low]), scale.of(values[high])]
      return from !== null && to !== null && from > to ? [[high, [`Not ${scale.word} ${label}`]]] : []
    }),
  )
}

/** Whether a body sets an end of a range: then the stored other end matters too. */
export const touchesRange = (
  { ranges = [] }: Pick<RecordDefinition, 'ranges'>,
  body: Readonly<Record<string, unknown>>,
): boolean => ranges.some((range) => range.some((field) => field in body))
