/** Kinds whose values another field of the record limits: the decimals of a coin, the network of an address. */
import { addressFault } from '../crypto-address'
import { applies } from './dependents'
import type { FieldKind, FieldType } from './field'
import type { RecordDefinition } from './record'

type Values = Readonly<Record<string, unknown>>

/** @param beside the value of the other field @returns the message at the value; null if it is valid */
type Rule = { readonly field: string; readonly fault: (value: string, beside: unknown) => string | null }

/** Trailing zeros do not count as decimals. */
const placesOf = (amount: string) => (amount.split('.')[1] ?? '').replace(/0+$/, '').length

/** The rule of each kind; null: no other field limits its values. A missing kind fails the type check. */
const RULES: { readonly [K in FieldKind]: ((type: Extract<FieldType, { kind: K }>) => Rule) | null } = {
  text: null,
  longText: null,
  richText: null,
  email: null,
  url: null,
  phone: null,
  flag: null,
  time: null,
  person: null,
  date: null,
  duration: null,
  color: null,
  slug: null,
  integer: null,
  decimal: null,
  percent: null,
  amount: null,
  coin: ({ places }) => ({
    field: places,
    fault: (amount, decimals) =>
      typeof decimals === 'number' && placesOf(amount) > decimals
        ? `This coin has ${decimals === 0 ? 'no' : decimals} decimal${decimals === 1 ? '' : 's'}`
        : null,
  }),
  cryptoAddress: ({ network }) => ({
    field: network,
    fault: (address, of) => (typeof of === 'string' ? addressFault(of, address) : null),
  }),
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
const ruleOf = (type: FieldType): Rule | null =>
  (RULES[type.kind] as ((type: FieldType) => Rule) | null)?.(type) ?? null

const rules = ({ fields }: Pick<RecordDefinition, 'fields'>) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const rule = ruleOf(field.type)
    return rule ? [{ name, field, rule }] : []
  })

/** Names of the fields that are limited by another one. */
export const limitedFields = (record: Pick<RecordDefinition, 'fields'>): string[] =>
  rules(record).map(({ name }) => name)

/**
 * Whether a body writes a field that another one limits, or one that limits others: then the stored values matter too.
 */
export const touchesLimits = (record: Pick<RecordDefinition, 'fields'>, body: Values): boolean =>
  rules(record).some(({ name, rule }) => name in body || rule.field in body)

/**
 * @param values of the whole record after the write
 * @returns field → its message. Empty values and fields that do not apply are valid.
 */
export const limitErrors = (record: Pick<RecordDefinition, 'fields'>, values: Values): Record<string, string[]> =>
  Object.fromEntries(
    rules(record).flatMap(({ name, field, rule }) => {
      const value = values[name]
      if (typeof value !== 'string' || value === '' || !applies(field, values)) return []
      const fault = rule.fault(value, values[rule.field])
      return fault === null ? [] : [[name, [fault]]]
    }),
  )
