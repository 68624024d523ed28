import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../kit/find-chromium'

/** The built Storybook as designers and QA use it. `npm run test:workshop` builds and serves it, then runs this. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.workshop.ts',
  outputDir: '../../test-results/workshop',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Blocks name lookups, so that nothing is loaded from other machines.
    launchOptions: {
      executablePath: findChromium(),
      args: [...CHROMIUM_ARGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    },
  },
})
