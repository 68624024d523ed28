/**
 * The pages of lists in a browser, on the real server, each opened by the weakest role that may read it: nothing is reported on
 * the console, no request fails, axe finds nothing, and rows are shown. Who may read each is held against the catalogue's table.
 */
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { DEMO_ACCOUNTS } from '@server/db/demo'
import { PAGES } from '@resources/pages'
import type { Resource, Row } from '@resources/resource'
import { axeFaults } from '@tests/kit/axe'
import { colleague } from './kit/people'
import { RunningPlatform } from './kit/platform'
import { callerAt } from './kit/work'

type Role = (typeof DEMO_ACCOUNTS)[number]['role']
const ALL: readonly Role[] = ['SUPER_ADMIN', 'ADMIN']

/** Who may read each list beside SUPER_ADMIN and ADMIN (catalogue, Who may; screens, People and Support): the weakest first. */
const READERS: Readonly<Record<string, readonly Role[]>> = {
  '/admin': ['SUPPORT_LEAD', 'MANAGER'],
  '/users': ['SUPPORT_AGENT', 'THIRD_PARTY_ADMIN', 'FINANCE', 'SUPPORT_LEAD', 'RISK', 'MANAGER'],
  '/third-party-admin': ['MANAGER'],
  '/third-party-user': ['CONTENT_EDITOR', 'THIRD_PARTY_ADMIN'],
  '/user-levels': ['FINANCE', 'SUPPORT_LEAD', 'MANAGER'],
  '/platform-user': ['SUPPORT_AGENT', 'FINANCE', 'RISK', 'THIRD_PARTY_ADMIN', 'SUPPORT_LEAD', 'MANAGER'],
  '/telegram-user': ['SUPPORT_AGENT', 'RISK', 'SUPPORT_LEAD', 'MANAGER'],
  '/user-doc-verification': ['RISK', 'SUPPORT_LEAD', 'MANAGER'],
  '/transaction-record': ['FINANCE', 'MANAGER'],
  '/transaction-record/discrepancies': ['FINANCE', 'RISK', 'MANAGER'],
  '/withdrawal/manual-withdrawal': ['SUPPORT_AGENT', 'THIRD_PARTY_ADMIN', 'RISK', 'SUPPORT_LEAD', 'FINANCE', 'MANAGER'],
  '/withdrawal/crypto-withdrawal': ['SUPPORT_AGENT', 'RISK', 'SUPPORT_LEAD', 'FINANCE', 'MANAGER'],
  '/platform-transaction/platform-deposit': [
    'SUPPORT_AGENT',
    'THIRD_PARTY_ADMIN',
    'FINANCE',
    'RISK',
    'SUPPORT_LEAD',
    'MANAGER',
  ],
  '/platform-transaction/platform-withdrawal': [
    'SUPPORT_AGENT',
    'THIRD_PARTY_ADMIN',
    'FINANCE',
    'RISK',
    'SUPPORT_LEAD',
    'MANAGER',
  ],
  '/deposit/manual-deposit': ['SUPPORT_AGENT', 'THIRD_PARTY_ADMIN', 'RISK', 'SUPPORT_LEAD', 'FINANCE', 'MANAGER'],
  '/deposit/crypto-deposit': ['SUPPORT_AGENT', 'RISK', 'SUPPORT_LEAD', 'FINANCE', 'MANAGER'],
  '/crypto-coin': ['MANAGER', 'FINANCE'],
  '/deposit-bonus-type': ['FINANCE', 'MANAGER'],
  '/bonus': ['CONTENT_EDITOR', 'SUPPORT_LEAD', 'FINANCE', 'MANAGER'],
  '/bonus-history': ['SUPPORT_AGENT', 'RISK', 'FINANCE', 'SUPPORT_LEAD', 'MANAGER'],
  '/offers': ['SUPPORT_AGENT', 'CONTENT_EDITOR', 'SUPPORT_LEAD', 'MANAGER'],
  '/referral-bonus': ['MANAGER'],
  '/referral-bonus-criteria': ['MANAGER'],
  '/referral-bonus-history': ['RISK', 'FINANCE', 'MANAGER'],
  '/offer-claim-history': ['SUPPORT_AGENT', 'THIRD_PARTY_ADMIN', 'RISK', 'FINANCE', 'SUPPORT_LEAD', 'MANAGER'],
  '/support': ['SUPPORT_AGENT', 'THIRD_PARTY_ADMIN', 'SUPPORT_LEAD', 'MANAGER'],
  '/store-platform': ['THIRD_PARTY_ADMIN', 'MANAGER'],
  '/newsletter-subscriber': ['MANAGER', 'CONTENT_EDITOR'],
  '/fortune-wheel': ['CONTENT_EDITOR', 'FINANCE', 'MANAGER'],
  '/daily-spin-record': ['FINANCE', 'RISK', 'MANAGER'],
  '/skill-fortune-record': ['FINANCE', 'RISK', 'MANAGER'],
  '/game-record': ['THIRD_PARTY_ADMIN', 'FINANCE', 'RISK', 'MANAGER'],
  '/jackpot-record': ['CONTENT_EDITOR', 'FINANCE', 'RISK', 'MANAGER'],
  '/seo/platform': ['CONTENT_EDITOR'],
  '/seo/brand-categories': ['CONTENT_EDITOR'],
  '/seo/game-types': ['CONTENT_EDITOR'],
  '/seo/games': ['CONTENT_EDITOR'],
  '/seo/pages': ['CONTENT_EDITOR'],
  '/settings': ['FINANCE'],
  '/rails': ['FINANCE'],
}
const ROUTES = Object.keys(READERS)
const pageAt = (route: string) => PAGES.find((page) => page.route === route)!
const emailOf = (role: Role) => DEMO_ACCOUNTS.find((account) => account.role === role)!.email

