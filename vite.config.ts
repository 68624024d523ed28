import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const platform = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '4000'}`

/** The aliases of tsconfig.json, one for each room (docs: architecture). */
const alias = {
  '@contract': at('src/contract'),
  '@services': at('src/services'),
  '@resources': at('src/resources'),
  '@features': at('src/features'),
  '@screens': at('src/screens'),
  '@app': at('src/app'),
  '@machines': at('machines'),
  '@design-system': at('design-system'),
  '@mocks': at('mocks'),
  '@server': at('server'),
  '@tests': at('tests'),
}

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

const OUT_DIR = 'dist/console'
/** Smaller files gain nothing. */
const COMPRESS_FROM_BYTES = 1024

/** Writes the console's files compressed beside themselves: the server sends these, and compresses nothing anew for each visitor. */
const compressed: Plugin = {
  name: 'compressed',
  apply: (config, { command }) => command === 'build' && config.build?.outDir === OUT_DIR,
  async writeBundle({ dir = OUT_DIR }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name))
    await Promise.all(files.map(async (name) => {
      const content = await readFile(join(dir, name))
      if (content.length < COMPRESS_FROM_BYTES) return
      await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
      await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(content))
    }))
  },
}

export default defineConfig({
  define: { 'import.meta.env.VITE_CONSOLE_VERSION': JSON.stringify(version) },
  plugins: [react(), compressed],
  resolve: { alias },
  publicDir: false,
  build: { outDir: OUT_DIR, target: 'es2022', sourcemap: false, reportCompressedSize: true },
  server: {
    port: 4001,
    strictPort: true,
    // The dev server hands the API, the socket and the docs on; cookies keep the console's own origin.
    proxy: {
      '/api': { target: platform, changeOrigin: false, xfwd: true },
      '/docs': { target: platform, changeOrigin: false },
      '/socket.io': { target: platform, ws: true },
    },
  },
})
