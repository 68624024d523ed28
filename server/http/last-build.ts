/**
 * A build of the console keeps the files of the previous one: a page that was opened before a deployment can still load its
 * parts afterwards. The console's vite.config.ts uses it; console-files.ts serves the result.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The files of one build, recorded next to its folder and not served. */
interface BuildRecord {
  build: string
  /** Its own files, without their compressed copies. */
  files: string[]
  /** Files of the previous build. */
  kept: string[]
}

/** Served like the page, uncached: the build that the server has now. The page contains the build that it belongs to. */
const BUILD_FILE = 'build.json'
const COMPRESSED = ['', '.gz', '.br']
const recordOf = (folder: string) => `${folder}.build.json`

/** Only files with hashed names: the page itself is always the newest. */
const isAsset = (name: string) => name.startsWith('assets/')

const nameOfBuild = (files: readonly string[]): string =>
  createHash('sha256').update(files.toSorted().join('\n')).digest('hex').slice(0, 16)

async function readRecord(folder: string): Promise<BuildRecord | null> {
  return existsSync(recordOf(folder)) ? (JSON.parse(await readFile(recordOf(folder), 'utf8')) as BuildRecord) : null
}

/** @returns the files that exist, and their compressed copies, by name */
async function readFiles(folder: string, names: readonly string[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const name of names.flatMap((file) => COMPRESSED.map((ending) => file + ending)))
    if (existsSync(join(folder, name))) found.set(name, await readFile(join(folder, name)))
  return found
}

export interface KeepLastBuildOptions {
  /** Output folder; a build to any other folder is left unchanged. */
  outDir: string
  /** Folder of the last build; `outDir` by default. */
  previous?: string
}

/**
 * A Vite plugin: reads the last build before its folder is emptied, and afterwards writes back the files that the new build does
 * not have, for one generation only. It also writes the build id to the page and to build.json.
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
        // Same code as before: the files that its first build kept still belong to the last build.
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
