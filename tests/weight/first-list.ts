/**
 * The scripts of the first list in the built console: what its page contains and loads before the list answers clicks, and what is loaded
 * right after that without anybody's doing. Prefetched code of links and dialogs, which comes later, does not count.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { WeighedBuild } from '../../build/weights'
import type { Ahead } from '../../src/app/first-picture/in-page'
import { root } from './builds'

const ROUTE = '/users'
/** What the console loads as soon as the list is shown. */
const AFTERWARDS = ['src/app/create-live.ts', 'src/app/LiveActions.tsx', 'src/services/socket.ts']
const INLINE = 'scripts in the page'

export interface FirstListWeight {
  /** Gzip bytes of all parts. */
  bytes: number
  /** Gzip bytes of each script, by its name without the hash. */
  parts: Record<string, number>
  /** Characters before minification of each group of modules: a package, or a folder of the repository. */
  groups: Record<string, number>
}

/** The size that a commit accepted. */
export const ACCEPTED_FILE = join(root, 'tests/weight/first-list.json')
/** Gzip bytes by which the first list may grow before somebody must decide about it. */
export const ROOM_BYTES = 4000
export const ACCEPT = 'npm run weight -- --accept'

const gzipOf = (content: string | Buffer) => gzipSync(content, { level: 9 }).length

/** `node_modules/yup`, `src/contract/records`. */
const groupOf = (path: string): string => {
  const own = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return own ? `node_modules/${own}` : path.split('/').slice(0, -1).slice(0, 3).join('/')
}

const add = (sums: Record<string, number>, name: string, value: number) => (sums[name] = (sums[name] ?? 0) + value)
const sorted = (sums: Record<string, number>) =>
  Object.fromEntries(Object.entries(sums).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/**
 * @param folder of the built console
 * @throws where there is no build, or it does not contain what the list loads
 */
export function weighFirstList(folder = join(root, 'dist/console')): FirstListWeight {
  const record = `${folder}.weights.json`
  if (!existsSync(record)) throw new Error('There is no build of the console: npm run build:console')
  const build = JSON.parse(readFileSync(record, 'utf8')) as WeighedBuild
  const html = readFileSync(join(folder, `${ROUTE}.html`), 'utf8')
  const data = /<script type="application\/json" id="ahead">([\s\S]*?)<\/script>/.exec(html)?.[1]
  if (data === undefined) throw new Error(`The page of ${ROUTE} does not name its files`)
  const { files } = JSON.parse(data) as Ahead
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    build[file]!.imports.forEach(load)
  }
  for (const href of [...files.first, files.entry, ...files.signedIn, ...files.at[ROUTE]!]) load(href.slice(1))
  for (const module of AFTERWARDS) {
    const chunk = Object.entries(build).find(([, { modules }]) => module in modules)
    if (!chunk) throw new Error(`${module} is in no script of the build`)
    load(chunk[0])
  }
  const inline = [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)]
  const parts: Record<string, number> = {}
  const groups: Record<string, number> = {}
  for (const [, text] of inline) add(parts, INLINE, gzipOf(text!))
  for (const file of loaded) {
    const { name, modules } = build[file]!
    add(parts, name, gzipOf(readFileSync(join(folder, file))))
    for (const [path, size] of Object.entries(modules)) add(groups, groupOf(path), size)
  }
  return {
    bytes: Object.values(parts).reduce((sum, size) => sum + size, 0),
    parts: sorted(parts),
    groups: sorted(groups),
  }
}

export const readAccepted = (): FirstListWeight => JSON.parse(readFileSync(ACCEPTED_FILE, 'utf8')) as FirstListWeight
export const accept = (weight: FirstListWeight): void =>
  writeFileSync(ACCEPTED_FILE, `${JSON.stringify(weight, null, 2)}\n`)

/** @returns the differences in lines, the largest growth first */
function growthOf(now: Record<string, number>, before: Record<string, number>, unit: string): string[] {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])]
    .map((name) => ({ name, by: (now[name] ?? 0) - (before[name] ?? 0) }))
    .filter(({ by }) => Math.abs(by) >= 100)
    .toSorted((one, other) => other.by - one.by)
    .map(({ name, by }) => `  ${by > 0 ? '+' : ''}${by} ${unit} ${name}`)
}

/** @returns what is wrong with the size, with what grew and how to accept it; null where it is within the room */
export function excessOf(now: FirstListWeight, accepted: FirstListWeight): string | null {
  const by = now.bytes - accepted.bytes
  if (by <= ROOM_BYTES) return null
  return [
    `The first list loads ${now.bytes} bytes of script (gzip), ${by} more than the ${accepted.bytes} that were accepted; ${ROOM_BYTES} are allowed.`,
    'Scripts:',
    ...growthOf(now.parts, accepted.parts, 'bytes'),
    'Modules in them, before minification:',
    ...growthOf(now.groups, accepted.groups, 'characters'),
    'Code that the first rows do not need belongs in a part of its own (lazyComponent, lazyModule).',
    `If it must be loaded with them, accept the new size: ${ACCEPT}, and commit tests/weight/first-list.json.`,
  ].join('\n')
}
