import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../kit/find-chromium'

/** Makes text look the same on every machine, as far as a browser allows, and blocks name lookups, so that nothing is loaded from other machines. */
const DRAWING_ARGS = [
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

/** Compares pictures of stories with their baselines. `npm run pictures` builds and serves Storybook, then runs this. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../../test-results/pictures/files',
  // The same name on every platform.
  snapshotPathTemplate: '{testDir}/baselines/{arg}{ext}',
  // A picture without a baseline fails until it is accepted.
  updateSnapshots: 'none',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  reporter: [
    ['line'],
    ['html', { outputFolder: '../../test-results/pictures/report', open: 'never', title: 'Pictures of Pitboss' }],
    ['json', { outputFile: '../../test-results/pictures/results.json' }],
  ],
  expect: {
    timeout: 15_000,
    toHaveScreenshot: {
      // A pixel counts as changed from 3 of 255 grey levels; ten changed pixels are allowed, for one edge that is drawn differently.
      threshold: 0.01,
      maxDiffPixels: 10,
      animations: 'disabled',
      caret: 'hide',
      scale: 'css',
    },
  },
  use: { launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_ARGS, ...DRAWING_ARGS] } },
})
