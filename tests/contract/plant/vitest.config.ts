import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** `npm run plant`: not part of `npm test`, because it tests the cases themselves. `-t name` plants the faults of one record. */
export default defineConfig({
  root,
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        root,
        test: {
          name: 'plant',
          root,
          environment: 'node',
          include: ['tests/contract/plant/plant.ts'],
          globalSetup: 'tests/kit/shared-databases-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
