/**
 * A page for each machine with all of its states side by side: generated from the machine's file and the states that stories
 * declare, without a list to maintain. Storybook uses `indexer`; Vite builds the module that it refers to.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { storyNameFromExport, toId } from 'storybook/internal/csf'
import type { Indexer } from 'storybook/internal/types'
import type { Plugin } from 'vite'
import { readStoryStates } from '../../tests/charts/story-states'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PREFIX = 'virtual:statecharts/'
const MACHINE = /\.machine\.ts$/
/** Vite's prefix for a virtual module. */
const MADE = '\0'

/** Data of a page about the stories of one machine. */
export interface ShownIn {
  state: string
  id: string
  title: string
}

export const indexer: Indexer = {
  test: MACHINE,
  createIndex: async (file) => {
    const name = basename(dirname(file))
    return [
      {
        type: 'story',
        subtype: 'story',
        importPath: PREFIX + name,
        exportName: 'AllStates',
        name: 'All states',
        title: `Statecharts/${name}`,
        tags: ['!test'],
      },
    ]
  },
}

const shownIn = (name: string): ShownIn[] =>
  readStoryStates()
    .filter(({ machine }) => machine === name)
    .map(({ state, title, exportName }) => ({
      state,
      title: `${title} / ${storyNameFromExport(exportName)}`,
      id: toId(title, storyNameFromExport(exportName)),
    }))

export const allStates: Plugin = {
  name: 'all-states',
  resolveId: (id) => (id.startsWith(PREFIX) ? MADE + id : undefined),
  load(id) {
    if (!id.startsWith(MADE + PREFIX)) return
    const name = id.slice((MADE + PREFIX).length)
    const file = join(ROOT, 'machines', name, `${name}.machine.ts`)
    const [, exported] = /export const (\w+Machine)\b/.exec(readFileSync(file, 'utf8')) ?? []
    for (const { file: stories } of readStoryStates()) this.addWatchFile(join(ROOT, stories))
    return `
      import { ${exported} as machine } from ${JSON.stringify(file)}
      import { meta, pageOf } from ${JSON.stringify(join(ROOT, '.storybook/statecharts/AllStates.tsx'))}
      export default { ...meta, title: ${JSON.stringify(`Statecharts/${name}`)} }
      export const AllStates = pageOf(machine, ${JSON.stringify(shownIn(name))})
    `
  },
}
