/**
 * A bank that does not say whether it has paid: the withdrawal is unknown, its money stays locked, and a person asks the bank until it tells.
 * Two browsers.
 */
import { createBehaviours } from '@server/sandbox/behaviour'
import { openBooks, type Books } from '@server/sandbox/books'
import { createSandbox } from '@server/sandbox/payouts'
import { enter } from './kit/people'
import { expect, test as base } from './kit/platform'
import { appOf, readWithdrawal, requestedQuietly } from './kit/withdrawals'
import { callerAt } from './kit/work'

const SECRET = 'whsec_dGhlIGpvdXJuZXkgb2YgYW4gdW5rbm93biBvdXRjb21l'
/** Finance decides about so much alone. */
const AMOUNT = '120.00'

const test = base.extend<{ bank: { books: Books; url: string } }>({
  bank: [
    // Playwright reads from the pattern what a fixture needs: this one, nothing of its own.
    async ({ browserName: _any }, provide) => {
      const [books, behaviours] = [openBooks(null), createBehaviours({ seed: 1, fail: 0, unknown: 0 })]
      // It answers its first call with an error, and has noted nothing.
      behaviours.tell('error')
      const sandbox = createSandbox({ books, behaviours, secret: SECRET, events: () => null })
      const url = await sandbox.listen({ host: '127.0.0.1', port: 0 })
      await provide({ books, url })
      await sandbox.close()
    },
    { timeout: 30_000 },
  ],
  settings: ({ bank }, provide) => provide({ PAYOUT_RAILS: 'BANK', RAIL_BANK_URL: bank.url, RAIL_BANK_SECRET: SECRET }),
})

test('finance approves a withdrawal, the bank gives no clear answer, a colleague asks it again, and both see that it is paid', async ({
  browser,
  platform,
  bank,
}) => {
  const { origin } = platform
  const finance = await callerAt(origin, 'finance')
  const withdrawal = await requestedQuietly(finance, await appOf(platform), AMOUNT)
  const { id, reference } = withdrawal
  const page = `/withdrawal/manual-withdrawal/${id}`

  const second = await browser.newPage({ baseURL: origin })
  await enter(second, 'finance2@pitboss.test')
  await second.goto(page)
  await expect(second.getByRole('heading', { name: reference })).toBeVisible()

  const first = await browser.newPage({ baseURL: origin })
  await enter(first, 'finance@pitboss.test')
  await first.goto(`${page}/review`)
  await first.getByRole('button', { name: /^Claim/ }).press('Enter')
  await first.getByRole('button', { name: `Approve ${AMOUNT} USD` }).click()
  await expect.poll(async () => (await readWithdrawal(finance, id)).status).toBe('UNKNOWN')
  await first.goto(page)
  for (const [each, who] of [
    [first, 'who approved'],
    [second, 'who looks on'],
  ] as const)
    await expect(each.getByText('Outcome unknown', { exact: true }).first(), `${who} sees it`).toBeVisible()

  // The bank had got the call all the same, and has paid by now.
  const { attempts, net_amount } = await readWithdrawal(finance, id)
  const [attempt] = attempts
  bank.books.book({ reference: attempt!.reference, amount: net_amount, currency: 'USD', details: [], payee: '' })
  bank.books.change(attempt!.reference, { state: 'PAID', reason: null })

  await second.getByRole('button', { name: /^Claim/ }).click()
  await second.getByRole('button', { name: 'Look up' }).click()
  const question = second.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Look up' }).click()
  for (const [each, who] of [
    [first, 'who approved'],
    [second, 'who asked the bank'],
  ] as const)
    await expect(each.getByText('Paid', { exact: true }).first(), `${who} sees it live`).toBeVisible()
  expect(await readWithdrawal(finance, id)).toMatchObject({ status: 'COMPLETED', attempts: [{ outcome: 'DONE' }] })
  await Promise.all([first, second].map((each) => each.close()))
})
