/** Fields that apply only while another field of the record has one of certain values, and inputs of actions that do. */
import type { Field } from './field'
import type { ActionDefinition, Fields, RecordDefinition } from './record'
import { MESSAGE } from '../patterns'

type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether a field applies to a record with these values; also true if the other field is unknown. */
export const applies = ({ when }: Pick<Field, 'when'>, values: Values): boolean => {
  const value = when && values[when.field]
  if (value === undefined) return true
  // Bodies are checked here before their types are: an object has no text.
  return (
    (typeof value === 'string' || typeof value === 'boolean') && value !== '' && when!.values.includes(String(value))
  )
}

/** The message at a field that does not apply: 'Only where Rate source is Fixed'. */
export function unapplied({ when }: Field, fields: Fields): string {
  const { label, type } = fields[when!.field]!
  const words = when!.values.map((value) => ('labels' in type ? type.labels[value] : value === 'true' ? 'on' : 'off'))
  return `Only where ${label} is ${words.join(' or ')}`
}

const dependents = ({ fields }: Pick<RecordDefinition, 'fields'>) =>
  Object.entries(fields).filter(([, { when }]) => when !== undefined)

/**
 * Whether a body writes a field that depends on another, or one that others depend on: then the stored values matter
 * too.
 */
export const touchesDependents = (record: Pick<RecordDefinition, 'fields'>, body: Values): boolean =>
  dependents(record).some(([name, { when }]) => name in body || when!.field in body)

/**
 * @param stored the record before the change
 * @returns field → its message in the form: it is missing although required, or present although it does not apply
 */
export function dependentErrors(
  record: Pick<RecordDefinition, 'fields'>,
  stored: Values,
  body: Values,
): Record<string, string[]> {
  const values = { ...stored, ...body }
  return Object.fromEntries(
    dependents(record).flatMap(([name, field]): [string, string[]][] => {
      if (!applies(field, values)) return isEmpty(body[name]) ? [] : [[name, [unapplied(field, record.fields)]]]
      return field.when!.required && isEmpty(values[name]) ? [[name, [MESSAGE.required]]] : []
    }),
  )
}

/** @returns the fields that no longer apply after a change, with empty values: they are removed with it */
export const emptiedBy = (record: Pick<RecordDefinition, 'fields'>, stored: Values, body: Values): Values =>
  Object.fromEntries(
    dependents(record)
      .filter(([name, field]) => !applies(field, { ...stored, ...body }) && !isEmpty(stored[name]))
      .map(([name]) => [name, Array.isArray(stored[name]) ? [] : null]),
  )

/** Whether an input of an action depends on a field of the record, and not on another input. */
export const dependsOnRow = ({ when }: Pick<Field, 'when'>, asks: Fields): boolean =>
  when !== undefined && !(when.field in asks)

/**
 * @param row as the person reads it: a field that they may not read is missing
 * @returns the inputs of an action on this record, by name: without those that it does not need, and required where it does
 */
export const asksFor = ({ asks = {} }: Pick<ActionDefinition, 'asks'>, row: Values): Fields =>
  Object.fromEntries(
    Object.entries(asks).flatMap(([name, field]): [string, Field][] => {
      // Nobody is asked for what depends on an input that this record does not need.
      if (field.when && !dependsOnRow(field, asks))
        return field.when.field in asksFor({ asks: { [field.when.field]: asks[field.when.field]! } }, row)
          ? [[name, field]]
          : []
      if (!dependsOnRow(field, asks)) return [[name, field]]
      if (!applies(field, row)) return []
      const { when, ...rest } = field
      return [[name, when!.required && row[when!.field] !== undefined ? { ...rest, required: true } : rest]]
    }),
  )

const DAY_MS = 24 * 3600 * 1000
/** The messages at a time or a date that is on the wrong side of now. */
export const SIDE_MESSAGE = {
  future: 'Choose a time in the future',
  past: 'Choose a day that is not in the future',
} as const

/**
 * Whether a time, or a day, is on the wrong side of now. Of days the latest 'today' of all time zones counts.
 * @param value ISO 8601, or `YYYY-MM-DD`
 * @param now milliseconds since 1970
 */
export function isOnWrongSide({ side, type }: Pick<Field, 'side' | 'type'>, value: string, now: number): boolean {
  const at = Date.parse(value)
  return side === 'future' ? at <= now : at > now + (type.kind === 'date' ? DAY_MS : 0)
}

/**
 * @param record whose fields the inputs can depend on
 * @param stored the record before the action
 * @param now milliseconds since 1970
 * @returns input → its message, where the record or the other inputs do not need it, or the record needs it and it is missing, or where it is
 *   on the wrong side of now
 */
export function askErrors(
  record: Pick<RecordDefinition, 'fields'>,
  asks: Fields,
  stored: Values,
  body: Values,
  now: number,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(asks).flatMap(([name, field]): [string, string[]][] => {
      const value = body[name]
      if (dependsOnRow(field, asks)) {
        if (!applies(field, stored)) return isEmpty(value) ? [] : [[name, [unapplied(field, record.fields)]]]
        if (field.when!.required && isEmpty(value)) return [[name, [MESSAGE.required]]]
      } else if (field.when && !isEmpty(value) && !applies(field, { [field.when.field]: body[field.when.field] ?? '' }))
        return [[name, [unapplied(field, asks)]]]
      return field.side && typeof value === 'string' && value !== '' && isOnWrongSide(field, value, now)
        ? [[name, [SIDE_MESSAGE[field.side]]]]
        : []
    }),
  )
}
/** Whether `askErrors` has something to say: then it needs the record before the action. */
export const touchesRow = (asks: Fields): boolean =>
  Object.values(asks).some((field) => field.side !== undefined || field.when !== undefined)
