/** Code may be loaded late in two ways only: lazyComponent and lazyModule. Both recover from a failure; a bare import() does not. */
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { readSources } from './files'
import { isExempt } from './rooms'
import type { SourceFile } from './imports'

/** Tables of loaders: src/app/screens.tsx passes its own to lazyComponent; the palette handles the failure of a resource as data. */
const LOADER_TABLES = ['src/resources/load.ts', 'src/app/screens.tsx']
const CONSOLE = /^(?:src|design-system|machines)\//
const WAYS = /^lazy(?:Component|Module|Box|Panel|Drawing)$/

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Places in a file that load code late in another way. */
function otherWays({ path, source }: SourceFile): string[] {
  const found: string[] = []
  const walk = (value: unknown, inside: boolean): void => {
    if (Array.isArray(value)) return value.forEach((item) => walk(item, inside))
    if (!isNode(value)) return
    if (value.type === 'ImportExpression' && !inside)
      found.push(`${path}: import() outside lazyComponent and lazyModule`)
    if (value.type === 'ImportSpecifier') {
      const { name } = value.imported as { name: string }
      if (name === 'lazy' || name === 'Suspense') found.push(`${path}: ${name} of React`)
    }
    const callee = value.type === 'CallExpression' ? (value.callee as Node) : null
    const isWay = callee?.type === 'Identifier' && WAYS.test(callee.name as string)
    for (const key of Object.keys(value)) walk(value[key], inside || isWay)
  }
  walk(parseSync(path, source).program, false)
  return found
}

const sources = readSources().filter(({ path }) => CONSOLE.test(path) && !isExempt(path))

test('code is loaded late only through lazyComponent and lazyModule', { timeout: 30_000 }, () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter(({ path }) => !LOADER_TABLES.includes(path)).flatMap(otherWays)).toEqual([])
})

test.each([
  ["import { lazy } from 'react'", 1],
  ["import { Suspense } from 'react'", 1],
  ["const load = () => import('./Panel')", 1],
  ["const Panel = lazyComponent(() => import('./Panel'), { name: 'The panel' })", 0],
  ["const code = lazyModule(async () => (await import('./code')).make())", 0],
  ["withResource(() => import('./Screen'))", 1],
])('the check sees %s', (source, count) => {
  expect(otherWays({ path: 'src/x.tsx', source })).toHaveLength(count)
})
