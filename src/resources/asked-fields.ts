/** The inputs of an action on one record. */
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
