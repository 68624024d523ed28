import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSources, ROOT } from './files'
import { arrowsOf, GROUPS, PAGE, PICTURE } from './house'
import { withTable } from './house-page'
import { pictureOf } from './house-picture'
import { ROOMS } from './rooms'

const folders = GROUPS.flatMap(({ rooms }) => Object.keys(rooms))
const current = arrowsOf(readSources())
const imports = (path: string, source: string) => arrowsOf([{ path, source }])

test('the house has every room of rooms.ts once', () =>
  expect(folders.toSorted()).toEqual(ROOMS.map(({ folder }) => folder).toSorted()))

test('docs/architecture.svg matches the imports; npm run house regenerates it', async () => {
  const drawn = await pictureOf(current)
  const isCurrent = existsSync(PICTURE) && readFileSync(PICTURE, 'utf8') === drawn
  expect(isCurrent, 'stale: run npm run house').toBe(true)
})

test('the table of docs/architecture.md matches rooms.ts; npm run house regenerates it', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(withTable(page) === page, 'stale: run npm run house').toBe(true)
})

test('every path in docs/architecture.md exists', () => {
  const prose = readFileSync(PAGE, 'utf8')
  const paths = [...prose.matchAll(/`((?:src|machines|server|design-system|mocks|tests)\/[\w./-]+)`/g)].map(
    ([, path]) => path!,
  )
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([])
})

test('an arrow is solid where any file imports at run time', () => {
  const lazy = "const load = () => import('@screens/users/UsersScreen')"
  const type = "import type { Slot } from '@screens/slots'"
  const arrow = { from: 'src/resources', to: 'src/screens' }
  expect(imports('src/resources/a.ts', type)).toEqual([{ ...arrow, kind: 'type' }])
  expect(imports('src/resources/a.ts', `${type}; ${lazy}`)).toEqual([{ ...arrow, kind: 'lazy' }])
  expect(imports('src/resources/a.ts', `${lazy}; import { Slot } from '@screens/slots'`)).toEqual([
    { ...arrow, kind: 'static' },
  ])
})

test('stories, tests, packages and imports within a room draw no arrow', () => {
  expect(imports('src/screens/a.stories.tsx', "import { sql } from '@mocks/scene'")).toEqual([])
  expect(imports('tests/kit/a.ts', "import { sql } from '@mocks/scene'")).toEqual([])
  expect(imports('machines/shift/a.ts', "import { setup } from 'xstate'; import { b } from './b'")).toEqual([])
})

test('a composition root that imports every room of its group has one arrow, to their frame', async () => {
  const picture = await pictureOf(current)
  expect(picture).toContain('<title>src/app → the rooms of Console</title>')
  expect(picture).not.toContain('<title>src/app → src/services</title>')
  const without = current.filter(({ from, to }) => from !== 'src/app' || to !== 'machines')
  const drawn = await pictureOf(without)
  expect(drawn).toContain('<title>src/app → src/services</title>')
  expect(drawn).not.toContain('the rooms of Console')
})
