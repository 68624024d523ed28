/**
 * A build of the console keeps the files of the one before: a page that was opened before a deploy can still load its parts
 * after it. Used by the console's vite.config.ts; console-files.ts serves what it leaves.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** What one build wrote, beside its folder: not served. */
interface BuildRecord {
  build: string
  /** Files of its own, without their compressed twins. */
  files: string[]
  /** Files of the build before it. */
  kept: string[]
}

/** Served with the page, always fresh: what the server has now. The page says what it was built as. */
const BUILD_FILE = 'build.json'
const COMPRESSED = ['', '.gz', '.br']
const recordOf = (folder: string) => `${folder}.build.json`

/** Only what is loaded by a hashed name: the page itself is always the newest. */
const isAsset = (name: string) => name.startsWith('assets/')

const nameOfBuild = (files: readonly string[]): string =>
  createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 16)

async function readRecord(folder: string): Promise<BuildRecord | null> {
  return existsSync(recordOf(folder)) ? (JSON.parse(await readFile(recordOf(folder), 'utf8')) as BuildRecord) : null
}

/** @returns the files that exist, and their compressed twins, by name */
async function readFiles(folder: string, names: readonly string[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const name of names.flatMap((file) => COMPRESSED.map((ending) => file + ending)))
    if (existsSync(join(folder, name))) found.set(name, await readFile(join(folder, name)))
  return found
}

export interface KeepLastBuildOptions {
  /** Where the build goes; nothing is done for a build that goes elsewhere. */
  outDir: string
  /** Folder of the last build; `outDir` itself where it is left out. */
  previous?: string
}

/**
 * A Vite plugin: reads the last build before its folder is emptied, and after the new one writes back what the new one does not
 * have, one generation and no more. It also names the build, in the page and in build.json.
 */
export function keepLastBuild({ outDir, previous = outDir }: KeepLastBuildOptions): Plugin {
  let last: BuildRecord | null = null
  let files = new Map<string, Buffer>()
  let build = ''
  return {
    name: 'keep-last-build',
    apply: ({ root = '.', build: { outDir: into = 'dist' } = {} }, { command }) =>
      command === 'build' && resolve(root, into) === resolve(outDir),
    async buildStart() {
      last = await readRecord(previous)
      files = await readFiles(previous, [...(last?.files ?? []), ...(last?.kept ?? [])])
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        build = nameOfBuild(Object.keys(bundle).filter(isAsset))
        return [{ tag: 'meta', injectTo: 'head', attrs: { name: 'build', content: build } }]
      },
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const own = Object.keys(bundle).filter(isAsset)
        // The same code again: what its first build kept is still the last build.
        const kept = (last?.build === build ? last.kept : (last?.files ?? [])).filter((name) => !own.includes(name))
        for (const name of kept.flatMap((file) => COMPRESSED.map((ending) => file + ending))) {
          const content = files.get(name)
          if (!content) continue
          await mkdir(dirname(join(dir, name)), { recursive: true })
          await writeFile(join(dir, name), content)
        }
        await writeFile(join(dir, BUILD_FILE), JSON.stringify({ build }))
        await writeFile(recordOf(dir), JSON.stringify({ build, files: own, kept } satisfies BuildRecord))
      },
    },
  }
}
