/** A manual deposit: one person corrects it on the desk, another one approves it, and the first sees it live. Two browsers. */
import type { Approval } from '@contract/entities/approval'
import { approvalsOperations } from '@contract/http/approvals'
import { manualDeposit } from '@contract/records/money/manual-deposit'
import { enter } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt } from './kit/work'

const DEPOSITS = `/api/v1/${manualDeposit.base}`

interface Deposit {
  id: string
  reference: string
  amount: string
  status: string
  hints: readonly string[]
  user: { id: string }
  payment_method: { name: string }
}

test('finance corrects a deposit and sends it for approval; the manager approves it, and finance sees it credited', async ({
  browser,
  platform,
}) => {
  const { origin } = platform
  const [finance, manager] = await Promise.all([callerAt(origin, 'finance'), callerAt(origin, 'manager')])
  const { data: waiting } = await finance.expect<{ data: Deposit[] }>('GET', `${DEPOSITS}?tab=pending&itemNo=50`)
  const deposit = waiting.find(
    ({ hints, payment_method }) =>
      payment_method.name === 'PIX' && !['NO_PROOF', 'ABOVE_LIMIT', 'NOT_ALLOWED'].some((hint) => hints.includes(hint)),
  )!
  const cash = async () =>
    Number(
      (await finance.expect<{ data: { cash_balance: string } }>('GET', `/api/v1/users/${deposit.user.id}`)).data
        .cash_balance,
    )
  const before = await cash()

  const desk = await browser.newPage({ baseURL: origin })
  await enter(desk, 'finance@pitboss.test')
  await desk.goto(`/deposit/manual-deposit/${deposit.id}/review`)
  await desk.getByRole('button', { name: /^Claim/ }).press('Enter')
  await desk.getByRole('button', { name: 'Correct…' }).press('Enter')
  const question = desk.getByRole('alertdialog')
  await expect(question.getByRole('textbox', { name: /^Amount/ })).toHaveValue(deposit.amount)
  await question.getByRole('textbox', { name: /^Amount/ }).fill('41.00')
  await question.getByRole('textbox', { name: /^Payer/ }).fill('Đặng Thị Ngọc')
  await question.getByRole('textbox', { name: /^Reason/ }).fill('Na dowodzie jest 41')
  await question.getByRole('button', { name: 'Correct', exact: true }).press('Enter')
  await expect(question).toBeHidden()
  await desk.getByRole('button', { name: /^Approve 41\.00 USD/ }).click()
  const found = async () =>
    (await manager.expect<{ data: Approval[] }>('GET', `${approvalsOperations.list.path}?about=${deposit.id}`)).data[0]
  await expect.poll(found).toBeTruthy()
  expect(await cash(), 'nothing has moved yet').toBe(before)

  const page = await browser.newPage({ baseURL: origin })
  await enter(page, 'finance@pitboss.test')
  await page.goto(`/deposit/manual-deposit/${deposit.id}`)
  const second = await browser.newPage({ baseURL: origin })
  await enter(second, 'manager@pitboss.test')
  await second.goto(`/?id=${(await found())!.id}`)
  await expect(second.getByRole('textbox', { name: /^Reason/ })).toBeEditable()
  await expect(second.getByText(/Staff entered or corrected it/)).toBeVisible()
  await second
    .getByRole('button', { name: /^Approve/ })
    .nth(1)
    .click()
  await expect(second.getByText(/^You decided: Approved/)).toBeVisible()
  await expect(page.getByText('Credited', { exact: true }).first(), 'finance sees it live').toBeVisible()
  // Of 41.00 PIX takes 0.50; what the user owed is repaid from the rest.
  const [row] = (await finance.expect<{ data: Deposit[] }>('GET', `${DEPOSITS}?search=${deposit.reference}`)).data
  expect(row).toMatchObject({ status: 'COMPLETED', amount: '41.00', net_amount: '40.50' })
  expect(await cash()).toBeGreaterThan(before)
  await Promise.all([desk, page, second].map((each) => each.close()))
})
