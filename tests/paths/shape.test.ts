/**
 * The common properties of all machines: texts for QA, unique names, and errors with the names of actors and actions
 * that were not provided.
 */
import { describe } from 'vitest'
import { testShape } from './kit/machine-tests'
import { descriptionOf, machineNames, machineOf } from './kit/registry'

const machines = await Promise.all(
  machineNames().map(async (name) => [name, await machineOf(name), await descriptionOf(name)] as const),
)

describe.each(machines)('%s', (_name, machine, description) => {
  testShape(machine, description)
})
