import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RECORDS } from '@contract/records/records'

/** Folders and files of the mechanism that all records share. Subfolders belong to sections and contain the files of single records. */
const SHARED = [
  'src/contract/records',
  'server/records',
  'src/resources',
  'src/screens/list',
  'src/screens/record',
  'src/features/record-form',
  'src/features/record-form/image-field',
  'src/demo',
  'mocks/handlers/records.ts',
  'mocks/lists.ts',
  'mocks/pages.ts',
]
/** The lists of records, a line each, and the rows and roles of the demo. */
const LISTS = new Set([
  'src/contract/records/records.ts',
  'server/records/sources.ts',
  'src/demo/all.ts',
  'src/demo/rights.ts',
  'src/resources/pages.ts',
])
/** Exceptions: every record belongs to a store, and an icon has the name of a record. */
const ALLOWED: Readonly<Record<string, string>> = { store: 'mocks/handlers/records.ts', users: 'src/resources/menu.ts' }

const filesOf = (path: string): string[] =>
  /\.\w+$/.test(path)
    ? [path]
    : readdirSync(path, { withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(?:test|stories|story-kit)\.tsx?$/.test(entry.name),
        )
        .map(({ name }) => join(path, name))

/** Text without comments: an example in a docstring may name a record. */
const codeOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const files = SHARED.flatMap(filesOf).filter((path) => !LISTS.has(path.replaceAll('\\', '/')))
const literal = (text: string) => new RegExp(`(['"\`])${text}\\1`)
/** A record's names in code: its name, its base, its subject. Those that are also common words are left out. */
const names = Object.values(RECORDS).flatMap(({ name, base, subject }) => [name, base, subject])

describe('the mechanism that all records share', () => {
  it('is read in full', () => expect(files.length).toBeGreaterThan(40))
  it.each([...new Set(names)])('does not mention %s', (name) => {
    const naming = files.filter((path) => literal(name).test(codeOf(path)))
    expect(naming.filter((path) => path !== ALLOWED[name])).toEqual([])
  })
  it('finds a name in the text of a file', () => {
    expect(literal('cryptoCoin').test(`if (record.name === 'cryptoCoin') return`)).toBe(true)
  })
})
