/** Keeps the database of the stories up to date: for Storybook and its tests, which serve its folder. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MOCK_ANCHOR } from '../ids.ts'
import { STORY_DATABASE } from './story-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Served at the root of Storybook. */
export const STORY_FILES = join(root, '.tmp/story-files')
/** What the content of the database depends on. */
const SOURCES = [
  'server/db',
  'server/platform',
  'src/contract',
  'src/demo',
  'mocks/fixtures',
  'mocks/platform',
  'mocks/ids.ts',
]

function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|sql)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
    .toSorted()
}

/** Builds the database anew where its sources, or the week of its dates, have changed; that takes some 15 s. */
export function ensureStoryDatabase(): void {
  const hash = createHash('sha256').update(String(MOCK_ANCHOR))
  for (const file of SOURCES.flatMap(filesOf)) hash.update(file).update(readFileSync(join(root, file)))
  const [database, mark] = [join(STORY_FILES, STORY_DATABASE), join(STORY_FILES, 'built-from')]
  const wanted = hash.digest('hex')
  if (existsSync(database) && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  mkdirSync(STORY_FILES, { recursive: true })
  // Another process may build it at the same time: each has files of its own until they are complete.
  const own = `${database}.${process.pid}`
  try {
    execFileSync(process.execPath, ['--import', 'tsx', join(root, 'mocks/platform/build-database.ts'), own], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    renameSync(own, database)
    writeFileSync(mark, wanted)
  } finally {
    rmSync(own, { force: true })
  }
}
