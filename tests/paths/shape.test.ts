/** What every machine has: words for QA, distinct names, actors and actions that name themselves when nobody provided them. */
import { describe } from 'vitest'
import { testShape } from './kit/machine-tests'
import { descriptionOf, machineNames, machineOf } from './kit/registry'

const machines = await Promise.all(
  machineNames().map(async (name) => [name, await machineOf(name), await descriptionOf(name)] as const),
)

describe.each(machines)('%s', (_name, machine, description) => {
  testShape(machine, description)
})
