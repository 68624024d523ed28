/** Between a record and its form, and between the form and what is sent (spec 3). Pure functions. */
import { NON_UPDATABLE_FIELDS } from '@contract/entities/account'
import type { FormField } from '@resources/resource'

type Values = Readonly<Record<string, unknown>>

/** The form's first values: those of the record, '' for nothing. */
export const valuesOf = (fields: readonly FormField[], record: Values = {}): Record<string, string> =>
  Object.fromEntries(fields.map(({ name }) => [name, typeof record[name] === 'string' ? record[name] : '']))

/** Create: an optional store code is sent only when filled. */
export const createBody = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== 'third_party_store_code' || value !== ''),
  )

/**
 * Update: what changed, less the fields that cannot be updated; an empty store code is dropped.
 * @param record as it stands on the server
 * @returns an empty object when nothing changed
 */
export function updateBody(values: Values, record: Values): Values {
  const fixed: readonly string[] = NON_UPDATABLE_FIELDS
  return createBody(
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => !fixed.includes(name) && value !== (record[name] ?? '')),
    ),
  )
}