async function listAt(route: string): Promise<string> {
  const { resource } = (await import(`../../src/resources/${pageAt(route).resource!}.ts`)) as {
    resource: Resource<Row>
  }
  return resource.operations.list.path
}

/** Somebody's browser, which notes whatever goes wrong in it. */
async function openBrowser(browser: Browser, baseURL: string, role: Role) {
  const context: BrowserContext = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await colleague(context.request, emailOf(role))
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const text = request.failure()?.errorText ?? ''
    // A page that is left gives up what it was reading.
    if (text !== 'net::ERR_ABORTED') faults.push(`${text} ${request.url()}`)
  })
  return { context, page, faults }
}

/** Opens a list as somebody who types its address does. */
async function open(page: Page, route: string): Promise<void> {
  await page.goto(route)
  await expect(page.getByRole('heading', { level: 1, name: pageAt(route).title, exact: true })).toBeVisible()
  // The first row is that of the headings.
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  expect(await axeFaults(page, 'body'), `axe on ${route}`).toEqual([])
}

/** One server for all tests of this file, which only read. */
let platform: RunningPlatform
test.beforeAll(async () => {
  platform = await RunningPlatform.open()
})
test.afterAll(() => platform.close())

test('no list is left out', () => {
  const lists = PAGES.filter(({ screen }) => screen === 'list').map(({ route }) => route)
  expect(ROUTES.toSorted()).toEqual(lists.toSorted())
})

test('over the API each role reads what the catalogue gives it, and nothing else', async () => {
  const paths = await Promise.all(ROUTES.map(async (route) => [route, await listAt(route)] as const))
  for (const { role, email } of DEMO_ACCOUNTS) {
    const caller = await callerAt(platform.origin, email.split('@')[0]!)
    for (const [route, path] of paths) {
      const { status } = await caller.send('GET', `${path}?itemNo=1`)
      const mayRead = ALL.includes(role) || READERS[route]!.includes(role)
      expect(status, `${role} reads ${route}`).toBe(mayRead ? 200 : 403)
    }
  }
})

const weakestReaderOf = (route: string) => READERS[route]![0]!
for (const role of new Set(ROUTES.map(weakestReaderOf)))
  test(`lists that ${role} is the weakest to read open without a fault`, async ({ browser }) => {
    const { context, page, faults } = await openBrowser(browser, platform.origin, role)
    for (const route of ROUTES.filter((each) => weakestReaderOf(each) === role))
      await test.step(route, () => open(page, route))
    expect(faults, `in the browser of ${role}`).toEqual([])
    await context.close()
  })
