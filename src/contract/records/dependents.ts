/** Fields that apply only while another field of the record has one of certain values. */
import type { Field } from './field'
import type { Fields, RecordDefinition } from './record'
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
