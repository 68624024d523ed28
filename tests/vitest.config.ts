import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, findChromium } from './kit/find-chromium'

const root = fileURLToPath(new URL('..', import.meta.url))
const project = (name: string, include: string[], more: object = {}) => ({
  extends: './vite.config.ts',
  root,
  test: { name, root, environment: 'node', include, ...more },
})

/** The parts of `npm test` that Vitest runs; `vitest --project <name>` runs one. */
export default defineConfig({
  root,
  test: {
    projects: [
      project('unit', [
        '{src,machines,design-system,mocks}/**/*.test.{ts,tsx}',
        'tests/{architecture,charts,pictures}/**/*.test.ts',
      ]),
      project('server', ['server/**/*.test.ts', 'tests/server/**/*.test.ts'], {
        testTimeout: 30_000,
        hookTimeout: 120_000,
        maxWorkers: 2,
      }),
      project('contract', ['tests/contract/**/*.test.ts'], { testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 1 }),
      project('paths', ['tests/paths/**/*.test.ts'], { testTimeout: 60_000 }),
      {
        extends: './vite.config.ts',
        root,
        plugins: [storybookTest({ configDir: `${root}.storybook` })],
        test: {
          name: 'stories',
          // A story types whole forms, on a machine that may be busy.
          testTimeout: 30_000,
          setupFiles: ['tests/kit/media-setup.ts'],
          browser: {
            // Several runs at once each need a port of their own.
            api: { port: Number(process.env.STORIES_PORT ?? 63_315) },
            enabled: true,
            headless: true,
            instances: [{ browser: 'chromium' }],
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGS } }),
          },
          isolate: false,
        },
      },
    ],
  },
})
