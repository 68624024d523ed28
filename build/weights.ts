/** Records what each script of the built console consists of, for the test of its weight (tests/weight/first-list.ts). */
import { writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { at, isConsoleBuild, OUT_DIR } from './paths.ts'

export interface WeighedChunk {
  /** Without the hash, the same in each build. */
  name: string
  /** Names of the files that it imports before it runs. */
  imports: string[]
  /** Characters of each module in it, by path from the root of the repository. */
  modules: Record<string, number>
}

/** By file name. */
export type WeighedBuild = Record<string, WeighedChunk>

/** Beside the folder of the console, and not served. */
export const WEIGHTS_FILE = `${OUT_DIR}.weights.json`

const root = at('')

export const weights: Plugin = {
  name: 'weights',
  apply: isConsoleBuild,
  async writeBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const weighed: WeighedBuild = Object.fromEntries(
      chunks.map(({ fileName, name, imports, modules }) => [
        fileName,
        {
          name,
          imports,
          modules: Object.fromEntries(
            Object.entries(modules).map(([id, { renderedLength }]) => [
              relative(root, id.split('?')[0]!),
              renderedLength,
            ]),
          ),
        },
      ]),
    )
    await writeFile(at(WEIGHTS_FILE), JSON.stringify(weighed))
  },
}
