/** Withdrawals: an app requests one, one person sends it for approval, another one approves it, and the bank or the wallet service pays it. Two browsers. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { approvalsOperations } from '@contract/http/approvals'
import { cryptoCoin } from '@contract/records/money/crypto-coin'
import { cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { addressFor } from '@demo/money/coin-addresses'
import type { Approval } from '@contract/entities/approval'
import { DEMO_PASSWORD, enter } from './kit/people'
import { expect, test } from './kit/platform'
import { appOf, mayWithdraw, readWithdrawal, requestedQuietly, type User, type Withdrawal } from './kit/withdrawals'
import { callerAt } from './kit/work'

/** Another person must approve it, who proves who they are. */
const AMOUNT = '640.00'

interface CoinWithdrawal extends Withdrawal {
  address: string
  estimate: string | null
  coin_amount: string | null
  tx_hash: string | null
  confirmations: string | null
}
/** The page of the withdrawal, of a person who is signed in. */
async function opened(page: Page, email: string, route: string, { id, reference }: Withdrawal): Promise<void> {
  await enter(page, email)
  await page.goto(`${route}/${id}`)
  await expect(page.getByRole('heading', { name: reference })).toBeVisible()
}
/** Claims the withdrawal on its desk, and sends it for approval. */
async function sent(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: /^Claim/ }).press('Enter')
  await page.getByRole('textbox', { name: /^Note/ }).fill(note)
  await page.getByRole('button', { name: `Approve ${AMOUNT} USD` }).click()
}
/** The last of those who must approve it does so, on its page, with their password. @param reads looks at what is asked */
async function approvesLast(page: Page, reads: (dialog: Locator) => Promise<void>): Promise<void> {
  const notice = page.getByRole('note').filter({ hasText: /^Waits for approval:/ })
  await notice.getByRole('button', { name: /^Approve/ }).click()
  const dialog = page.getByRole('dialog')
  await reads(dialog)
  await dialog
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  const proof = page.getByRole('dialog', { name: 'Approve?' })
  await proof.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^You decided: Approved/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

test('an app requests it, finance sends it for approval, a colleague approves it, and both see that the bank has paid', async ({
  browser,
  platform,
}) => {
  const { origin } = platform
  const app = await appOf(platform)
  const finance = await callerAt(origin, 'finance')
  const read = (id: string) => readWithdrawal(finance, id)
  const withdrawal = await requestedQuietly(finance, app, AMOUNT)
  expect(withdrawal).toMatchObject({ status: 'PENDING', destination: 'DE89 •••• 3000' })

  const first = await browser.newPage({ baseURL: origin })
  await enter(first, 'finance@pitboss.test')
  await first.goto(`/withdrawal/manual-withdrawal/${withdrawal.id}/review`)
  await expect(first.getByRole('list', { name: 'Checks' }).getByRole('listitem')).toHaveCount(14)
  await sent(first, 'Wygrana się zgadza')
  await expect.poll(async () => (await read(withdrawal.id)).status).toBe('AWAITING_SECOND_APPROVAL')
  await first.goto(`/withdrawal/manual-withdrawal/${withdrawal.id}`)
  await expect(first.getByText('Needs 2nd approval', { exact: true }).first()).toBeVisible()

  const second = await browser.newPage({ baseURL: origin })
  await opened(second, 'finance2@pitboss.test', '/withdrawal/manual-withdrawal', withdrawal)
  await approvesLast(second, (dialog) => expect(dialog.getByText('DE89 •••• 3000')).toBeVisible())

  for (const [page, who] of [
    [first, 'who asked'],
    [second, 'who approved'],
  ] as const)
    await expect(page.getByText('Paid', { exact: true }).first(), `${who} sees it live`).toBeVisible()
  const paid = await read(withdrawal.id)
  expect(paid).toMatchObject({ status: 'COMPLETED', attempts: [{ outcome: 'DONE' }] })
  expect(paid.external_ref).toMatch(/^SB-/)
  await Promise.all([first, second].map((each) => each.close()))
})

test('coins to a new address: three people look at it, the rate is locked by the last, and both see the confirmations until it is paid', async ({
  browser,
  platform,
}) => {
  // Twenty confirmations take most of a minute.
  test.setTimeout(300_000)
  const { origin } = platform
  const app = await appOf(platform)
  const finance = await callerAt(origin, 'finance')
  const manager = await callerAt(origin, 'manager')
  const base = `/api/v1/${cryptoWithdrawal.base}`
  const asked = `/api/v1/${cryptoWithdrawal.appBase}`
  const { data: coins } = await app<{ id: string; symbol: string; network: string }[]>(
    'GET',
    `/api/v1/${cryptoCoin.appBase}`,
  )
  const coin = coins.find(({ symbol, network }) => symbol === 'USDT' && network === 'TRON')!
  const address = addressFor(coin.network, randomUUID())!
  const read = async (id: string) => (await finance.expect<{ data: CoinWithdrawal }>('GET', `${base}/${id}`)).data

  /** Of the first user who may withdraw so much, and of whom nothing warns but the address. */
  async function requested(): Promise<CoinWithdrawal> {
    const { data: users } = await finance.expect<{ data: User[] }>('GET', '/api/v1/users?itemNo=200')
    for (const user of users.filter((user) => mayWithdraw(user, AMOUNT))) {
      const answer = await app('POST', asked, { user: user.id, coin: coin.id, amount: AMOUNT, address, source: 'APP' })
      if (!answer.success) continue
      const withdrawal = await read(answer.data.id)
      if (withdrawal.warnings.join() === 'ADDRESS') return withdrawal
      await app('POST', `${asked}/${withdrawal.id}/cancel`, {})
    }
    throw new Error('No user of the demo can withdraw coins without another warning')
  }
  const withdrawal = await requested()
  const { id } = withdrawal

  const first = await browser.newPage({ baseURL: origin })
  await enter(first, 'finance@pitboss.test')
  await first.goto(`/withdrawal/crypto-withdrawal/${id}/review`)
  await expect(first.getByText('The first payment to this address')).toBeVisible()
  await sent(first, 'Η διεύθυνση επιβεβαιώθηκε τηλεφωνικά')
  await expect.poll(async () => (await read(id)).status).toBe('AWAITING_SECOND_APPROVAL')
  await first.goto(`/withdrawal/crypto-withdrawal/${id}`)
  await expect(first.getByText('Needs 2nd approval', { exact: true }).first()).toBeVisible()

  // With a warning two other people must approve so much: the first of them decides without a browser.
  const { path } = approvalsOperations.list
  const { data: waiting } = await manager.expect<{ data: Approval[] }>('GET', `${path}?about=${id}`)
  await manager.expect('POST', '/api/v1/admin-two-fa/step-up', { body: { password: DEMO_PASSWORD } })
  await manager.expect('PATCH', `${path}/${waiting[0]!.id}/approve`, { ifMatch: waiting[0]!.version, body: {} })
  expect(await read(id)).toMatchObject({ status: 'AWAITING_SECOND_APPROVAL', coin_amount: null })

  const second = await browser.newPage({ baseURL: origin })
  await opened(second, 'finance2@pitboss.test', '/withdrawal/crypto-withdrawal', withdrawal)
  await approvesLast(second, async (dialog) => {
    // It is whole, and in groups: the gaps are no characters.
    await expect(dialog.getByRole('definition').filter({ hasText: address })).toBeVisible()
    await expect(dialog.getByText('Address: The first payment to this address')).toBeVisible()
  })
  // The rate of this coin is fixed.
  expect(await read(id)).toMatchObject({ coin_amount: withdrawal.estimate })

  const both = [
    [first, 'who asked'],
    [second, 'who approved'],
  ] as const
  const explorer = (page: Page) => page.getByRole('link', { name: /\(opens in a new tab\)$/ })
  for (const [page, who] of both) {
    await expect(explorer(page), `${who} sees the transaction`).toBeVisible()
    await expect(page.getByText(/^[1-9]\d* of \d+$/).first(), `${who} sees confirmations`).toBeVisible()
  }
  for (const [page, who] of both)
    await expect(page.getByText('Paid', { exact: true }).first(), `${who} sees it live`).toBeVisible({
      timeout: 120_000,
    })
  const paid = await read(id)
  expect(paid).toMatchObject({ status: 'COMPLETED', attempts: [{ outcome: 'DONE' }] })
  expect(await explorer(first).getAttribute('href')).toContain(paid.tx_hash)
  await Promise.all([first, second].map((each) => each.close()))
})
