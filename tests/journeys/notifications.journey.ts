/** Notifications as they reach people at work: pushed by what colleagues do, read, paged, accepted, and none lost with the line or the server. */
import type { Browser, Page, Route } from '@playwright/test'
import { NOTIFICATION_PAGE_SIZE } from '@contract/constants'
import type { Ticket } from '@server/simulate'
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

/** Somebody hands over from a shift of now. */
test.use({ seedAnchor: onShiftNow() })

const SUPPORT_PAGE = /\/support$/
const markAll = (page: Page) => panel(page).getByRole('button', { name: 'Mark all as read' })
/** An entry by what its description says. */
const entryOf = (page: Page, words: string) => entries(page).filter({ hasText: words })
const unreadEntries = (page: Page) => entries(page).filter({ hasText: ', unread' })
/** The looks of an unread entry: a tint and a dot. The pointer is elsewhere, it has a tint of its own. */
const looksUnread = (page: Page, words: string) =>
  entryOf(page, words).evaluate((entry) => {
    const isSeen = (element: Element) => getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
    return { tint: isSeen(entry), dot: isSeen(entry.querySelector('time + span')!) }
  })
/** Another person's console, in a browser of their own. */
async function consoleOf(browser: Browser, origin: string, email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin })
  await enter(page, email)
  await lineIs(page, LIVE)
  return page
}

test('tickets that are given to me: badge, panel, a click that reads and leads there, and all at once', async ({
  page,
  platform,
}) => {
  const me = await takeOn(platform.origin, 'nora_quist')
  const lead = await callerAt(platform.origin, 'lead')
  const [first, second, third] = (await openTickets(lead, me.id)) as [Ticket, Ticket, Ticket]
  await enter(page, me.email)
  await lineIs(page, LIVE)

  await test.step('who was told nothing has no badge and an empty panel', async () => {
    await unreadIs(page, '')
    await openPanel(page)
    await expect(panel(page).getByRole('heading', { name: 'No Notification' })).toBeVisible()
    await expect(markAll(page)).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('one that is assigned comes into the open panel', async () => {
    await assign(lead, first, me.id)
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page)).toContainText('Ticket assigned to you, unread')
    await expect(entries(page)).toContainText(`${first.number}: `)
    await expect(entries(page).getByRole('time')).toHaveText(/second/)
    await unreadIs(page, '1 unread')
    expect(await looksUnread(page, first.number)).toEqual({ tint: true, dot: true })
  })

  await test.step('a click leads to the ticket and marks it as read, once', async () => {
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

  await test.step('an escalated one comes to its top and leads to its ticket too', async () => {
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

test('pages of five come until the list is longer than it is high, then by scrolling, each once', async ({
  page,
  platform,
}) => {
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
  // The newest first, each once.
  const shown = await entries(page).allInnerTexts()
  expect(shown.map((text) => /T-\d+/.exec(text)?.[0])).toEqual(tickets.map(({ number }) => number).toReversed())
})

test('a handover to two: one accepts, the other is told', async ({ page, browser, platform }) => {
  const { origin } = platform
  const [nora, omar] = [await takeOn(origin, 'nora_quist'), await takeOn(origin, 'omar_quist')]
  const manager = await callerAt(origin, 'manager')
  await enter(page, nora.email)
  await lineIs(page, LIVE)
  const others = await consoleOf(browser, origin, omar.email)
  const accept = (tab: Page) => entries(tab).getByRole('button', { name: 'ACCEPT' })

  await test.step('both are told, with a button, and a link to support', async () => {
    await handOver(manager, [nora.id, omar.id], 'Two payouts wait for an answer.')
    for (const tab of [page, others]) {
      await unreadIs(tab, '1 unread')
      await openPanel(tab)
      await expect(entries(tab)).toContainText('Two payouts wait for an answer.')
      await expect(entries(tab).getByRole('link')).toHaveAttribute('href', SUPPORT_PAGE)
      await expect(accept(tab)).toBeVisible()
    }
  })

  await test.step('one accepts: it leaves the list; at the other the button goes, by itself', async () => {
    await accept(page).click()
    await expect(page.getByText('Shift Accepted Successfully')).toBeVisible()
    await expect(panel(page).getByRole('heading', { name: 'No Notification' })).toBeVisible()
    await unreadIs(page, '')
    await expect(entries(others)).toContainText('nora_quist took over')
    await expect(accept(others)).toHaveCount(0)
    await unreadIs(others, '1 unread')
  })

  await test.step('both press: who comes second is told who was first', async () => {
    // The pointer still rests where the last one was: below it is nothing that could move.
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

test('what was missed while the line was broken is there when it stands again, each once', async ({
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
  // Read at another place meanwhile.
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

test('the server is killed under three consoles: all come back by themselves, with what is right', async ({
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
  for (const tab of tabs) await unreadIs(tab, '1 unread')

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
