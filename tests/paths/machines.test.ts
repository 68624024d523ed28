/** Every path of every machine, replayed on the machine itself with held actors and simulated time. */
import { describe, expect, test } from 'vitest'
import { testPaths } from './kit/machine-tests'
import { descriptionOf, machineNames } from './kit/registry'

test('machines are found by their files', () => {
  expect(machineNames()).toEqual(
    expect.arrayContaining(['access', 'bulk-action', 'list', 'profile', 'row-action', 'session', 'submission']),
  )
})

const described = await Promise.all(machineNames().map(async (name) => [name, await descriptionOf(name)] as const))

describe.each(described)('%s', (_name, description) => {
  testPaths(description)
})
