/**
 * Loads each module of the contract inside a test: where a change breaks a module as it is loaded, the test files that import it
 * fail as a whole, without a failed test, and Stryker would call the change unnoticed.
 */
import { expect, it } from 'vitest'

const modules = import.meta.glob(['../../src/contract/**/*.ts', '!../../src/contract/**/*.test.ts'])

it.each(Object.keys(modules))('%s can be loaded', async (path) => {
  expect(await modules[path]!()).toBeDefined()
})
