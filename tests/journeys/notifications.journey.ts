/** Notifications at work: pushed by colleagues' actions, read, paged, accepted, and not lost with the connection or the server. */
import type { Browser, Page, Route } from '@playwright/test'
import { NOTIFICATION_PAGE_SIZE } from '@contract/constants'
import type { Ticket } from '@server/simulate/staff'
import { Line } from '../paths/console/line'
import { enter } from './kit/people'
import { expect, test } from './kit/platform'
import {
  assign,
  callerAt,
  entries,
  escalate,
  handOver,
  lineIs,
  LIVE,
  onShiftNow,
  openPanel,
  openTickets,
  panel,
  RECONNECTING,
  takeOn,
  unreadIs,
} from './kit/work'

/** Handovers need a shift at the current time. */
test.use({ seedAnchor: onShiftNow() })

const SUPPORT_PAGE = /\/support$/
const markAll = (page: Page) => panel(page).getByRole('button', { name: 'Mark all as read' })
/** An entry by a part of its description. */
const entryOf = (page: Page, words: string) => entries(page).filter({ hasText: words })
const unreadEntries = (page: Page) => entries(page).filter({ hasText: ', unread' })
/** The style of an unread entry: a tint and a dot. The pointer is moved away, because hovering has a tint of its own. */
const looksUnread = (page: Page, words: string) =>
  entryOf(page, words).evaluate((entry) => {
    const isSeen = (element: Element) => getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
    return { tint: isSeen(entry), dot: isSeen(entry.querySelector('time + span')!) }
  })
/** Another person's console, in a separate browser. */
async function consoleOf(browser: Browser, origin: string, email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin })
  await enter(page, email)
  await lineIs(page, LIVE)
  return page
}

test('tickets assigned to me: badge, panel, a click that opens the ticket and marks it as read, and marking all as read', async ({
  page,
  platform,
}) => {
  const me = await takeOn(platform.origin, 'nora_quist')
  const lead = await callerAt(platform.origin, 'lead')
  const [first, second, third] = (await openTickets(lead, me.id)) as [Ticket, Ticket, Ticket]
  await enter(page, me.email)
  await lineIs(page, LIVE)

  await test.step('a person without notifications has no badge and an empty panel', async () => {
    await unreadIs(page, '')
    await openPanel(page)
    await expect(panel(page).getByRole('heading', { name: 'No Notification' })).toBeVisible()
    await expect(markAll(page)).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('a new assignment appears in the open panel', async () => {
    await assign(lead, first, me.id)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('Ticket assigned to you, unread')
    await expect(entries(page)).toContainText(`${first.number}: `)
    await expect(entries(page).getByRole('time')).toHaveText(/second/)
    await unreadIs(page, '1 unread')
    expect(await looksUnread(page, first.number)).toEqual({ tint: true, dot: true })
  })

  await test.step('a click opens the ticket and marks the notification as read, once', async () => {
    const reads: string[] = []
    page.on('request', (request) => void (request.method() === 'PATCH' && reads.push(new URL(request.url()).pathname)))
    await entries(page).getByRole('link').click()
    await expect(page).toHaveURL(`/support/${first.id}`)
    await expect(panel(page)).toBeHidden()
    await unreadIs(page, '')
    await openPanel(page)
    await page.mouse.move(300, 300)
    await expect.poll(() => looksUnread(page, first.number)).toEqual({ tint: false, dot: false })
    expect(reads).toEqual([expect.stringMatching(/^\/api\/v1\/admin-notification\/[\w-]+$/)])
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
  })

  await test.step('an escalation appears at the top and opens its ticket too', async () => {
    await escalate(lead, second, me.id)
    await assign(lead, third, me.id)
    await unreadIs(page, '2 unread')
    await openPanel(page)
    await expect(entries(page)).toHaveCount(3)
    await expect(entries(page).nth(0)).toContainText(third.number)
    await expect(entries(page).nth(1)).toContainText('Ticket escalated to level 1, unread')
    await expect(entryOf(page, second.number).getByRole('link')).toHaveAttribute('href', `/support?id=${second.id}`)
  })

  await test.step('all are marked as read, and stay so after a reload', async () => {
    await markAll(page).click()
    await unreadIs(page, '')
    await expect(unreadEntries(page)).toHaveCount(0)
    await page.reload()
    await lineIs(page, LIVE)
    await openPanel(page)
    await expect(entries(page)).toHaveCount(3)
    await expect(unreadEntries(page)).toHaveCount(0)
    await unreadIs(page, '')
  })
})

test('pages of five load until the list can scroll, then by scrolling, each entry once', async ({ page, platform }) => {
  const COUNT = 22
  const me = await takeOn(platform.origin, 'nora_quist')
  const lead = await callerAt(platform.origin, 'lead')
  const tickets = (await openTickets(lead, me.id)).slice(0, COUNT)
  expect(tickets).toHaveLength(COUNT)
  for (const ticket of tickets) await assign(lead, ticket, me.id)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v1/admin-notification' && searchParams.has('page'))
      asked.push(`${searchParams.get('page')} of ${searchParams.get('itemNo')}`)
  })
  const pages = (...numbers: number[]) => numbers.map((number) => `${number} of ${NOTIFICATION_PAGE_SIZE.panel}`)
  await enter(page, me.email)
  await lineIs(page, LIVE)
  await unreadIs(page, '9+ unread')
  await openPanel(page)
  await expect(panel(page).getByRole('heading', { name: 'Notification 9+ unread' })).toBeVisible()

  const list = panel(page).getByRole('list').locator('..')
  const room = () =>
    list.evaluate(({ scrollHeight, clientHeight }) => ({
      height: clientHeight,
      overflows: scrollHeight > clientHeight,
    }))
  await expect.poll(room).toEqual({ height: 500, overflows: true })
  const before = await entries(page).count()
  expect(before % NOTIFICATION_PAGE_SIZE.panel, 'whole pages').toBe(0)
  expect(before).toBeLessThan(COUNT)
  await list.hover()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 5_000)
      return entries(page).count()
    })
    .toBe(COUNT)
  expect(asked).toEqual(pages(1, 2, 3, 4, 5))
  // The newest first, each one once.
  const shown = await entries(page).allInnerTexts()
  expect(shown.map((text) => /T-\d+/.exec(text)?.[0])).toEqual(tickets.map(({ number }) => number).toReversed())
})

