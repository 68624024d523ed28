/**
 * Loads each module of the contract inside a test: where a mutation breaks a module on loading, the test files that import it
 * fail as a whole without a failed test, and Stryker would report the mutation as undetected.
 */
import { expect, it } from 'vitest'

const modules = import.meta.glob(['../../src/contract/**/*.ts', '!../../src/contract/**/*.test.ts'])

it.each(Object.keys(modules))('%s can be loaded', async (path) => {
  expect(await modules[path]!()).toBeDefined()
})
