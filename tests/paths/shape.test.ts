/** What every machine has: words for QA, distinct names, actors and actions that name themselves when nobody provided them. */
import { describe } from 'vitest'
import { testShape } from './kit/machine-tests'
import { descriptionOf, machineNames, machineOf } from './kit/registry'

for (const name of machineNames()) {
  const [machine, description] = [await machineOf(name), await descriptionOf(name)]
  describe(name, () => testShape(machine, description))
}
