/** Random walks of every machine alone. Prohibitions that involve more than the machine have their own walks. */
import { describe } from 'vitest'
import { testWalks } from '../kit/machine-tests'
import { descriptionOf, machineNames } from '../kit/registry'

const machines = await Promise.all(machineNames().map(async (name) => [name, await descriptionOf(name)] as const))

describe.each(machines)('%s', (_name, description) => {
  testWalks(description)
})
