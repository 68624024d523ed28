/**
 * Loads and redeems: a platform refuses a load, support asks again, and a colleague sees it done; a redeem by hand with fewer credits; one
 * that is withdrawn at once. Two browsers.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { storePlatform } from '@contract/records/content/store-platform'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { platformDeposit } from '@contract/records/money/platform-deposit'
import { platformWithdrawal } from '@contract/records/money/platform-withdrawal'
import { paymentMethod } from '@contract/records/system/payment-method'
import { platformAccount } from '@contract/records/people/platform-account'
import { createBehaviours } from '@server/sandbox/behaviour'
import { createPlatformSandbox, openJobBooks, type JobBooks } from '@server/sandbox/platform'
import { enter } from './kit/people'
import { expect, test as base } from './kit/platform'
import { callerAt } from './kit/work'

const LOADS = `/api/v1/${platformDeposit.base}`
const REDEEMS = `/api/v1/${platformWithdrawal.base}`
const STORE = 'NORTHGATE'
const SECRET = 'whsec_dGhlIGpvdXJuZXkgb2YgbG9hZHMgYW5kIHJlZGVlbXM='
/** It is done after this long, so that both see it under way, milliseconds. */
const DONE_AFTER_MS = 2000

interface Games {
  books: JobBooks
  behaviours: ReturnType<typeof createBehaviours>
  url: string
  /** Where the server listens: it is told what has become of its jobs. */
  tellsTo(origin: string): void
}
const test = base.extend<{ games: Games }>({
  games: [
    // Playwright reads from the pattern what a fixture needs: this one, nothing of its own.
    async ({ browserName: _any }, provide) => {
      const [books, behaviours] = [openJobBooks(null), createBehaviours({ seed: 1, fail: 0, unknown: 0 })]
      let events: string | null = null
      const payAfterMs = DONE_AFTER_MS
      const sandbox = createPlatformSandbox({ books, behaviours, secret: SECRET, events: () => events, payAfterMs })
      const url = await sandbox.listen({ host: '127.0.0.1', port: 0 })
      const tellsTo = (origin: string) => void (events = `${origin}/api/v1/rails/GAMES/events`)
      await provide({ books, behaviours, url, tellsTo })
      await sandbox.close()
    },
    { timeout: 30_000 },
  ],
  settings: ({ games }, provide) =>
    provide({ PLATFORM_RAILS: 'GAMES', RAIL_GAMES_URL: games.url, RAIL_GAMES_SECRET: SECRET }),
})

interface Row {
  id: string
  reference: string
  status: string
}
interface Request extends Row {
  platform_account: Named
  username: string
  attempts: readonly { outcome: string }[]
  moved_credits: string | null
  difference: string | null
  net_amount?: string | null
  withdrawal?: Named | null
}
type Named = { id: string; name: string }
interface Account extends Row {
  user: Named
  store_platform: Named
}
interface Method {
  id: string
  name: string
  store_code: string
}
interface Platform {
  id: string
  mode: string
  rail: string | null
  health: string
}

/** The page of a load or a redeem, of a person who is signed in. */
async function opened(page: Page, email: string, route: string, { id, reference }: Row): Promise<void> {
  await enter(page, email)
  await page.goto(`${route}/${id}`)
  await expect(page.getByRole('heading', { name: reference })).toBeVisible()
}
const stateIs = (page: Page, state: string) => expect(page.getByText(state, { exact: true }).first()).toBeVisible()

