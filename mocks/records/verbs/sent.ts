/** Rows as they are sent: references with their names, derived values, masks. */
import { type Access, canRead } from '@contract/permissions'
import { isClaimable } from '@contract/records/claims'
import type { FieldKind, FieldType, Reference } from '@contract/records/field'
import { isMaskedFor, masked } from '@contract/records/mask'
import type { RecordDefinition } from '@contract/records/record'
import type { Caller } from '../../call'
import { claimValue } from '../../handlers/claims'
import { privateFilesOf } from '../../handlers/files'
import { rootCollator } from '../../lists'
import type { StoredRecord } from '../behaviour'
import type { Sent, Values } from './call'
import { behaviourOf, named, rowsOf } from './rows'

/** An empty text is no value. */
export const asKept = (value: unknown): unknown => (value === '' || value === undefined ? null : value)
const decimal = (write: (text: string) => string) => (value: unknown) =>
  typeof value !== 'string' || value === '' ? null : write(value)
/** Decimals as the platform sends them: money with two places, other numbers without trailing zeros. */
const money = decimal((text) => {
  const [whole = '0', places = ''] = text.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
})
const trimmed = decimal((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text))

type Of<K extends FieldKind> = Extract<FieldType, { kind: K }>
/** A kept value as a row has it, by kind. A missing kind fails the type check. */
const SENT: { readonly [K in FieldKind]: (value: unknown, type: Of<K>) => unknown } = {
  text: asKept,
  longText: asKept,
  richText: asKept,
  email: asKept,
  url: asKept,
  phone: asKept,
  flag: asKept,
  time: asKept,
  date: asKept,
  duration: asKept,
  color: asKept,
  slug: asKept,
  integer: asKept,
  decimal: trimmed,
  percent: trimmed,
  amount: money,
  coin: trimmed,
  cryptoAddress: asKept,
  enum: asKept,
  enums: asKept,
  reference: (value, { to }) => (value ? named(to, value) : null),
  references: (value, { to }) =>
    (value as string[]).flatMap((id) => named(to, id) ?? []).toSorted((a, b) => rootCollator.compare(a.name, b.name)),
  person: asKept,
  image: asKept,
  images: asKept,
  files: (value) => privateFilesOf(value as readonly string[]),
  role: asKept,
  storeCode: asKept,
  list: (value, { fields }) =>
    (value as Values[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, each]) => [name, sentValue(fields[name]!.type, each)])),
    ),
  tags: asKept,
  newPassword: asKept,
  passwordAgain: asKept,
}

const sentValue = (type: FieldType, value: unknown): unknown =>
  (SENT[type.kind] as (value: unknown, type: FieldType) => unknown)(value, type)

/** A value of a row as it is sent, masks of single people aside. */
export function valueOf(record: RecordDefinition, field: string, row: StoredRecord): unknown {
  const { type, derived } = record.allFields[field]!
  if (isClaimable(record) && (field === 'claimed_by' || field === 'claim_until')) return claimValue(row, field)
  const own = behaviourOf(record.name).derive?.[field]
  if (own) return own(row, rowsOf)
  const value = row[field]
  if (record.allFields[field]!.masked && typeof value === 'string') return masked(value, type)
  if (derived) return value ?? null
  return sentValue(type, value)
}

/** A row with all of its fields as they are sent. */
export function whole(record: RecordDefinition, row: StoredRecord): Sent {
  const sent: Record<string, unknown> = { id: row.id }
  for (const field in record.allFields) sent[field] = valueOf(record, field, row)
  return Object.assign(sent as Values & { id: string }, { version: row.version, store_code: row.store_code })
}

/** A value of a row with a person's masks, for sending, searching and sorting alike. */
function seenBy(record: RecordDefinition, name: string, row: StoredRecord, access: Access): unknown {
  const field = record.allFields[name]!
  const value = valueOf(record, name, row)
  if (field.maskedUnless === undefined || !value || !isMaskedFor(access, name, field)) return value
  if (typeof value === 'string') return masked(value, field.type)
  const reference = value as Reference
  return { ...reference, name: masked(reference.name, field.type) }
}

/** A row for the list engine, which finds the store of each row in `third_party_store_code`. */
export type LazyRow = Sent & { third_party_store_code: string | null }

const SOURCE = Symbol('source')
interface Source {
  [SOURCE]: { row: StoredRecord; access: Access | null; values: Record<string, unknown> }
}
const prototypes = new WeakMap<RecordDefinition, object>()

/** Getters of a record's fields, which compute each value once. They are defined once for each record, not for each row. */
function prototypeOf(record: RecordDefinition): object {
  const known = prototypes.get(record)
  if (known) return known
  const prototype = {}
  for (const name in record.allFields)
    Object.defineProperty(prototype, name, {
      get(this: Source) {
        const { row, access, values } = this[SOURCE]
        if (!(name in values)) values[name] = access ? seenBy(record, name, row, access) : valueOf(record, name, row)
        return values[name]
      },
    })
  prototypes.set(record, prototype)
  return prototype
}

/** A row whose fields are computed when they are read first. @param access whose masks apply; null: no masks of single people */
export function sentLazily(record: RecordDefinition, row: StoredRecord, access: Access | null): LazyRow {
  const { id, version, store_code } = row
  const own = { id, version, store_code, third_party_store_code: store_code, [SOURCE]: { row, access, values: {} } }
  const lazy = Object.create(prototypeOf(record)) as LazyRow
  for (const name of Reflect.ownKeys(own))
    if (name === SOURCE || !(name in lazy)) Object.defineProperty(lazy, name, { value: own[name as 'id'] })
  return lazy
}

/** The same as a person may read it. */
export function readable(record: RecordDefinition, row: StoredRecord, { access }: Caller): Values {
  const kept = Object.keys(record.allFields).filter((field) => canRead(access, record.subject, field))
  const seen = kept.map((field) => [field, seenBy(record, field, row, access)])
  return { id: row.id, ...Object.fromEntries(seen), version: row.version }
}
