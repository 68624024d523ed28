/** What the console's build leaves out of the code, because only tests, the server or a developer's tools need it (docs: decisions). */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Operation } from '../src/contract/http/operation'
import { at, isConsoleBuild, runModule } from './paths'

/** @returns what a call needs of an operation (src/services/api.ts, AskedFor) */
const callOf = ({ method, path, access, envelope }: Operation) => ({ method, path, access, envelope })

/**
 * Replaces each catalogue of operations by what the console's calls need of it. Its schemas check what the server receives and
 * describe what it answers; the console checks with the schemas of its forms alone. Left in, all of them and the schema library
 * would be loaded before the first row of any list.
 */
const callsAlone: Plugin = {
  name: 'calls-alone',
  apply: isConsoleBuild,
  enforce: 'pre',
  async load(id) {
    if (!id.startsWith(at('src/contract/http/'))) return null
    const exported = Object.entries(await runModule<Record<string, unknown>>(id))
    const isCatalogue = ([name, value]: [string, unknown]) => name.endsWith('Operations') && typeof value === 'object'
    if (!exported.some(isCatalogue)) return null
    return exported
      .filter(([, value]) => typeof value !== 'function')
      .map((entry) => {
        const [name, value] = entry
        const kept = isCatalogue(entry)
          ? Object.fromEntries(
              Object.entries(value as Record<string, Operation>).map(([verb, each]) => [verb, callOf(each)]),
            )
          : value
        return `export const ${name} = ${JSON.stringify(kept)}`
      })
      .join('\n')
  },
}

/** A description in a machine. The kinds of quotes that Prettier leaves; no machine computes one. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`),?/g

/** Leaves the descriptions of states and events out of the console: they are for the diagrams and for who reads the machines. */
const machinesUndescribed: Plugin = {
  name: 'machines-undescribed',
  apply: isConsoleBuild,
  enforce: 'pre',
  transform: (code, id) =>
    /\/machines\/[\w-]+\/[\w-]+\.machine\.ts$/.test(id) ? { code: code.replace(DESCRIPTION, ''), map: null } : null,
}

const ICONS = at('node_modules/lucide-react/dist/esm')

/** @returns the file of each icon, by the names under which the package exports it */
function readIconFiles(): Map<string, string> {
  const exported = readFileSync(resolve(ICONS, 'lucide-react.mjs'), 'utf8')
  return new Map(
    [...exported.matchAll(/export \{ ([^}]+) \} from '(\.\/icons\/[\w-]+\.mjs)'/g)].flatMap(([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, resolve(ICONS, file!)] as const),
    ),
  )
}

let iconFiles = new Map<string, string>()

const ICON_IMPORT = /^import \{([^}]*)\} from 'lucide-react'$/gm

/**
 * Imports each icon from its own file: through the package's one file every importer seems to need all icons, so that those of all
 * screens were in the first file that two screens share. And leaves out the keys of their parts, which only React's warnings read.
 */
const iconsAlone: Plugin = {
  name: 'icons-alone',
  apply: isConsoleBuild,
  enforce: 'pre',
  buildStart() {
    iconFiles = readIconFiles()
  },
  transform(code, id) {
    if (id.startsWith(`${ICONS}/icons/`)) return { code: code.replace(/,?\s*key: "\w+"/g, ''), map: null }
    if (!id.startsWith(at('src/')) && !id.startsWith(at('design-system/'))) return null
    if (!code.includes("'lucide-react'")) return null
    return {
      code: code.replace(ICON_IMPORT, (_import, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => {
            const [icon, local = icon] = name.split(' as ')
            const file = iconFiles.get(icon!)
            if (!file) throw new Error(`${id}: lucide-react has no icon ${icon}`)
            return `import ${local} from ${JSON.stringify(file)}`
          })
          .join('\n'),
      ),
      map: null,
    }
  },
}

/**
 * Lets go of the parts of the router that nobody imports: names for React's developer tools and contexts that count as calls would
 * keep its forms, its scroll restoration and its data routers in the code.
 */
const routerAlone: Plugin = {
  name: 'router-alone',
  apply: isConsoleBuild,
  transform: (code, id) =>
    id.startsWith(at('node_modules/react-router/dist/'))
      ? {
          code: code
            .replace(/^\w+\.displayName = "[\w.]+";$/gm, '')
            .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2'),
          map: null,
        }
      : null,
}

export const leaveOut: Plugin[] = [callsAlone, machinesUndescribed, iconsAlone, routerAlone]
