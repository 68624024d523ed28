/** A shift of a member of staff: started, shown in another tab, ended; and refused by the server. */
import type { Page, Route } from '@playwright/test'
import { avatarButton } from '../kit/console-page'
import { enter } from './kit/people'
import { expect, test } from './kit/platform'
import { lineIs, LIVE, onShiftNow, takeOn } from './kit/work'

const WORKER = 'support@pitboss.test'
const TOGGLE = '**/api/v1/admin-shift/status/*'
/** The console aborts a toggle after a while; an action in the other tab meanwhile waits until both presses are settled. */
const SETTLED = { timeout: 8_000 }

// The dot of the button pulses, unless the person asks for reduced motion.
test.use({ seedAnchor: onShiftNow(), contextOptions: { reducedMotion: 'no-preference' } })

const button = (page: Page) => page.getByRole('button', { name: /^(Start shift|End shift|Starting|Ending)$/ })
const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The button can be pressed: no toggle is in flight, and the pause after the last press is over. */
async function canPress(page: Page, name: 'Start shift' | 'End shift'): Promise<void> {
  await expect(named(page, name)).toBeVisible()
  await expect(named(page, name)).not.toHaveAttribute('aria-disabled', SETTLED)
}
/** The dot pulses in the given colour. */
const pulses = (page: Page, hue: 'green' | 'red') =>
  expect
    .poll(() =>
      button(page)
        .locator('[data-pulse]')
        .evaluate((dot) => {
          const [red = 0, green = 0] = getComputedStyle(dot).backgroundColor.match(/\d+/g)!.map(Number)
          return getComputedStyle(dot, '::after').animationName === 'none' ? 'still' : green > red ? 'green' : 'red'
        }),
    )
    .toBe(hue)
const isOnline = (page: Page) => expect(avatarButton(page)).toHaveAccessibleName(/online/i)

/** Holds back requests that start or end a shift. @returns how many were sent, and a function that sends the first */
async function holdToggles(page: Page): Promise<{ sent: () => number; letGo: () => Promise<void> }> {
  const held: Route[] = []
  await page.route(TOGGLE, (route) => void held.push(route))
  return { sent: () => held.length, letGo: () => held[0]!.continue() }
}

test('repeated presses start a shift once, another tab shows it, and can end it', async ({ page, context }) => {
  await enter(page, WORKER)
  await canPress(page, 'Start shift')
  await expect(button(page)).toHaveAccessibleDescription(/^Desk 00:00, /)
  await pulses(page, 'green')
  await isOnline(page)

  const other = await context.newPage()
  await other.goto('/')
  await canPress(other, 'Start shift')

  await test.step('while the request is in flight the button shows it, and further presses are ignored', async () => {
    const { sent, letGo } = await holdToggles(page)
    await named(page, 'Start shift').click()
    for (let press = 0; press < 9; press += 1) await button(page).click({ force: true })
    await expect(button(page)).toHaveAccessibleName('Starting')
    await expect(button(page)).toHaveAttribute('aria-busy', 'true')
    expect(sent()).toBe(1)
    await letGo()
    await canPress(page, 'End shift')
    expect(sent()).toBe(1)
  })

  await test.step('both tabs show it; a signed-in person is online, with or without a shift', async () => {
    await canPress(other, 'End shift')
    for (const tab of [page, other]) {
      await pulses(tab, 'red')
      await isOnline(tab)
    }
  })

  await test.step('it survives a reload and is ended in the other tab; the next shift is offered', async () => {
    await page.reload()
    await canPress(page, 'End shift')
    await named(other, 'End shift').click()
    await canPress(other, 'Start shift')
    await canPress(page, 'Start shift')
    await expect(button(page)).toHaveAccessibleDescription(/^Desk 04:00, /)
    await pulses(page, 'green')
    await isOnline(page)
  })
})

test('a refused press shows the reason, and the button shows the current state', async ({ page, context }) => {
  await enter(page, WORKER)
  await canPress(page, 'Start shift')
  const other = await context.newPage()
  await other.goto('/')
  await canPress(other, 'Start shift')

  // In flight while the same shift is started and ended in the other tab.
  const { sent, letGo } = await holdToggles(page)
  await named(page, 'Start shift').click()
  await expect.poll(sent).toBe(1)
  await named(other, 'Start shift').click()
  await canPress(other, 'End shift')
  await named(other, 'End shift').click()
  await canPress(other, 'Start shift')
  await expect(button(page), 'what is told meanwhile does not decide what was pressed for').toHaveAccessibleName(
    'Starting',
  )

  const answered = page.waitForResponse(TOGGLE)
  await letGo()
  expect((await answered).status()).toBe(422)
  await expect(page.getByText('This shift has been ended already.')).toBeVisible()
  await canPress(page, 'Start shift')
  await expect(button(page)).toHaveAccessibleDescription(/^Desk 04:00, /)
  expect(sent()).toBe(1)
})

test('a press whose response is lost shows a message, and the button returns to the state on the server', async ({
  page,
}) => {
  await enter(page, WORKER)
  await canPress(page, 'Start shift')
  // The server performs it; the response is dropped.
  await page.route(TOGGLE, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await named(page, 'Start shift').click()
  await expect(page.getByText('The server did not confirm this.')).toBeVisible()
  await canPress(page, 'End shift')
})

test('a person without a shift has no button, once the server has responded', async ({ page, platform }) => {
  const { email } = await takeOn(platform.origin, 'nora_quist')
  const told = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('shift_handover:user_shift_details_response'),
      ),
    )
  await enter(page, email)
  await lineIs(page, LIVE)
  expect(String((await told).payload)).toContain('"shiftId":null')
  await expect(button(page)).toHaveCount(0)
})
