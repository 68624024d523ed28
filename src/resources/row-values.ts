/** Reading a row by the names that a resource gives: generic screens know no field by type. */
import type { ColumnDefinition, Resource, Row } from './resource'

/** A row as values by field name. */
export const valuesOfRow = (row: Row): Readonly<Record<string, unknown>> =>
  row as unknown as Readonly<Record<string, unknown>>

/** A value that is a text, else ''. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A text, or the name of a record that is referred to. */
const nameOfValue = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : textOf(value)

/** What a row is called: its name fields, or its username, or its id. */
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

/** Of money that names no other one. */
export const PLATFORM_CURRENCY = 'USD'

/** @returns the code of the currency that a column's money is in; '' where the person may not read it */
export const currencyOf = ({ currencyField }: Pick<ColumnDefinition<Row>, 'currencyField'>, row: object): string =>
  currencyField === undefined ? PLATFORM_CURRENCY : textOf((row as Readonly<Record<string, unknown>>)[currencyField])
