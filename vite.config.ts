import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

export default defineConfig({
  define: { 'import.meta.env.VITE_CONSOLE_VERSION': JSON.stringify(version) },
  plugins: [react()],
  resolve: { alias },
  publicDir: false,
  build: { outDir: 'dist/console', target: 'es2022', sourcemap: false, reportCompressedSize: true },
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
