/** The pictures of the README: the built console on a server with demo data. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { DEMO_PASSWORD } from '@server/db/demo'
import { RunningPlatform } from '@tests/journeys/kit/platform'
import { shareInRun } from '@tests/journeys/kit/run'
import { avatarButton, loginForm, signIn } from '@tests/kit/console-page'
import { CHROMIUM_ARGS, findChromium } from '../kit/find-chromium'
import { ROOT } from './storybook'

const at = (name: string) => join(ROOT, 'docs/pictures', `${name}.png`)

/** Draws them again; requires `npm run build`. @returns the written files */
export async function drawReadme(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-pictures-'))
  shareInRun(folder, null)
  const platform = await RunningPlatform.open()
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })
  const written: string[] = []
  try {
    const page = await browser.newPage({
      baseURL: platform.origin,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
    })
    const take = async (name: string) => {
      await page.mouse.move(0, 0)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await page.screenshot({ path: at(name), animations: 'disabled', caret: 'hide' })
      written.push(`docs/pictures/${name}.png`)
    }
    const frameIsWhole = async () => {
      await page.getByRole('button', { name: 'Notifications' }).waitFor()
      // Whether a shift can be started or ended depends on the time of day.
      await page
        .getByRole('button', { name: /^(Start|End)/ })
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined)
    }
    await page.goto('/')
    await loginForm(page).getByRole('textbox', { name: 'Email', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Use Risk' }).waitFor()
    await take('login')
    await signIn(page, 'super@pitboss.test', DEMO_PASSWORD)
    await avatarButton(page).waitFor()
    await page.goto('/users')
    const firstRow = page.getByRole('row').nth(1)
    await page.getByText(/^Rows 1–\d+ of [\d,]+$/).waitFor()
    await frameIsWhole()
    await take('users')
    await page.emulateMedia({ colorScheme: 'dark' })
    await take('users-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    const link = firstRow.getByRole('link').first()
    const address = (await link.count()) > 0 ? await link.getAttribute('href') : null
    if (address) await page.goto(address)
    else await firstRow.getByRole('gridcell').first().dblclick()
    await page.getByRole('region', { name: 'Contact' }).waitFor()
    await frameIsWhole()
    await take('user')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/users')
    await page.getByText(/^Rows 1–\d+ of [\d,]+$/).waitFor()
    await frameIsWhole()
    await take('phone')
  } finally {
    await browser.close()
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return written
}
