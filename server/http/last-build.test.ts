import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepLastBuild } from './last-build'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pitboss-build-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Builds a page with one script and a compressed copy, as the console has. @returns the script's name */
async function buildPage(script: string, previous?: string): Promise<string> {
  writeFileSync(join(root, 'main.js'), `console.info(${JSON.stringify(script)})`)
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'compressed',
        writeBundle: ({ dir }, bundle) => {
          for (const name of Object.keys(bundle).filter((file) => file.endsWith('.js')))
            writeFileSync(join(dir!, `${name}.gz`), gzipSync(readFileSync(join(dir!, name))))
        },
      },
      keepLastBuild({ outDir: join(root, 'dist/console'), previous }),
    ],
    build: { outDir: 'dist/console' },
  })
  const page = readFileSync(join(root, 'dist/console/index.html'), 'utf8')
  return /assets\/[^"]+/.exec(page)![0].slice('assets/'.length)
}
const assets = () => readdirSync(join(root, 'dist/console/assets')).toSorted()
const withCompressed = (...names: string[]) => names.flatMap((name) => [name, `${name}.gz`]).toSorted()
const buildId = () =>
  (JSON.parse(readFileSync(join(root, 'dist/console/build.json'), 'utf8')) as { build: string }).build

it('keeps the files of the last build next to those of the new one, and removes those of earlier builds', async () => {
  const first = await buildPage('one')
  expect(assets()).toEqual(withCompressed(first))
  const content = readFileSync(join(root, 'dist/console/assets', first), 'utf8')
  const second = await buildPage('two')
  expect(assets()).toEqual(withCompressed(first, second))
  expect(readFileSync(join(root, 'dist/console/assets', first), 'utf8')).toBe(content)
  const third = await buildPage('three')
  expect(assets()).toEqual(withCompressed(second, third))
})

it('keeps the files of the last build when the same code is built again', async () => {
  const first = await buildPage('one')
  const second = await buildPage('two')
  await buildPage('two')
  expect(assets()).toEqual(withCompressed(first, second))
})

it('reads the last build from another folder where the output folder starts empty', async () => {
  const first = await buildPage('one')
  const elsewhere = mkdtempSync(join(tmpdir(), 'pitboss-last-'))
  rmSync(elsewhere, { recursive: true })
  const { renameSync } = await import('node:fs')
  renameSync(join(root, 'dist'), elsewhere)
  const second = await buildPage('two', join(elsewhere, 'console'))
  expect(assets()).toEqual(withCompressed(first, second))
  rmSync(elsewhere, { recursive: true })
})

it('writes the build id to the page and to build.json; it changes only with the files', async () => {
  await buildPage('one')
  const one = buildId()
  expect(readFileSync(join(root, 'dist/console/index.html'), 'utf8')).toContain(`<meta name="build" content="${one}">`)
  await buildPage('one')
  expect(buildId()).toBe(one)
  await buildPage('two')
  expect(buildId()).not.toBe(one)
})
