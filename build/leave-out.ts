/**
 * Build plugins that remove code from the console which only tests, the server or developer tools need (docs:
 * decisions).
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Operation } from '../src/contract/http/operation'
import { at, isConsoleBuild, runModule } from './paths.ts'

/** @returns the properties of an operation that a call needs (src/services/api.ts, AskedFor) */
const callOf = ({ method, path, access, envelope, readOnly }: Operation) => ({
  method,
  path,
  access,
  envelope,
  readOnly,
})

/**
 * Reduces each catalogue of operations to what the console's calls need. The removed schemas validate requests on the
 * server and describe its responses; the console itself validates only with the schemas of its forms. Otherwise all
 * schemas and the schema library would be loaded before the first row of any list.
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

/** A description in a machine, in the kinds of quotes that Prettier leaves. No machine computes a description. */
const DESCRIPTION = /\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`$]*`),?/g

/**
 * Removes the descriptions of states and events from the console: they are for the diagrams and for readers of the
 * machines.
 */
const machinesUndescribed: Plugin = {
  name: 'machines-undescribed',
  apply: isConsoleBuild,
  enforce: 'pre',
  transform: (code, id) =>
    /\/machines\/[\w-]+\/[\w-]+\.machine\.ts$/.test(id) ? { code: code.replace(DESCRIPTION, ''), map: null } : null,
}

const ICONS = at('node_modules/lucide-react/dist/esm')
const CREATE_ICON = "'../createLucideIcon.mjs'"
const DRAW_ICON = at('design-system/primitives/Icon/draw-icon.ts')

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

/** Parts of an icon's file that are not shapes: a name for a CSS class that no style uses, the size, and keys for React's warnings. */
const BESIDE_PARTS = /,?\s*key: "\w+"|\b(?:name: "[\w-]+"|size: 24|aliases: \[[^\]]*\]),?\s*/g

/**
 * Imports each icon from its own file. Through the package's single entry file every importer would seem to need all
 * icons, so that the first chunk shared by two screens would contain the icons of all screens. Only the shapes of an icon
 * are kept, and design-system/primitives/Icon/draw-icon.ts renders them: the package's own function reads a context, makes
 * classes and merges attributes for each icon of each row, none of which the console uses.
 */
const iconsAlone: Plugin = {
  name: 'icons-alone',
  apply: isConsoleBuild,
  enforce: 'pre',
  buildStart() {
    iconFiles = readIconFiles()
  },
  transform(code, id) {
    // An earlier name of an icon is a file that re-exports the icon.
    if (id.startsWith(`${ICONS}/icons/`) && code.includes('export { default } from')) return null
    if (id.startsWith(`${ICONS}/icons/`)) {
      if (!code.includes(CREATE_ICON) || !code.includes('size: 24')) throw new Error(`${id} is not drawn as it was`)
      return { code: code.replace(BESIDE_PARTS, '').replace(CREATE_ICON, JSON.stringify(DRAW_ICON)), map: null }
    }
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
 * Removes the parts of the router that are not imported: display names for React's developer tools and context calls
 * would otherwise keep its forms, its scroll restoration and its data routers in the bundle.
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

/** The call of the prefixer in styled-components, which runs only if vendor prefixes are enabled. */
const PREFIXER = /\b\w+\.prefix&&\w+\.push\(\w+\.prefixer\),/

/** Removes the vendor prefixes, which the console does not enable. */
const stylesUnprefixed: Plugin = {
  name: 'styles-unprefixed',
  apply: isConsoleBuild,
  transform(code, id) {
    if (!id.includes('/node_modules/styled-components/dist/')) return null
    if (!PREFIXER.test(code)) throw new Error(`${id} does not name the prefixer as it did`)
    return { code: code.replace(PREFIXER, ''), map: null }
  },
}

/** Shorter replacements for modules of packages, by the end of their path. */
const IN_THEIR_PLACE: Readonly<Record<string, string>> = {
  // The socket uses only the websocket (src/services/socket.ts).
  'engine.io-client/build/esm/transports/index.js':
    "import { WS } from './websocket.node.js'\nexport const transports = { websocket: WS }",
  // The package's module is for versions of React without this hook.
  'use-sync-external-store/shim/index.js': "exports.useSyncExternalStore = require('react').useSyncExternalStore",
}

const replaced = new Set<string>()

const standIns: Plugin = {
  name: 'stand-ins',
  apply: isConsoleBuild,
  enforce: 'pre',
  load(id) {
    const path = Object.keys(IN_THEIR_PLACE).find((each) => id.endsWith(`/node_modules/${each}`))
    if (!path) return null
    replaced.add(path)
    return IN_THEIR_PLACE[path]
  },
  generateBundle() {
    const missing = Object.keys(IN_THEIR_PLACE).filter((path) => !replaced.has(path))
    if (missing.length > 0) throw new Error(`No module at ${missing.join(', ')} to be replaced`)
  },
}

export const leaveOut: Plugin[] = [standIns, callsAlone, machinesUndescribed, iconsAlone, routerAlone, stylesUnprefixed]