test('an app requests a load that its platform refuses, and support retries it; a redeem by hand brings fewer credits, and another one is withdrawn at once', async ({
  browser,
  platform,
  games,
}) => {
  const { origin } = platform
  games.tellsTo(origin)
  const key = await platform.appKey(STORE)
  const app = async (path: string, body: object, method = 'POST') => {
    const answer = await fetch(`${origin}/api/v1/${path}`, {
      method,
      headers: { [APP_KEY_HEADER]: key, 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { success: boolean; data: { id: string } }
  }
  const lead = await callerAt(origin, 'lead')
  const admin = await callerAt(origin, 'admin')
  const read = async <R = Request>(path: string) => (await lead.expect<{ data: R }>('GET', path)).data
  const platforms = (await admin.expect<{ data: Platform[] }>('GET', `/api/v1/${storePlatform.base}`)).data
  const accounts = await read<Account[]>(`/api/v1/${platformAccount.base}?status=ACTIVE&itemNo=200`)

  /** What an app asks for at the first account of such a platform that may have it. */
  async function requested(path: string, base: string, fits: (at: Platform) => boolean, asked: object) {
    for (const { id, store_platform } of accounts) {
      if (!platforms.some((each) => each.id === store_platform.id && fits(each))) continue
      const answer = await app(path, { platform_account: id, source: 'APP', ...asked })
      if (answer.success) return read(`${base}/${answer.data.id}`)
    }
    throw new Error(`No account of the demo can be used for ${path}`)
  }

  games.behaviours.tell('fail')
  const isAutomated = ({ mode, rail, health }: Platform) =>
    mode === 'AUTOMATED' && rail === 'GAMES' && health !== 'DOWN'
  const load = await requested('platform-deposit', LOADS, isAutomated, { amount: '25.00' })
  const route = '/platform-transaction/platform-deposit'
  const first = await browser.newPage({ baseURL: origin })
  const second = await browser.newPage({ baseURL: origin })
  await opened(first, 'support@pitboss.test', route, load)
  await opened(second, 'lead@pitboss.test', route, load)
  await expect(first.getByText('The account is in a game').first()).toBeVisible()
  await stateIs(second, 'Failed')

  await first.getByRole('button', { name: 'Retry…' }).click()
  const retry = first.getByRole('dialog').or(first.getByRole('alertdialog'))
  await retry.getByRole('textbox', { name: /^Reason/ }).fill('Người dùng đã thoát trò chơi')
  await retry.getByRole('button', { name: 'Load 25.00 USD again' }).click()
  for (const [page, who] of [
    [first, 'who retried it'],
    [second, 'who watches'],
  ] as const)
    await expect(page.getByText('Done', { exact: true }).first(), `${who} sees it live`).toBeVisible()
  const loaded = await read(`${LOADS}/${load.id}`)
  expect(loaded.attempts.map(({ outcome }) => outcome)).toEqual(['DONE', 'FAILED'])
  expect(games.books.find(`${load.reference}-2`)?.credits).toBe(Number(loaded.moved_credits).toFixed(2))

  const redeem = await requested('platform-withdrawal', REDEEMS, ({ mode }) => mode === 'MANUAL', {
    everything: false,
    credits: '60.00',
  })
  const redeems = '/platform-transaction/platform-withdrawal'
  await second.goto(`${redeems}/${redeem.id}`)
  await stateIs(second, 'Requested')
  await first.goto(`${redeems}/${redeem.id}/review`)
  await first.getByRole('button', { name: /^Claim/ }).press('Enter')
  const form = first.getByRole('form', { name: 'Decision' })
  await form.getByRole('textbox', { name: /^Credits redeemed/ }).fill('40.00')
  await form.getByRole('textbox', { name: /^External reference/ }).fill('P-4711')
  await expect(form.getByText('Say why it is not 60.00 credits').first()).toBeVisible()
  await form.getByRole('textbox', { name: /^Why it differs/ }).fill('Kullanıcı oynamaya devam etti')
  await form.getByRole('button', { name: /^Complete [\d.]+ [A-Z]{3}/ }).click()
  await stateIs(second, 'Done')
  await expect(second.getByText('Kullanıcı oynamaya devam etti').first()).toBeVisible()
  const redeemed = await read(`${REDEEMS}/${redeem.id}`)
  expect(redeemed).toMatchObject({ status: 'COMPLETED', moved_credits: '40' })
  expect(Number(redeemed.net_amount)).toBeGreaterThan(0)

  // The app stores where the user is paid.
  const methods = (await admin.expect<{ data: Method[] }>('GET', `/api/v1/${paymentMethod.base}`)).data
  const pix = methods.find(({ name, store_code }) => name === 'PIX' && store_code === STORE)!.id
  const { user } = accounts.find(({ id }) => id === redeem.platform_account.id)!
  const details = [{ label: 'Chave PIX', value: 'viagem-da-semana' }]
  const stored = await app(
    `users/${user.id}/payout-details`,
    { payment_method: pix, payee: user.name, details },
    'PATCH',
  )
  expect(stored).toMatchObject({ success: true, data: { destination: '•••• mana' } })
  const asked = { everything: false, credits: '90.00', payout_method: pix }
  const answer = await app('platform-withdrawal', {
    platform_account: redeem.platform_account.id,
    source: 'APP',
    ...asked,
  })
  const toPay = await read(`${REDEEMS}/${answer.data.id}`)
  await first.goto(`${redeems}/${toPay.id}/review`)
  await second.goto(`${redeems}/${toPay.id}`)
  await stateIs(second, 'Requested')
  await first.getByRole('button', { name: /^Claim/ }).press('Enter')
  const paid = first.getByRole('form', { name: 'Decision' })
  await paid.getByRole('textbox', { name: /^Credits redeemed/ }).fill('90.00')
  await paid.getByRole('textbox', { name: /^External reference/ }).fill('P-4712')
  await paid.getByRole('button', { name: /^Complete [\d.]+ [A-Z]{3}/ }).click()
  await stateIs(second, 'Done')
  const { withdrawal, net_amount } = await read(`${REDEEMS}/${toPay.id}`)
  const toBePaid = await read<Row & { amount: string; redeem: Named }>(
    `/api/v1/${manualWithdrawal.base}/${withdrawal!.id}`,
  )
  expect(toBePaid).toMatchObject({ status: 'PENDING', amount: net_amount, redeem: { name: toPay.reference } })
  await first.goto(`${redeems}/${toPay.id}`)
  for (const [page, who] of [
    [first, 'who completed it'],
    [second, 'who watches'],
  ] as const) {
    await page.getByRole('link', { name: withdrawal!.name }).first().click()
    await expect(page.getByRole('heading', { name: withdrawal!.name }), `${who} comes to the withdrawal`).toBeVisible()
    await expect(page.getByRole('link', { name: toPay.reference }).first(), `${who} comes back`).toBeVisible()
  }
  await Promise.all([first, second].map((each) => each.close()))
})
