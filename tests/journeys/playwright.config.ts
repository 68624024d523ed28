import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../kit/find-chromium'

/**
 * Journeys of what staff do all day: decide about money and documents, manage people, find, write; and the weight of the first list, which
 * needs the same build. All others are about the product as a
 * whole: everything that it offers, how a session, a shift and the connection survive, how it is delivered, what surrounds it. They take
 * more than two thirds of the time.
 */
const TASKS = ['approvals', 'drafts', 'grants', 'keyboard-day', 'reviewer', 'staff', 'tasks', 'weight'].map(
  (name) => `${name}.journey.ts`,
)

/** Journeys through the built console, each against a server of its own (npm run test:journeys builds first). */
export default defineConfig({
  testDir: '.',
  projects: [
    // Part of `npm test`.
    { name: 'tasks', testMatch: TASKS },
    // Part of `npm run test:product`.
    { name: 'product', testMatch: '*.journey.ts', testIgnore: TASKS },
  ],
  outputDir: '../../test-results/journeys',
  globalSetup: './kit/setup.ts',
  // A journey waits for about half of its time, so two at a time keep two cores busy.
  workers: 2,
  forbidOnly: true,
  // On a machine of others a second try tells a slow moment from a fault; the report names what needed it.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['junit', { outputFile: '../../test-results/journeys/junit.xml' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Only the journeys of shifts look at motion; to draw it takes a twentieth of the processor time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    // Recording takes a sixth of a journey's time; `--trace on` records the first try too.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGS },
  },
})
