/** Between a record and its form, and between the form and what is sent (spec 3). Pure functions. */
import * as yup from 'yup'
import { DROPPED_WHEN_EMPTY, NON_UPDATABLE_FIELDS } from '@contract/entities/account'
import type { HistoryEntry } from '@contract/entities/history'
import type { FormSchema } from '@contract/schema'
import type { FormField } from '@resources/resource'

type Values = Readonly<Record<string, unknown>>

/** Fields that the reader may read: a record leaves the others out. All of them for a new record. */
export const readableFieldsOf = (fields: readonly FormField[], record: Values | null): readonly FormField[] =>
  record === null ? fields : fields.filter(({ name }) => isSecret(name) || name in record)

/** Passwords are never part of a record. */
export const SECRET_FIELDS: readonly string[] = ['password', 'confirm_password']
const isSecret = (name: string) => SECRET_FIELDS.includes(name)

/** The form's first values: those of the record, '' for nothing. */
export const valuesOf = (fields: readonly FormField[], record: Values = {}): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, typeof record[name] === 'string' ? record[name] : '']))

/** What an emptied field says that the update would drop (spec 3). */
export const CANNOT_BE_EMPTIED = 'This can be changed, but not removed.'

const droppedWhenEmpty: readonly string[] = DROPPED_WHEN_EMPTY

/** Whether the record has a value here that an update cannot remove. */
export const cannotBeEmptied = (name: string, record: Values | null): boolean =>
  record !== null && droppedWhenEmpty.includes(name) && Boolean(record[name])

/**
 * The schema of a form on one record: only the fields that the reader may read, and those that cannot be emptied say so.
 * @param record null for a new one
 */
export function schemaOf(schema: FormSchema, fields: readonly FormField[], record: Values | null): FormSchema {
  const names = fields.map(({ name }) => name)
  const stay = names.filter((name) => cannotBeEmptied(name, record))
  return schema
    .pick(names)
    .shape(
      Object.fromEntries(
        stay.map((name) => [name, (schema.fields[name] as yup.StringSchema).required(CANNOT_BE_EMPTIED)]),
      ),
    )
}

/** Create: an optional store code is sent only when filled. */
export const createBody = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !droppedWhenEmpty.includes(name) || value !== ''))

/** Update: the changed fields, less those that cannot be updated. @param changes field → new value */
export function updateBody(changes: Values): Values {
  const fixed: readonly string[] = NON_UPDATABLE_FIELDS
  return createBody(Object.fromEntries(Object.entries(changes).filter(([name]) => !fixed.includes(name))))
}

/** Who changed each field last, and when. @param entries of the record's history, newest first */
export function authorsOf(entries: readonly HistoryEntry[]): Record<string, { by: string | null; at: string }> {
  const authors: Record<string, { by: string | null; at: string }> = {}
  for (const { at, by, changes } of entries)
    for (const { field } of changes) authors[field] ??= { by: by?.username ?? null, at }
  return authors
}
