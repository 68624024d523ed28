/** The inputs of an action on one record, and what its call says beside them. */
import { asksFor } from '@contract/records/dependents'
import { holdsList } from '@contract/records/kinds'
import type { ActionDefinition } from '@contract/records/record'
import type { FormField, Row } from './resource'
import { valuesOfRow } from './row-values'

/**
 * @param inputs of the action @param definition of the action; without one all inputs are asked
 * @returns the inputs that this record needs, required where it requires them
 */
export function askedFields(
  inputs: readonly FormField[],
  definition: Pick<ActionDefinition, 'asks'> | undefined,
  row: Row,
): readonly FormField[] {
  if (!definition) return inputs
  const applying = asksFor(definition, valuesOfRow(row))
  return inputs.flatMap((input) => {
    const field = applying[input.name]
    if (!field) return []
    const { when: _when, ...rest } = input
    return [field.when ? input : { ...rest, ...(field.required && !holdsList(field.type) && { required: true }) }]
  })
}

/** @returns what whoever acts on the row relies on, for the body of the call; nothing where they may not read it */
export function reliedOn(
  definition: Pick<ActionDefinition, 'relies'> | undefined,
  row: Row,
): Readonly<Record<string, unknown>> {
  const relies = definition?.relies
  const seen = relies === undefined ? undefined : valuesOfRow(row)[relies]
  return seen === undefined ? {} : { [relies!]: seen }
}

/** @returns what the inputs of an action begin with for a record, by their names: only values that a person may change */
export function begunWith(
  definition: Pick<ActionDefinition, 'begins'> | undefined,
  row: Row,
): Readonly<Record<string, string | boolean>> {
  const values = valuesOfRow(row)
  return Object.fromEntries(
    Object.entries(definition?.begins ?? {}).flatMap(([name, { with: value, field, values: wanted }]) =>
      [values[field]].flat().some((each) => wanted.includes(String(each))) ? [[name, value]] : [],
    ),
  )
}
