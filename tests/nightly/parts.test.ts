import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { junitOf, linesOf, PARTS, partsNamed, runParts, worstOf } from './parts'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>
}

test('the nightly run contains all depths of the paths, longer walks, another day, all of the stories, the workshop, the pictures, the server on each database, a whole import, the mutations and the planted faults', () => {
  expect(PARTS.map(({ name }) => name)).toEqual([
    'build',
    'paths',
    'walks',
    'day',
    'stories',
    'workshop',
    'pictures',
    'databases',
    'import',
    'mutate',
    'plant',
  ])
  expect(PARTS.find(({ name }) => name === 'paths')!.npm.slice(-2)).toEqual(['--depth', 'all'])
  expect(PARTS.map(({ npm }) => npm[1]!).filter((script) => !(script in scripts))).toEqual([])
})

test('every part runs even if another one fails, and the run ends with the worst exit code', async () => {
  const codes: Record<string, number> = { paths: 2, pictures: 1 }
  let time = 0
  const results = await runParts(
    PARTS,
    ({ name }) => (name === 'workshop' ? Promise.reject(new Error('no npm')) : Promise.resolve(codes[name] ?? 0)),
    () => (time += 1000),
  )
  expect(results.map(({ name }) => name)).toEqual(PARTS.map(({ name }) => name))
  expect(results.filter(({ code }) => code !== 0).map(({ name, code }) => [name, code])).toEqual([
    ['paths', 2],
    ['workshop', 127],
    ['pictures', 1],
  ])
  expect(worstOf(results)).toBe(127)
  expect(linesOf(results)[1]).toBe('FAIL paths          1 s, exit code 2')
  expect(junitOf(results)).toContain(`tests="${PARTS.length}" failures="3"`)
  expect(junitOf(results)).toContain('name="pictures" time="1.0"><failure message="exit code 1"/>')
  expect(worstOf([])).toBe(0)
})

test('parts are selected by name and run in the usual order', () => {
  expect(partsNamed(['pictures', 'build']).map(({ name }) => name)).toEqual(['build', 'pictures'])
  expect(() => partsNamed(['lunch'])).toThrow("There is no part 'lunch'")
})
