/** Reads rows by the field names in a resource, because generic screens do not know the types of the fields. */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import type { ColumnDefinition, Resource, Row } from './resource'

/** The values of a row, by field name. */
export const valuesOfRow = (row: Row): Readonly<Record<string, unknown>> =>
  row as unknown as Readonly<Record<string, unknown>>

/** The value if it is a text, otherwise ''. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A text, or the name of a referenced record. */
const nameOfValue = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : textOf(value)

/** The name of a row: its name fields, or its username, or its id. */
export function nameOfRow(resource: Pick<Resource<Row>, 'nameFields'>, row: Row): string {
  const values = valuesOfRow(row)
  return (
    resource.nameFields
      .map((field) => nameOfValue(values[field]))
      .filter(Boolean)
      .join(' ') ||
    textOf(values.username) ||
    row.id
  )
}

/** @returns the code of the currency of a column's money; '' if the person may not read it */
export const currencyOf = ({ currencyField }: Pick<ColumnDefinition<Row>, 'currencyField'>, row: object): string =>
  currencyField === undefined ? PLATFORM_CURRENCY : textOf((row as Readonly<Record<string, unknown>>)[currencyField])
