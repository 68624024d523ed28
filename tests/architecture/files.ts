import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from './imports'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const FOLDERS = ['src', 'machines', 'design-system', 'mocks', 'server', 'tests']
const CODE = /\.tsx?$/

/** Every TypeScript file of the repository's own folders. */
export function readSources(): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && CODE.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .map((path) => ({ path: path.slice(ROOT.length).replaceAll('\\', '/'), source: readFileSync(path, 'utf8') })),
  )
}
