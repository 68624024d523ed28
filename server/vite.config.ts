/** Builds the server and its commands into dist/server; packages stay in node_modules. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('..'),
  publicDir: false,
  resolve: { alias: { '@contract': at('../src/contract'), '@demo': at('../src/demo'), '@server': at('.') } },
  build: {
    ssr: true,
    outDir: at('../dist/server'),
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: at('main.ts'),
        'create-worker': at('create-worker.ts'),
        seed: at('seed.ts'),
        'admin-create': at('admin-create.ts'),
        'app-key': at('app-key.ts'),
        'ledger-check': at('ledger-check.ts'),
      },
      // All in one folder, because the code finds the migrations next to itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [
    {
      name: 'copy-migrations',
      writeBundle: ({ dir }) => cpSync(at('db/migrations'), join(dir!, 'migrations'), { recursive: true }),
    },
  ],
})
