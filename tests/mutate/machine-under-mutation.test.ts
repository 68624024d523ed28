/** The tests that every machine has, for the one that `npm run mutate` mutates. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chartOf } from '@tests/charts/chart'
import { pageOf } from '@tests/charts/diagrams'
import { testPaths, testShape, testWalks } from '@tests/paths/kit/machine-tests'
import { descriptionOf, machineOf } from '@tests/paths/kit/registry'

const name = process.env.MUTATE_TARGET!

// A mutation may break the machine before a test begins, and Stryker counts only failed tests.
try {
  const [machine, description] = [await machineOf(name), await descriptionOf(name)]
  test('docs/statecharts matches the machine', () => {
    const page = fileURLToPath(new URL(`../../docs/statecharts/${name}.md`, import.meta.url))
    expect(pageOf(chartOf(machine))).toBe(readFileSync(page, 'utf8'))
  })
  testShape(machine, description)
  testPaths(description)
  testWalks(description)
} catch (error) {
  test('the machine can be loaded', () => expect(error).toBeUndefined())
}
