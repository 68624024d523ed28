import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { daySetup } from './kit/day.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const project = (name: string, include: string[], more: object = {}) => ({
  extends: './vite.config.ts',
  root,
  test: { name, root, environment: 'node', include, setupFiles: daySetup, ...more },
})

/** The server and its commands as they are delivered, each as a process: `npm run test:process`, and the nightly run. */
const PROCESS = 'tests/server/process.test.ts'

/** Tests with the server's code: the databases of a run (tests/kit/shared-databases.ts), and hashes that cost little. */
const onServer = {
  globalSetup: 'tests/kit/shared-databases-setup.ts',
  setupFiles: [...daySetup, 'tests/kit/cheap-hashes-setup.ts'],
}

/**
 * The parts of `npm test` that Vitest runs in Node; `vitest --project <name>` runs one. The stories have a separate configuration
 * (stories.config.ts), because Storybook's plugin takes longer to load than most of these files take to run.
 */
export default defineConfig({
  root,
  test: {
    projects: [
      project(
        'unit',
        [
          '{src,machines,design-system}/**/*.test.{ts,tsx}',
          'tests/{architecture,charts,pictures}/**/*.test.ts',
          'tests/{mutate,nightly}/{score,parts}.test.ts',
        ],
        // Tests with hundreds of random cases need several seconds on a busy machine. The files share their modules, because
        // evaluating them for each file took a third of the processor time (docs/measurements.md).
        { testTimeout: 30_000, maxWorkers: 2, isolate: false },
      ),
      ...(['server', 'process', 'databases'] as const).map((name) =>
        project(name, name === 'process' ? [PROCESS] : ['server/**/*.test.ts', 'tests/server/**/*.test.ts'], {
          exclude: name === 'server' ? [PROCESS] : [],
          // What does not depend on the database runs on PostgreSQL alone; `npm run test:databases` (nightly) runs all of it on each.
          provide: { everyDatabase: name === 'databases' },
          // On a machine that runs other tests beside these, the plans of all paths alone take 30 s.
          testTimeout: 120_000,
          // The first file on a database waits for the demo: 20 s on an idle machine, more than 120 s on a slow one beside two browsers.
          hookTimeout: 300_000,
          maxWorkers: 2,
          // The server's modules have no state of their own; to evaluate them takes 3 s, which 50 files would repeat.
          isolate: false,
          ...onServer,
        }),
      ),
      project('contract', ['tests/contract/**/*.test.ts'], {
        testTimeout: 180_000,
        hookTimeout: 180_000,
        maxWorkers: 2,
        ...onServer,
      }),
      // Not part of `npm test`: `npm run test:nightly`.
      project('nightly', ['tests/nightly/import.test.ts'], { hookTimeout: 120_000, ...onServer }),
      project('paths', ['tests/paths/**/*.test.ts'], {
        // More walks take longer: one of the notifications took 50 ms (docs/measurements.md), on a slow machine several times that.
        testTimeout: Math.max(60_000, Number(process.env.WALK_RUNS ?? 0) * 500),
        maxWorkers: 2,
        isolate: false,
      }),
    ],
  },
})
