import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { daySetup } from './kit/day.ts'
import { CHROMIUM_ARGS, findChromium } from './kit/find-chromium.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * React's development build records call stacks and timings for the browser's developer tools, where the console supports them.
 * No test reads them, and they take a tenth of the time of a story.
 */
const withoutTraces: Plugin = {
  name: 'without-traces',
  transformIndexHtml: () => [
    {
      tag: 'script',
      injectTo: 'head-prepend',
      children: 'console.createTask = undefined; console.timeStamp = undefined',
    },
  ],
}

/**
 * The stories, each in Chromium with its play function and axe: `npm run test:stories`, which is part of `npm test`, runs them with the
 * production builds of React and of the other libraries, as staff do. `npm run test:stories:complete` (nightly) takes up to
 * half as long again: with the development builds, whose warnings fail a story, and with axe on all rows of the tables (.storybook/preview.tsx).
 */
export default defineConfig(({ mode }) => {
  const isComplete = mode === 'development'
  process.env.NODE_ENV = isComplete ? 'development' : 'production'
  return {
    root,
    test: {
      projects: [
        {
          extends: './vite.config.ts',
          root,
          plugins: [storybookTest({ configDir: `${root}.storybook` }), ...(isComplete ? [withoutTraces] : [])],
          // Files that other commands write there would reload the page during a run.
          server: { watch: { ignored: ['**/.tmp/**', '**/test-results/**'] } },
          test: {
            name: 'stories',
            // A story types into whole forms, on a machine that may be busy.
            testTimeout: 30_000,
            // On a machine of others a second try tells a slow moment from a fault; the report names what needed it.
            retry: process.env.CI ? 1 : 0,
            setupFiles: [
              ...daySetup,
              'tests/kit/media-setup.ts',
              'tests/kit/scene-setup.ts',
              ...(isComplete ? ['tests/kit/react-setup.ts'] : []),
            ],
            browser: {
              // Several runs at once each need a port of their own.
              api: { port: Number(process.env.STORIES_PORT ?? 63_315) },
              enabled: true,
              headless: true,
              instances: [{ browser: 'chromium' }],
              screenshotFailures: false,
              provider: playwright({
                launchOptions: {
                  executablePath: findChromium(),
                  // V8's helper threads would take the time of the other page. Without them WebAssembly, the database of the stories, is
                  // compiled once: the second, better compilation takes longer than it saves (docs/measurements.md).
                  args: [...CHROMIUM_ARGS, '--js-flags=--single-threaded,--liftoff-only'],
                },
              }),
            },
            isolate: false,
            // Two pages of one browser: a story waits for timers and frames half of its time.
            maxWorkers: 2,
          },
        },
      ],
    },
  }
})
