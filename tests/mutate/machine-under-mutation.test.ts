/** The tests that every machine has, for the one that `npm run mutate` changes. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chartOf } from '@tests/charts/chart'
import { pageOf } from '@tests/charts/diagrams'
import { testPaths, testShape, testWalks } from '@tests/paths/kit/machine-tests'
import { descriptionOf, machineOf } from '@tests/paths/kit/registry'

const name = process.env.MUTATE_TARGET!

// A change may break the machine before a test begins, and Stryker counts failed tests alone.
try {
  const [machine, description] = [await machineOf(name), await descriptionOf(name)]
  test('docs/statecharts says what the machine is', () => {
    const page = fileURLToPath(new URL(`../../docs/statecharts/${name}.md`, import.meta.url))
    expect(pageOf(chartOf(machine))).toBe(readFileSync(page, 'utf8'))
  })
  testShape(machine, description)
  testPaths(description)
  testWalks(description)
} catch (error) {
  test('the machine can be read', () => expect(error).toBeUndefined())
}
