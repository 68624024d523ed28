/** Without a connection: code for clicks on a list is already loaded, and a part that is not shows a message in its place. */
import type { Page } from '@playwright/test'
import { avatarButton } from '../kit/console-page'
import { dialog, enter, fill, grid } from './kit/people'
import { expect, test } from './kit/platform'
import { bell, onShiftNow } from './kit/work'

test.use({ seedAnchor: onShiftNow() })

const rows = (page: Page) => grid(page, 'users')

/** Twelve clicks and keys on the list of users, each with its expected result. */
const ACTIONS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the palette': async (page) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find a page or record' })).toBeVisible()
    await page.keyboard.press('Escape')
  },
  shortcuts: async (page) => {
    await page.locator('body').press('?')
    await expect(dialog(page)).toContainText('shortcuts')
    await page.keyboard.press('Escape')
  },
  avatar: async (page) => {
    await avatarButton(page).click()
    await expect(page.getByText('Sign Out', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
  },
  bell: async (page) => {
    await bell(page).click()
    await expect(page.getByRole('dialog', { name: /^Notification/ })).toBeVisible()
    await page.keyboard.press('Escape')
  },
  columns: async (page) => {
    await page.getByRole('button', { name: /^Columns/ }).click()
    await expect(dialog(page).getByRole('checkbox').first()).toBeVisible()
    await page.keyboard.press('Escape')
  },
  filter: async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(dialog(page).getByRole('button').first()).toBeVisible()
    await page.keyboard.press('Escape')
  },
  selection: async (page) => {
    const box = rows(page).getByRole('row').nth(2).getByRole('checkbox')
    await box.press('Space')
    await expect(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
    await box.press('Space')
  },
  switch: async (page) => {
    await rows(page).getByRole('switch', { checked: true }).first().press('Space')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep enabled' }).click()
  },
  shift: async (page) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /start|end/i })
      .click()
    await expect(page.getByText(/could not be reached|connection|offline/i).first()).toBeVisible()
  },
  peek: async (page) => {
    await rows(page)
      .getByRole('button', { name: /^Peek at / })
      .first()
      .click()
    await expect(page.getByRole('complementary').getByRole('button', { name: 'Close' })).toBeVisible()
    await withoutToasts(page)
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click()
  },
  edit: async (page) => {
    await rows(page)
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await expect(dialog(page)).toContainText('The record could not be loaded')
    await page.keyboard.press('Escape')
  },
  'the link of a row': async (page) => {
    await rows(page).getByRole('link').first().click()
    await expect(page.getByText('The user could not be loaded')).toBeVisible()
  },
}

/** Moves the pointer away from the toasts until they have closed; they stay open under the pointer and cover what is below. */
async function withoutToasts(page: Page): Promise<void> {
  await page.mouse.move(700, 700)
  await expect(page.getByRole('alert', { name: 'error' })).toHaveCount(0)
}

/** Opens the list of users, and waits until all code for later clicks is loaded. */
async function openIdle(page: Page): Promise<void> {
  await page.goto('/users')
  await expect(rows(page).getByRole('link').first()).toBeVisible()
  // A busy machine loads one part a second (src/app/when-quiet.ts).
  await page.waitForFunction(() => performance.getEntriesByName('pitboss:preloaded').length > 0, undefined, {
    timeout: 90_000,
  })
  await expect(page.getByRole('banner').getByRole('button', { name: /start|end/i })).toBeVisible()
}

test('offline, every action on a list works as it does online', async ({ page, context }) => {
  // Each action waits for what it shows; on a busy machine all of them take longer than a journey may.
  test.setTimeout(240_000)
  await enter(page)
  await openIdle(page)
  await context.setOffline(true)
  for (const [name, act] of Object.entries(ACTIONS)) {
    await test.step(name, async () => {
      await withoutToasts(page)
      await act(page)
      await expect(page.getByText('The console stopped')).toBeHidden()
    })
  }
})

test('missing code loses no input: passwords stay, a part loads again, and after a deployment a reload keeps drafts', async ({
  page,
  context,
}) => {
  // It loads the console six times.
  test.setTimeout(240_000)
  const password = dialog(page).locator('input[name="password"]')
  await enter(page)

  await test.step('a password form that is submitted offline keeps its input', async () => {
    // The code of the toasts is missing too, so the failure appears without them.
    await page.route(/Toasts/, (route) => route.abort())
    await page.goto('/users')
    await rows(page)
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Reset password' }).click()
    await password.fill('Sesame#2026x')
    await dialog(page).locator('input[name="confirm_password"]').fill('Sesame#2026x')
    await context.setOffline(true)
    await dialog(page)
      .getByRole('button', { name: /reset|set/i })
      .last()
      .click()
    // Whether the request arrived is unknown: it is repeated until there is a response.
    await expect(dialog(page)).toContainText('No answer yet')
    await expect(password).toHaveValue('Sesame#2026x')
    await expect(page.getByText('The console stopped')).toBeHidden()
    await context.setOffline(false)
    await expect(dialog(page)).toBeHidden({ timeout: 15_000 })
    await page.unroute(/Toasts/)
  })

  await test.step('a part that could not be loaded shows a message in its place, and loads with Try again', async () => {
    await page.route(/ColumnsChooser/, (route) => route.fulfill({ status: 404 }))
    await page.goto('/users')
    await page.getByRole('button', { name: /^Columns/ }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('The columns could not be loaded')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    // Still missing: a reload is offered as well.
    await expect(dialog(page).getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await page.unroute(/ColumnsChooser/)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(dialog(page).getByRole('checkbox').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows(page)).toBeVisible()
  })

  await test.step('a part that was asked for offline, with files that it shares, loads once the network is back', async () => {
    const scripts: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('.js')) scripts.push(url)
    })
    // With a route the browser does not use its cache, which has the columns from the step before.
    await page.route(/ColumnsChooser/, (route) => route.continue())
    await page.goto('/users')
    await expect(rows(page)).toBeVisible()
    await context.setOffline(true)
    // Otherwise the preloading has begun, and the step tests nothing.
    expect(scripts.join()).not.toContain('ColumnsChooser')
    await page.getByRole('button', { name: /^Columns/ }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(/could not be loaded.*You are offline/)
    const asked = scripts.length
    // Longer than the time after which the preloading begins.
    await page.waitForTimeout(6000)
    // The code of the live part is requested again and again, because the session needs it.
    expect(scripts.slice(asked).join()).not.toMatch(/FilterChooser|CommandPalette|axios/i)
    await context.setOffline(false)
    await expect(dialog(page).getByRole('checkbox').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows(page)).toBeVisible()
    await page.unroute(/ColumnsChooser/)
    // Each module has one address: a second one would be a second copy of it.
    expect(scripts.filter(({ search }) => search !== '').join()).toBe('')
  })

  await test.step('after a deployment a reload is offered, and keeps the draft', async () => {
    await page.goto('/users')
    await expect(bell(page)).toBeVisible()
    // As after a deployment: the server has another build, and a file of the current one is missing.
    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'another' } }))
    await page.route(/FilterChooser/, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('The filters could not be loaded')
    await page.keyboard.press('Escape')
    await expect(page.getByText('A new version of the console is available')).toBeVisible()
    await page.getByRole('button', { name: 'Add user' }).click()
    await fill(page, { 'First name': 'Noor' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect(page.getByText('A new version of the console is available')).toBeHidden()
    await page.getByRole('button', { name: 'Add user' }).click()
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'First name', exact: true })).toHaveValue('Noor')
  })
})
