/** A browser page for pictures of stories: one context per worker, so that Storybook's files are fetched once, and one page per picture. */
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { FIRST_MOCK_NOW } from '@mocks/ids'
import { addressOf, sizeOf, type Shot } from './plan'

/** Time limit for a story and its play function on a busy machine, milliseconds. */
const STORY_MS = 45_000

interface Outcome {
  status?: string
  faults: string[]
}
declare global {
  interface Window {
    storyOutcome: Outcome
  }
}

/** Runs in the page before anything else: records how the story ends, and clears what the previous story stored. */
function listen() {
  localStorage.clear()
  sessionStorage.clear()
  const outcome: Outcome = { faults: [] }
  globalThis.window.storyOutcome = outcome
  let channel:
    | { on(event: string, hear: (what: { status?: string; message?: string; description?: string }) => void): void }
    | undefined
  Object.defineProperty(globalThis, '__STORYBOOK_ADDONS_CHANNEL__', {
    configurable: true,
    get: () => channel,
    set(given: NonNullable<typeof channel>) {
      channel = given
      for (const fault of ['playFunctionThrewException', 'storyThrewException', 'storyErrored', 'storyMissing']) {
        given.on(fault, (what) => outcome.faults.push(what?.message ?? what?.description ?? fault))
      }
      given.on('storyMissing', () => (outcome.status = 'error'))
      given.on('storyFinished', ({ status }) => (outcome.status = status))
    },
  })
}

export const test = base.extend<{ stage: Page }, { shared: BrowserContext }>({
  shared: [
    async ({ browser }, provide) => {
      const context = await browser.newContext({
        baseURL: process.env.PICTURES_ORIGIN,
        deviceScaleFactor: 1,
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      })
      await context.addInitScript(listen)
      await context.clock.setFixedTime(FIRST_MOCK_NOW)
      await provide(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  stage: async ({ shared }, provide) => {
    const page = await shared.newPage()
    await provide(page)
    await page.close()
  },
})

/** Opens the story of a shot, and waits until its play function has finished and its fonts and images are drawn. */
export async function show(page: Page, shot: Shot): Promise<void> {
  await page.setViewportSize(sizeOf(shot))
  // Where the console follows the system's theme, it finds the shot's theme.
  await page.emulateMedia({ colorScheme: shot.theme })
  await page.goto(addressOf(shot))
  await page.waitForFunction(() => window.storyOutcome.status !== undefined, null, { timeout: STORY_MS })
  expect(await page.evaluate(() => window.storyOutcome), 'the story and its play').toEqual({
    status: 'success',
    faults: [],
  })
  // A table shows plain text first, before its rich cells.
  await page.waitForFunction(() => document.querySelector('[data-passing]') === null)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  expect(
    await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
    ),
    'the bundled font',
  ).toContain('Inter Variable')
}
