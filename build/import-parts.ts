/** How the built console imports its parts: design-system/components/Lazy/import-part.ts instead of Vite's own helper. */
import type { BuildOptions, Plugin } from 'vite'
import { at, isConsoleBuild } from './paths.ts'

/** Vite wraps each dynamic import in the function that this module exports. */
const HELPER = '\0vite/preload-helper.js'
const IMPORT_PART = at('design-system/components/Lazy/import-part.ts')

/** Passes the files of each part: its own, which Vite omits if it imports nothing else, and those that it imports. */
export const partFiles = {
  // A browser that does not know `modulepreload` loads the same files a moment later.
  polyfill: false,
  resolveDependencies: (file, files, { hostType }) =>
    hostType === 'js' && !files.includes(file) ? [file, ...files] : files,
} satisfies BuildOptions['modulePreload']

export const importParts: Plugin = {
  name: 'import-parts',
  apply: isConsoleBuild,
  enforce: 'pre',
  load: (id) => (id === HELPER ? `export { importPart as __vitePreload } from ${JSON.stringify(IMPORT_PART)}` : null),
  generateBundle(_options, bundle) {
    const files = Object.values(bundle)
    const isUsed = files.some((file) => file.type === 'chunk' && file.moduleIds.includes(IMPORT_PART))
    if (!isUsed) throw new Error(`Vite does not use ${HELPER} any more: parts would be imported without import-part.ts`)
    const styles = files.filter(({ fileName }) => fileName.endsWith('.css'))
    if (styles.length > 1) throw new Error('A part has styles of its own, which import-part.ts does not load')
  },
}
