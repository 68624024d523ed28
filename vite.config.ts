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

const FRAME = 'src/features/shell/Shell.container.tsx'
const LIST = 'src/screens/list/ListScreen.container.tsx'
/** What the entry asks for first (src/app/main.tsx): without a token the login, with one the frame and the screen of the address. */
const FIRST_CODE = {
  signedOut: ['src/features/login/Login.container.tsx'],
  signedIn: [FRAME, 'src/app/create-page-logic.ts', 'src/services/remote.ts'],
  at: {
    '/': ['src/screens/home/Home.container.tsx'],
    '/admin': [LIST, 'src/resources/admins.ts'],
    '/users': [LIST, 'src/resources/users.ts'],
  },
} as const

/** Has that code fetched beside the entry, not after it: a script in the page's head, which knows the token and the address. */
const preloadedFirst: Plugin = {
  name: 'preloaded-first',
  apply: compressed.apply,
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const filesOf = (modules: readonly string[]) => {
        const names = new Set<string>()
        const add = (name: string) => {
          if (names.has(name)) return
          names.add(name)
          chunks.find(({ fileName }) => fileName === name)?.imports.forEach(add)
        }
        for (const path of modules) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(at(path)))
          if (!chunk) throw new Error(`${path} is in no chunk`)
          add(chunk.fileName)
        }
        return [...names].filter((name) => !html.includes(name)).map((name) => `/${name}`)
      }
      const files = JSON.stringify({
        signedOut: filesOf(FIRST_CODE.signedOut),
        signedIn: filesOf(FIRST_CODE.signedIn),
        at: Object.fromEntries(Object.entries(FIRST_CODE.at).map(([path, modules]) => [path, filesOf(modules)])),
      })
      return [{
        tag: 'script',
        injectTo: 'head-prepend',
        children: `{const f=${files};let t;try{t=localStorage.getItem('token')}catch{}for(const href of t?[...f.signedIn,...(f.at[location.pathname]??[])]:f.signedOut)document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}))}`,
      }]
    },
  },
}

export default defineConfig({
  define: { 'import.meta.env.VITE_CONSOLE_VERSION': JSON.stringify(version) },
  plugins: [react(), compressed, preloadedFirst],
  resolve: { alias },
  publicDir: false,
  build: {
    outDir: OUT_DIR, target: 'es2022', sourcemap: false, reportCompressedSize: true,
    // A file for each icon that two screens share would cost a request each: they come together.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'entry', tags: ['$initial'], priority: 2 }, { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 1 }] } } },
  },
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
