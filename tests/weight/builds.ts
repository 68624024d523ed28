/** Vite's output for a group of components, and for the console, without writing any file. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '')
const SYSTEM = join(root, 'design-system')

/** Bytes that a visitor loads for these chunks. */
export const gzipOf = (chunks: readonly { code: string }[]): number =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)

/** The folders of components, as `room/Name`. */
export const componentFolders = (): string[] =>
  ['primitives', 'components', 'patterns'].flatMap((room) =>
    readdirSync(join(SYSTEM, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${room}/${name}`),
  )

/** The main component of a folder; folders of shared styles have none. */
const mainFileOf = (folder: string): string | undefined => {
  const file = join(SYSTEM, folder, `${folder.split('/')[1]}.tsx`)
  return existsSync(file) ? file : undefined
}

/** A chunk with its static imports. */
export function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  first: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  first.forEach(add)
  return [...found]
}

const chunksOf = (result: unknown): Rolldown.OutputChunk[] =>
  (Array.isArray(result) ? result : [result])
    .flatMap((one: Rolldown.RolldownOutput) => one.output)
    .filter((file) => file.type === 'chunk')

/** Packages that every page loads. */
const SHARED = /^(?:react|react-dom|styled-components|lucide-react)(?:\/|$)/

/**
 * Builds the components of some folders, without React, styled-components and the drawings of the icons.
 * @returns gzip bytes that load with the import, and those that load when they are first needed
 */
export async function weighGroup(folders: readonly string[]): Promise<{ atOnce: number; later: number }> {
  const files = folders.flatMap((folder) => mainFileOf(folder) ?? [])
  const source = files.map((file, at) => `export * as part${at} from ${JSON.stringify(file)}`).join('\n')
  const entry: Plugin = {
    name: 'group',
    resolveId: (id) => (id === 'virtual:group' ? '\0group' : undefined),
    load: (id) => (id === '\0group' ? source : undefined),
  }
  const chunks = chunksOf(
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [entry],
      publicDir: false,
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: { input: 'virtual:group', external: SHARED, preserveEntrySignatures: 'strict' },
      },
    }),
  )
  const atOnce = withImports(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  )
  return { atOnce: gzipOf(atOnce), later: gzipOf(chunks.filter((chunk) => !atOnce.includes(chunk))) }
}

const LOGIN = join(root, 'src/screens/login/Login.container.tsx')
const ENTRY = join(root, 'src/app/main.tsx')

export interface LoginWeight {
  /** Gzip bytes of all scripts that the sign-in page loads statically. */
  bytes: number
  /** Modules of the design system in them, by path in its folder. */
  carried: string[]
  /** Modules that neither the entry nor the sign-in page imports: they are in a shared chunk. */
  unused: string[]
}

/** Builds the whole console and measures what a signed-out person loads. */
export async function weighLogin(): Promise<LoginWeight> {
  const imports = new Map<string, readonly string[]>()
  const graph: Plugin = {
    name: 'graph',
    generateBundle() {
      for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id)?.importedIds ?? [])
    },
  }
  const chunks = chunksOf(
    await build({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'silent',
      plugins: [graph],
      build: { write: false, outDir: 'dist/weight' },
    }),
  )
  const first = chunks.filter((chunk) => chunk.isEntry || chunk.moduleIds.includes(LOGIN))
  const loaded = withImports(chunks, first)
  const used = new Set<string>()
  const reach = (id: string) => {
    if (used.has(id)) return
    used.add(id)
    imports.get(id)?.forEach(reach)
  }
  reach(ENTRY)
  reach(LOGIN)
  if (!imports.get(LOGIN)?.length) throw new Error('The build holds no login')
  const carried = loaded
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([id, { renderedLength }]) => id.startsWith(`${SYSTEM}/`) && renderedLength > 0)
    .map(([id]) => id)
  const named = (ids: readonly string[]) => ids.map((id) => relative(SYSTEM, id)).toSorted()
  return { bytes: gzipOf(loaded), carried: named(carried), unused: named(carried.filter((id) => !used.has(id))) }
}
