/** Every machine, walked at random on itself. What a machine must never do beyond that has a walk of its own. */
import { describe } from 'vitest'
import { testWalks } from '../kit/machine-tests'
import { descriptionOf, machineNames } from '../kit/registry'

const machines = await Promise.all(machineNames().map(async (name) => [name, await descriptionOf(name)] as const))

describe.each(machines)('%s', (_name, description) => {
  testWalks(description)
})
