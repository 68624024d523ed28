/** Approvals when something goes wrong between two people: a colleague is faster, and a response is lost. Three browsers. */
import { randomUUID } from 'node:crypto'
import type { Browser, Page, Route } from '@playwright/test'
import { approvalsOperations } from '@contract/http/approvals'
import type { Approval } from '@contract/entities/approval'
import type { Caller } from '@server/simulate/caller'
import { enter } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt } from './kit/work'

const APPROVALS = approvalsOperations.list.path
const DECISIONS = `**${APPROVALS}/*/approve`

interface User {
  id: string
  version: number
  first_name: string
  last_name: string
  cash_balance: string
  account_status: string
  third_party_store_code: string | null
  is_deleted: boolean
}
const readUser = async (by: Caller, id: string) => (await by.expect<{ data: User }>('GET', `/api/v1/users/${id}`)).data

/** A finance colleague asks for money for a user. @returns the user, and the approval */
async function requested(finance: Caller, approver: Caller, amount: string) {
  const { data: users } = await finance.expect<{ data: User[] }>('GET', '/api/v1/users?itemNo=50')
  const user = users.find(
    ({ account_status, third_party_store_code, is_deleted }) =>
      account_status === 'ACTIVE' && third_party_store_code === null && !is_deleted,
  )!
  const note = randomUUID()
  await finance.expect('PATCH', `/api/v1/users/${user.id}/adjust`, {
    body: { direction: 'UP', account: 'CASH', amount, reason_code: 'GOODWILL', note },
    ifMatch: user.version,
  })
  const { data } = await approver.expect<{ data: Approval[] }>('GET', APPROVALS)
  return { user, id: data.find(({ details }) => details.some(({ value }) => value === note))!.id }
}

async function opened(browser: Browser, origin: string, email: string, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin })
  await enter(page, email)
  await page.goto(path)
  await expect(page.getByRole('textbox', { name: /^Reason/ })).toBeEditable()
  return page
}
const approveButton = (page: Page) => page.getByRole('button', { name: /^Approve/ }).nth(1)

/** An adjustment that waits, open in three browsers: of who requested it, and of two who may approve it. */
async function opensInThree(browser: Browser, origin: string, amount: string) {
  const [finance, approver] = await Promise.all([callerAt(origin, 'finance'), callerAt(origin, 'manager')])
  const { user, id } = await requested(finance, approver, amount)
  const requester = await browser.newPage({ baseURL: origin })
  await enter(requester, 'finance@pitboss.test')
  await requester.goto(`/?id=${id}`)
  const manager = await opened(browser, origin, 'manager@pitboss.test', `/?id=${id}`)
  const admin = await opened(browser, origin, 'admin@pitboss.test', `/?id=${id}`)
  return {
    requester,
    manager,
    admin,
    /** How much more cash the user has now. */
    gained: async () => Number((await readUser(finance, user.id)).cash_balance) - Number(user.cash_balance),
    close: () => Promise.all([requester, manager, admin].map((page) => page.close())),
  }
}

test('a colleague decides first: whoever comes second reads who it was, and the money moves once', async ({
  browser,
  platform,
}) => {
  const { requester, manager, admin, gained, close } = await opensInThree(browser, platform.origin, '40.00')

  // The admin presses first, and the request is slow.
  const held: Route[] = []
  await admin.route(DECISIONS, (route) => void held.push(route))
  await admin.getByRole('textbox', { name: /^Reason/ }).fill('Η πληρωμή είναι σωστή')
  await approveButton(admin).click()
  await expect.poll(() => held.length).toBe(1)
  await approveButton(manager).click()
  await expect(manager.getByText(/^You decided: Approved/)).toBeVisible()
  await held[0]!.continue()

  await expect(admin.getByText(/manager decided: Approved/)).toBeVisible()
  await expect(admin.getByText('Η πληρωμή είναι σωστή'), 'what was typed is kept').toBeVisible()
  await expect(requester.getByText(/manager decided: Approved/), 'the requester sees it live').toBeVisible()
  expect(await gained()).toBeCloseTo(40, 5)
  await close()
})

test('a decision is made after a colleague has read the approval, and before the live connection of that console is open', async ({
  browser,
  platform,
}) => {
  const [finance, manager] = await Promise.all([
    callerAt(platform.origin, 'finance'),
    callerAt(platform.origin, 'manager'),
  ])
  const { id } = await requested(finance, manager, '55.00')
  const admin = await browser.newPage({ baseURL: platform.origin })
  await enter(admin, 'admin@pitboss.test')
  let connect!: () => void
  const mayConnect = new Promise<void>((resolve) => (connect = resolve))
  await admin.routeWebSocket('**/socket.io/**', async (socket) => {
    await mayConnect
    socket.connectToServer()
  })
  await admin.goto(`/?id=${id}`)
  await expect(admin.getByRole('textbox', { name: /^Reason/ })).toBeEditable()
  await manager.expect('PATCH', `${APPROVALS}/${id}/approve`, {
    body: {},
    ifMatch: 1,
  })
  connect()
  await expect(admin.getByText(/manager decided: Approved/)).toBeVisible()
  await admin.close()
})

test('the response to a decision is lost in transit: the console asks again with the same key, and the money moves once', async ({
  browser,
  platform,
}) => {
  const { requester, manager, admin, gained, close } = await opensInThree(browser, platform.origin, '70.00')

  const keys: (string | undefined)[] = []
  let isLost = true
  await manager.route(DECISIONS, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (!isLost) return route.continue()
    // The server performs it; nothing of its response arrives.
    if (keys.length === 1) await route.fetch()
    return route.abort('connectionreset')
  })
  await approveButton(manager).click()
  await expect(manager.getByText(/^No answer yet/)).toBeVisible()
  await expect(admin.getByText(/manager decided: Approved/), 'the others know already').toBeVisible()
  await expect(requester.getByText(/manager decided: Approved/)).toBeVisible()
  isLost = false
  await expect(manager.getByText(/^You decided: Approved/)).toBeVisible({ timeout: 30_000 })

  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect(await gained()).toBeCloseTo(70, 5)
  await close()
})
