import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './build/chunks.ts'
import { importParts, partFiles } from './build/import-parts.ts'
import { leaveOut } from './build/leave-out.ts'
import { pages } from './build/pages.ts'
import { alias, at, isConsoleBuild, OUT_DIR } from './build/paths.ts'
import { weights } from './build/weights.ts'
import { keepLastBuild } from './server/http/last-build.ts'

const platform = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '4000'}`

/** The build ends here with a line that names a wrong setting. */
const pollMs = process.env.VITE_SESSION_POLL_MS
if (pollMs && !/^[1-9]\d{3,8}$/.test(pollMs))
  throw new Error(`VITE_SESSION_POLL_MS is '${pollMs}': it takes whole milliseconds, at least 1000`)

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

/** Smaller files gain nothing. */
const COMPRESS_FROM_BYTES = 1024

/** Writes the console's files compressed beside themselves: the server sends these, and compresses nothing anew for each visitor. */
const compressed: Plugin = {
  name: 'compressed',
  apply: isConsoleBuild,
  async writeBundle({ dir = OUT_DIR }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:html|m?js|css|svg)$/.test(name))
    await Promise.all(
      files.map(async (name) => {
        const content = await readFile(join(dir, name))
        if (content.length < COMPRESS_FROM_BYTES) return
        await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
        await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(content))
      }),
    )
  },
}

export default defineConfig({
  define: {
    'import.meta.env.VITE_CONSOLE_VERSION': JSON.stringify(version),
  },
  plugins: [
    react(),
    leaveOut,
    importParts,
    compressed,
    pages(),
    weights,
    keepLastBuild({ outDir: at(OUT_DIR), previous: process.env.PREVIOUS_BUILD }),
  ],
  resolve: { alias },
  // Styles without comments and white space, and without those of components that nobody uses.
  oxc: { plugins: { styledComponents: { displayName: false, ssr: false, minify: true, pure: true } } },
  publicDir: false,
  build: {
    outDir: OUT_DIR,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: true,
    modulePreload: partFiles,
    rolldownOptions: {
      // Most of a build's time is the compression of its files: no reason for a warning.
      checks: { bundlerTimings: false },
      // To read a property changes nothing: icons and components that nobody uses go.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  server: {
    port: 4001,
    strictPort: true,
    // The dev server hands the API, the socket and the docs on; cookies keep the console's own origin.
    proxy: {
      '/api': { target: platform, changeOrigin: false, xfwd: true },
      '/files': { target: platform, changeOrigin: false },
      '/docs': { target: platform, changeOrigin: false },
      '/socket.io': { target: platform, ws: true },
    },
  },
})