test('a handover to two people: one accepts, the other is notified', async ({ page, browser, platform }) => {
  const { origin } = platform
  const [nora, omar] = [await takeOn(origin, 'nora_quist'), await takeOn(origin, 'omar_quist')]
  const manager = await callerAt(origin, 'manager')
  await enter(page, nora.email)
  await lineIs(page, LIVE)
  const others = await consoleOf(browser, origin, omar.email)
  const accept = (tab: Page) => entries(tab).getByRole('button', { name: 'ACCEPT' })

  await test.step('both get a notification with a button and a link to support', async () => {
    await handOver(manager, [nora.id, omar.id], 'Two payouts wait for an answer.')
    for (const tab of [page, others]) {
      await unreadIs(tab, '1 unread')
      await openPanel(tab)
      await expect(entries(tab)).toContainText('Two payouts wait for an answer.')
      await expect(entries(tab).getByRole('link')).toHaveAttribute('href', SUPPORT_PAGE)
      await expect(accept(tab)).toBeVisible()
    }
  })

  await test.step('one accepts: the entry leaves their list; for the other the button disappears automatically', async () => {
    await accept(page).click()
    await expect(page.getByText('Shift Accepted Successfully')).toBeVisible()
    await expect(panel(page).getByRole('heading', { name: 'No Notification' })).toBeVisible()
    await unreadIs(page, '')
    await expect(entries(others)).toContainText('nora_quist took over')
    await expect(accept(others)).toHaveCount(0)
    await unreadIs(others, '1 unread')
  })

  await test.step('both press the button: the second one gets the name of the first', async () => {
    // The pointer is still where the last button was: nothing below it may react to the pointer.
    await handOver(manager, [nora.id, omar.id], 'Nothing urgent.')
    await expect(accept(page)).toBeVisible()
    await expect(accept(others)).toBeVisible()
    const held: Route[] = []
    await page.route('**/api/v1/shift-handover/accept/*', (route) => void held.push(route))
    await accept(page).click()
    await expect.poll(() => held.length).toBe(1)
    await accept(others).click()
    await expect(entries(others)).toHaveCount(1)
    await expect(entries(page).getByRole('button', { name: 'Accepting' })).toBeVisible()
    const answered = page.waitForResponse(/shift-handover\/accept/)
    await held[0]!.continue()
    expect((await answered).status()).toBe(409)
    await expect(
      page.getByRole('alert').filter({ hasText: /^omar_quist was first and accepted this handover on/ }),
    ).toBeVisible()
    await expect(entries(page)).toContainText('omar_quist took over')
    await expect(entries(page).getByRole('button')).toHaveCount(0)
    await unreadIs(page, '1 unread')
  })
  await others.close()
})

