import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEMO_ROWS, MANY_ROWS } from '@demo/all'
import { staffFixture } from '@mocks/fixtures/staff'
import { userFixture } from '@mocks/fixtures/user'
import type { RecordKey } from '@contract/records/records'
import { ROOT } from './files'
import { LIST, NAMES_TO_AVOID, namesFoundIn, namesFoundInValue, textsIn } from './names-to-avoid'

/** Everything that people write and read: code, stories, tests, docs. Not the snapshots of tables, which a tool writes. */
const TEXT = /\.(?:tsx?|mjs|md|html|css|json|sql|svg|txt|csv|ya?ml)$/
const GENERATED = /^(?:package-lock\.json|server\/db\/migrations\/meta\/)/
const FOLDERS = ['src', 'machines', 'design-system', 'mocks', 'server', 'tests', 'docs', 'build']

const files = [
  ...readdirSync(ROOT).filter((name) => TEXT.test(name)),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXT.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(ROOT.length).replaceAll('\\', '/')),
  ),
].filter((path) => path !== LIST && path !== `${LIST.slice(0, -'.txt'.length)}.test.ts` && !GENERATED.test(path))

/** 'text: names' for each of these texts with a listed name. */
const faultsOf = (texts: Iterable<string>) =>
  [...new Set(texts)].flatMap((text) => {
    const names = namesFoundInValue(text)
    return names.length === 0 ? [] : [`${text.slice(0, 80)}: ${names.join(', ')}`]
  })

describe('names of real brands', () => {
  it.each([
    ['Fire Kirin', 'Fire Kirin'],
    ['fire-kirin', 'Fire Kirin'],
    ['https://play.example/FIREKIRIN/app', 'Fire Kirin'],
    ['Reload for Órion_Stars today', 'Orion Stars'],
    ['const row = /Golden Dragon/', 'Golden Dragon'],
    ['The slot of Play’n GO', "Play'n GO"],
    ['สล็อตมังกรทอง มังกรทอง', 'มังกรทอง'],
  ])('are found in %s', (text, name) => expect(namesFoundIn(text)).toContain(name))
  it.each(['Campfire Kirinella', 'Orion, stars', 'a Storybook of the dead', 'Stakeholders stake their names'])(
    'are not found in %s',
    (text) => expect(namesFoundInValue(text)).toEqual([]),
  )
  it('that are ordinary words are found where a value is this word alone', () => {
    expect(namesFoundInValue('STAKE')).toEqual(['Stake'])
    expect(namesFoundInValue('A stake of 5')).toEqual([])
  })
  it('are listed once each, and many', () => {
    expect(NAMES_TO_AVOID.length).toBeGreaterThan(900)
    expect(NAMES_TO_AVOID.filter((name) => namesFoundInValue(name).length === 0)).toEqual([])
  })

  it.each(Object.keys(DEMO_ROWS) as RecordKey[])('are in no demo row of %s', (name) =>
    expect(faultsOf(textsIn(MANY_ROWS[name]?.(10_000) ?? DEMO_ROWS[name]))).toEqual([]),
  )
  it('are in no row of the people of the stories', () => {
    const texts = [...textsIn([...staffFixture(), ...userFixture()])]
    expect(texts.length).toBeGreaterThan(500)
    expect(faultsOf(texts)).toEqual([])
  })
  it('are in no code, story, test or document', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(
      files.flatMap((path) => {
        const names = namesFoundIn(readFileSync(`${ROOT}${path}`, 'utf8'))
        return names.length === 0 ? [] : [`${path}: ${names.join(', ')}`]
      }),
    ).toEqual([])
  })
})
