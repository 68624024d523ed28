import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { testsOf } from './targets'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The tests of one target, which `npm run mutate` names in MUTATE_TARGET. */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        root,
        test: {
          name: 'mutate',
          root,
          environment: 'node',
          include: testsOf(process.env.MUTATE_TARGET ?? ''),
          // Stryker limits the time of each change by itself.
          testTimeout: 600_000,
        },
      },
    ],
  },
})
