/**
 * Versions of records whose published content stays binding (catalogue, Versioned): an edit of a record that was ever
 * active creates the next version, and earlier versions are kept. `version` counts all edits and protects them against
 * overwriting; `version_no` counts the versions.
 */
import { integer, type Field, type FieldKind, type FieldType } from './field'
import type { ActionDefinition, Fields, RecordDefinition } from './record'

/** The field. The platform writes it. */
export const versionFields = {
  version_no: integer('Version', { min: 1 }, { write: 'never', required: true, initial: 1, filter: true }),
} as const

/**
 * The action that makes the content of an earlier version the next version.
 * @param one the singular of the record's name
 */
export const versionActions = (one: string) =>
  ({
    rollBack: {
      label: 'Roll back…',
      needs: 'update',
      asks: { version_no: integer('Version', { min: 1 }, { required: true, hint: 'The number of an earlier one' }) },
      tells: ['version_no'],
      question: 'Roll back',
      effect: `What this ${one} said in that version becomes its next version. Nothing is lost.`,
      gerund: 'Rolling back',
      participle: 'rolled back',
      past: `rolled the ${one} back`,
      success: 'Successfully Updated',
    },
  }) satisfies Record<string, ActionDefinition>
export const ROLL_BACK = 'rollBack'

/** The fields that a version contains: all that people write. */
export const keptFields = ({ fields }: Pick<RecordDefinition, 'fields'>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { write }]) => write === 'always' || write === 'create'))

type Values = Readonly<Record<string, unknown>>

/** A version as the API sends it: values as in a row, of the fields that the reader may read. */
export interface RecordVersion {
  version_no: number
  /** When it became the current version, ISO 8601. */
  at: string
  /** Null: the system. */
  by: { id: string; username: string } | null
  values: Values
}

const asItIs = (value: unknown) => value
const idOf = (value: unknown) => (value as { id: string } | null)?.id ?? null
const idsOf = (value: unknown) => (value as unknown[]).map(idOf)
/** A row's value as in a body, by kind. A missing kind fails the type check. */
const WRITTEN: { readonly [K in FieldKind]: (value: unknown, type: Extract<FieldType, { kind: K }>) => unknown } = {
  text: asItIs,
  longText: asItIs,
  richText: asItIs,
  email: asItIs,
  url: asItIs,
  phone: asItIs,
  flag: asItIs,
  time: asItIs,
  person: asItIs,
  date: asItIs,
  duration: asItIs,
  color: asItIs,
  slug: asItIs,
  integer: asItIs,
  decimal: asItIs,
  percent: asItIs,
  amount: asItIs,
  coin: asItIs,
  cryptoAddress: asItIs,
  enum: asItIs,
  enums: asItIs,
  reference: idOf,
  references: idsOf,
  image: asItIs,
  images: asItIs,
  files: idsOf,
  role: asItIs,
  storeCode: asItIs,
  list: (value, { fields }) =>
    (value as Values[]).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, each]) => [name, writtenValue(fields[name]!, each)])),
    ),
  tags: asItIs,
  newPassword: asItIs,
  passwordAgain: asItIs,
  secretText: asItIs,
}
const writtenValue = ({ type }: Field, value: unknown): unknown =>
  (WRITTEN[type.kind] as (value: unknown, type: FieldType) => unknown)(value, type)

/** The values of a row, or of a version, as in the body of an update. */
export const writtenOf = (record: Pick<RecordDefinition, 'fields'>, values: Values): Values =>
  Object.fromEntries(
    Object.entries(keptFields(record))
      .filter(([name]) => name in values)
      .map(([name, field]) => [name, writtenValue(field, values[name])]),
  )

/**
 * @returns the fields in which two versions differ, with the values of the first. A renamed reference is not a
 * difference.
 */
export function differences(record: Pick<RecordDefinition, 'fields'>, one: Values, other: Values): Values {
  const [left, right] = [writtenOf(record, one), writtenOf(record, other)]
  return Object.fromEntries(Object.entries(left).filter(([name, value]) => !isSame(value, right[name])))
}

/** Compares JSON values; the keys of an object have no order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => isSame((one as Values)[key], (other as Values)[key]))
  )
}

/** The refusal of a roll-back to the current content. */
export const NOTHING_TO_ROLL_BACK = 'This is what it says now'
export const NO_SUCH_VERSION = 'There is no such version'
