/**
 * Every machine, walked at random on itself: whatever comes in whatever order, it does what its chart says, never breaks,
 * never makes a call a second time while it is in flight, and leaves none behind. What a machine must never do beyond that
 * stands in a walk of its own.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pathAtRandom } from '../kit/derive'
import { descriptionOf, machineNames } from '../kit/registry'
import { replayOnMachine } from '../kit/replay'
import { RUNS, SEED } from '../kit/walk'

const LONGEST = 30
const described = await Promise.all(machineNames().map(async (name) => [name, await descriptionOf(name)] as const))

describe.each(described)('%s', (_name, description) => {
  test('whatever comes', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(10_000), { minLength: 5, maxLength: LONGEST, size: 'max' }), async (picks) => {
        const path = pathAtRandom(description, picks)
        await replayOnMachine(description, path)
        taken += path.steps.length
      }),
      { seed: SEED, numRuns: RUNS },
    )
    // A machine of one answer has no longer walk than one step.
    expect(taken).toBeGreaterThanOrEqual(RUNS)
  })
})
