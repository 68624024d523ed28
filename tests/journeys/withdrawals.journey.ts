/** A manual withdrawal: an app requests it, one person sends it for approval, another one approves it, and the bank pays it. Two browsers. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { paymentMethod } from '@contract/records/system/payment-method'
import { DEMO_PASSWORD, enter } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt } from './kit/work'

const WITHDRAWALS = `/api/v1/${manualWithdrawal.base}`
const REQUESTED = `/api/v1/${manualWithdrawal.appBase}`
const STORE = 'NORTHGATE'
/** Another person must approve it, who proves who they are. */
const AMOUNT = '640.00'
const IBAN = 'DE89370400440532013000'

interface Withdrawal {
  id: string
  reference: string
  status: string
  destination: string
  warnings: readonly string[]
  external_ref: string | null
  attempts: readonly { outcome: string }[]
}
interface User {
  id: string
  first_name: string
  last_name: string
  account_status: string
  third_party_store_code: string | null
  cash_balance: string
}

/** The page of the withdrawal, of a person who is signed in. */
async function opened(page: Page, email: string, { id, reference }: Withdrawal): Promise<void> {
  await enter(page, email)
  await page.goto(`/withdrawal/manual-withdrawal/${id}`)
  await expect(page.getByRole('heading', { name: reference })).toBeVisible()
}

test('an app requests it, finance sends it for approval, a colleague approves it, and both see that the bank has paid', async ({
  browser,
  platform,
}) => {
  const { origin } = platform
  const key = await platform.appKey(STORE)
  const app = async (path: string, body: object) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { [APP_KEY_HEADER]: key, 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { success: boolean; message: string; data: { id: string } }
  }
  const finance = await callerAt(origin, 'finance')
  const { data: methods } = await finance.expect<{ data: { id: string; name: string }[] }>(
    'GET',
    `/api/v1/${paymentMethod.base}`,
  )
  const bank = methods.find(({ name }) => name === 'Bank transfer')!
  const { data: users } = await finance.expect<{ data: User[] }>('GET', '/api/v1/users?itemNo=200')
  const read = async (id: string) => (await finance.expect<{ data: Withdrawal }>('GET', `${WITHDRAWALS}/${id}`)).data

  /** The first user who may withdraw so much, and of whom no check warns. */
  async function requested(): Promise<Withdrawal> {
    for (const user of users) {
      if (user.account_status !== 'ACTIVE' || user.third_party_store_code !== null) continue
      if (Number(user.cash_balance) < Number(AMOUNT)) continue
      const answer = await app(REQUESTED, {
        user: user.id,
        payment_method: bank.id,
        amount: AMOUNT,
        payee: `${user.first_name} ${user.last_name}`,
        details: [{ label: 'IBAN', value: IBAN }],
        source: 'APP',
      })
      if (!answer.success) continue
      const withdrawal = await read(answer.data.id)
      if (withdrawal.warnings.length === 0) return withdrawal
      await app(`${REQUESTED}/${withdrawal.id}/cancel`, {})
    }
    throw new Error('No user of the demo can withdraw without a warning')
  }
  const withdrawal = await requested()
  expect(withdrawal).toMatchObject({ status: 'PENDING', destination: 'DE89 •••• 3000' })

  const first = await browser.newPage({ baseURL: origin })
  await enter(first, 'finance@pitboss.test')
  await first.goto(`/withdrawal/manual-withdrawal/${withdrawal.id}/review`)
  await expect(first.getByRole('list', { name: 'Checks' }).getByRole('listitem')).toHaveCount(13)
  await first.getByRole('button', { name: /^Claim/ }).press('Enter')
  await first.getByRole('textbox', { name: /^Note/ }).fill('Wygrana się zgadza')
  await first.getByRole('button', { name: `Approve ${AMOUNT} USD` }).click()
  await expect.poll(async () => (await read(withdrawal.id)).status).toBe('AWAITING_SECOND_APPROVAL')
  await first.goto(`/withdrawal/manual-withdrawal/${withdrawal.id}`)
  await expect(first.getByText('Needs 2nd approval', { exact: true }).first()).toBeVisible()

  const second = await browser.newPage({ baseURL: origin })
  await opened(second, 'finance2@pitboss.test', withdrawal)
  const notice = second.getByRole('note').filter({ hasText: /^Waits for approval:/ })
  await notice.getByRole('button', { name: /^Approve/ }).click()
  const dialog = second.getByRole('dialog')
  await expect(dialog.getByText('DE89 •••• 3000')).toBeVisible()
  await dialog
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click()
  const proof = second.getByRole('dialog', { name: 'Approve?' })
  await proof.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await second.keyboard.press('Enter')
  await expect(second.getByText(/^You decided: Approved/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

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
