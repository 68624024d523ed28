/** The first picture of a list, which the page draws before the console's code has loaded (src/app/first-picture). */
import type { Page } from '@playwright/test'
import { enter, grid } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt } from './kit/work'

const CODE = /\/assets\/.*\.js$/
const PICTURE = 'body > [data-picture]'

/** Delays the console's code. @returns a function that lets it load */
async function holdCode(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(CODE, async (route) => {
    await held
    await route.continue()
  })
  return async () => {
    release()
    await expect(page.locator(PICTURE)).toHaveCount(0)
    await page.unroute(CODE)
  }
}

/** Each column's position, and the visible text of its first rows, without labels for screen readers. */
const whatIsSeen = (page: Page, of: string) =>
  page
    .locator(of)
    .first()
    .evaluate((table) => {
      const place = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return [left, top, width, height].map(Math.round).join(' ')
      }
      const columns = [...table.querySelectorAll<HTMLElement>('[data-table-head] [data-col]')].map(
        (cell) => `${cell.dataset.col} at ${place(cell)}`,
      )
      const rows = [...table.querySelectorAll<HTMLElement>('[role=row][data-index]')]
        .filter(({ dataset }) => Number(dataset.index) < 5)
        .map((row) => [
          place(row),
          ...[...row.querySelectorAll<HTMLElement>('[data-col]')]
            .filter(({ dataset }) => !dataset.col!.startsWith('$'))
            .map((cell) => `${cell.dataset.col}: ${cell.innerText.trim().split('\n')[0]}`),
        ])
      return { columns, rows }
    })

const LISTS: readonly { who: string; route: string; noun: string; sized?: RegExp }[] = [
  { who: 'manager', route: '/users', noun: 'users', sized: /^email at \d+ \d+ 320 / },
  { who: 'store', route: '/users', noun: 'users' },
  { who: 'content', route: '/newsletter-subscriber', noun: 'subscribers' },
  { who: 'risk', route: '/user-doc-verification', noun: 'documents' },
]

test('the first rows of a list are visible before the code has loaded, and do not move when it has', async ({
  browser,
  platform,
}) => {
  // Sized and pinned columns apply to the picture too.
  const layout = JSON.stringify({ columns: null, widths: { email: 320 }, pinned: ['email'] })
  const manager = await callerAt(platform.origin, 'manager')
  const preferences = { 'columns.users': layout }
  await manager.expect('PATCH', '/api/v1/admin/profile/preferences', { body: { preferences } })
  for (const { who, route, noun, sized } of LISTS)
    await test.step(`${who} at ${route}`, async () => {
      const context = await browser.newContext({ baseURL: platform.origin })
      const page = await context.newPage()
      await enter(page, `${who}@pitboss.test`)
      const letCodeCome = await holdCode(page)
      await page.goto(route, { waitUntil: 'commit' })
      await expect(page.locator(`${PICTURE} [role=row][data-index="4"]`)).toBeAttached()
      const before = await whatIsSeen(page, `${PICTURE} [data-table]`)
      if (sized) expect(before.columns[2]).toMatch(sized)
      await letCodeCome()
      await expect(grid(page, noun).getByRole('row').nth(5)).toBeVisible()
      // Controls of some columns are drawn a few rows per frame, with the same text.
      await expect.poll(() => whatIsSeen(page, '#root [data-table]')).toEqual(before)
      await context.close()
    })
})

test('a message over the picture reports code that cannot be loaded', async ({ page }) => {
  await enter(page)
  await page.route(CODE, (route) => route.abort())
  await page.goto('/users', { waitUntil: 'commit' })
  await expect(page.getByRole('alert')).toHaveText(/The console could not be loaded/)
})

test('a slow response to the first call of a list does not delay the console', async ({ page }) => {
  await enter(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/v1\/users\?/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/users', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
  release()
  await expect(grid(page, 'users').getByRole('row').nth(5)).toBeVisible()
  await expect(page.locator(PICTURE)).toHaveCount(0)
})
