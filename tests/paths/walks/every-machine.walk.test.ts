/** Every machine, walked at random on itself. What a machine must never do beyond that has a walk of its own. */
import { describe } from 'vitest'
import { testWalks } from '../kit/machine-tests'
import { descriptionOf, machineNames } from '../kit/registry'

for (const name of machineNames()) {
  const description = await descriptionOf(name)
  describe(name, () => testWalks(description))
}