test('notifications that were missed while the connection was lost appear after the reconnect, each once', async ({
  page,
  platform,
}) => {
  const me = await takeOn(platform.origin, 'nora_quist')
  const lead = await callerAt(platform.origin, 'lead')
  const [first, second, third, fourth] = (await openTickets(lead, me.id)) as [Ticket, Ticket, Ticket, Ticket]
  const line = await Line.of(page)
  line.open()
  await enter(page, me.email)
  await lineIs(page, LIVE)
  for (const ticket of [first, second]) await assign(lead, ticket, me.id)
  await unreadIs(page, '2 unread')

  await line.cut()
  await lineIs(page, RECONNECTING)
  for (const ticket of [third, fourth]) await assign(lead, ticket, me.id)
  // Meanwhile one is read in another place.
  const elsewhere = await callerAt(platform.origin, 'nora_quist')
  const { data } = await elsewhere.expect<{ data: { id: string; description: string }[] }>(
    'GET',
    '/api/v1/admin-notification',
  )
  const read = data.find(({ description }) => description.startsWith(first.number))!
  await elsewhere.expect('PATCH', `/api/v1/admin-notification/${read.id}`)
  await unreadIs(page, '2 unread')

  line.open()
  await lineIs(page, LIVE)
  await unreadIs(page, '3 unread')
  await openPanel(page)
  await expect(entries(page)).toHaveCount(4)
  await expect(unreadEntries(page)).toHaveCount(3)
  await expect(entryOf(page, first.number)).not.toContainText(', unread')
})

test('three consoles reconnect automatically after the server was killed, with correct data', async ({
  page,
  browser,
  platform,
}) => {
  const { origin } = platform
  const people = [
    await takeOn(origin, 'nora_quist'),
    await takeOn(origin, 'omar_quist'),
    await takeOn(origin, 'pia_quist'),
  ] as const
  const tickets = await openTickets(await callerAt(origin, 'lead'), people[0].id)
  await enter(page, people[0].email)
  await lineIs(page, LIVE)
  const tabs = [
    page,
    await consoleOf(browser, origin, people[1].email),
    await consoleOf(browser, origin, people[2].email),
  ]
  const tellAll = async (from: number) => {
    const by = await callerAt(origin, 'lead')
    for (const [index, { id }] of people.entries()) await assign(by, tickets[from + index]!, id)
  }
  await tellAll(0)
  for (const tab of tabs) {
    await unreadIs(tab, '1 unread')
    // Its code is there from now on: most browsers remember an import that failed while the server was down, until a reload.
    await openPanel(tab)
    await tab.keyboard.press('Escape')
    await expect(panel(tab)).toBeHidden()
  }

  await platform.end('SIGKILL')
  for (const tab of tabs) {
    await lineIs(tab, RECONNECTING)
    await unreadIs(tab, '1 unread')
  }
  await platform.start()
  await tellAll(3)
  for (const tab of tabs) {
    await lineIs(tab, LIVE)
    await unreadIs(tab, '2 unread')
    await openPanel(tab)
    await expect(entries(tab)).toHaveCount(2)
    await expect(unreadEntries(tab)).toHaveCount(2)
  }
  for (const tab of tabs.slice(1)) await tab.close()
})
