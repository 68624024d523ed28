/** The targets of mutation, and the tests that must detect the mutations. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const CONTRACT = 'contract'
/** The share of mutations that the tests must detect, in percent. */
export const GOAL = 90

/** Folders of all machines, by their files. */
const machines = (): string[] =>
  readdirSync(join(ROOT, 'machines'))
    .filter((name) => existsSync(join(ROOT, 'machines', name, `${name}.machine.ts`)))
    .sort()

/** Names that `npm run mutate -- <name>` accepts: every machine, what machines share, and the contract. */
export const targets = (): string[] => [...machines(), 'kit', CONTRACT]

/** @returns patterns of the files that are mutated */
export const sourcesOf = (target: string): string[] =>
  target === CONTRACT
    ? ['src/contract/**/*.ts', '!src/contract/**/*.test.ts']
    : [`machines/${target}/*.ts`, `!machines/${target}/*.test.ts`]

/** @returns the test files that run for each mutation. @throws where there is no such target */
export function testsOf(target: string): string[] {
  if (!targets().includes(target)) throw new Error(`There is no target '${target}': ${targets().join(', ')}.`)
  if (target === CONTRACT)
    return ['src/contract/**/*.test.ts', 'tests/mutate/contract-under-mutation.test.ts', 'tests/contract/mocks.test.ts']
  if (target === 'kit') return ['tests/paths/shape.test.ts', 'machines/*/*.implementations.test.ts']
  return [
    'tests/mutate/machine-under-mutation.test.ts',
    `machines/${target}/*.test.ts`,
    `tests/paths/walks/${target}.walk.test.ts`,
  ]
}
