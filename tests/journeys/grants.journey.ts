/** Money that several people decide about: a bonus above the tier, from the request to the user's balance, in three browsers. */
import type { Locator, Page } from '@playwright/test'
import { approvalsOperations } from '@contract/http/approvals'
import { DEMO_PASSWORD, enter, rowOf } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt, entries, openPanel } from './kit/work'

const APPROVALS = approvalsOperations.list.path

interface Stored {
  id: string
  version: number
}
interface User extends Stored {
  first_name: string
  last_name: string
  email: string
  account_status: string
  third_party_store_code: string | null
  is_deleted: boolean
}

/** Approves the open approval, and proves who it is. @param within the dialog that shows it; default: its page */
async function approve(page: Page, within: Page | Locator = page): Promise<void> {
  await expect(within.getByRole('textbox', { name: /^Reason/ })).toBeEditable()
  await within
    .getByRole('button', { name: /^Approve/ })
    .nth(1)
    .click()
  const proof = page.getByRole('dialog', { name: 'Approve?' })
  await proof.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
}

test('a grant above the tier: two colleagues approve it, from the notification and from the queue, and everybody sees it credited', async ({
  page,
  browser,
  platform,
}) => {
  const manager = await callerAt(platform.origin, 'manager')
  const terms = { type: 'MANUAL', reward: 'FIXED', amount: '1500', wagering_multiplier: '3', expiry_days: 30 }
  const { data: draft } = await manager.expect<{ data: Stored }>('POST', '/api/v1/admin-bonus', {
    body: { name: 'Ten years with us', ...terms, stackable: true, budget: '9000' },
  })
  await manager.expect('PATCH', `/api/v1/admin-bonus/${draft.id}/activate`, { body: {}, ifMatch: draft.version })
  const boss = await callerAt(platform.origin, 'admin')
  const { data: waiting } = await boss.expect<{ data: { id: string; record_id: string }[] }>('GET', APPROVALS)
  const { id: activation } = waiting.find(({ record_id }) => record_id === draft.id)!
  await boss.expect('PATCH', `${APPROVALS}/${activation}/approve`, {
    body: {},
    ifMatch: 1,
  })
  const { data: users } = await manager.expect<{ data: User[] }>('GET', '/api/v1/users?itemNo=50')
  const user = users.find(
    ({ account_status, third_party_store_code, is_deleted }) =>
      account_status === 'ACTIVE' && third_party_store_code === null && !is_deleted,
  )!
  const name = `${user.first_name} ${user.last_name}`
  const title = `Grant 1,500.00 USD of Ten years with us: ${name}`

  const [admin, second] = [
    await browser.newPage({ baseURL: platform.origin }),
    await browser.newPage({ baseURL: platform.origin }),
  ]
  await enter(page, 'manager@pitboss.test')
  await enter(admin, 'admin@pitboss.test')
  await enter(second, 'manager2@pitboss.test')

  await test.step('a manager requests it on the user', async () => {
    await page.goto(`/users?q=${encodeURIComponent(user.email)}`)
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Grant bonus…' }).click()
    const question = page.getByRole('alertdialog', { name: `Grant a bonus to ${name}?` })
    await question.getByRole('combobox', { name: /^Bonus/ }).fill('Ten years')
    await page.getByRole('option', { name: 'Ten years with us' }).click()
    await question.getByRole('textbox', { name: /^Note/ }).fill('Δέκα χρόνια μαζί μας')
    await question.getByRole('textbox', { name: /^Type the amount/ }).fill('1500')
    await question.getByRole('button', { name: 'Grant 1,500.00 USD' }).click()
    await expect(page.getByText('Sent for approval').first()).toBeVisible()
    await page.goto(`/users/${user.id}/bonuses`)
    await expect(rowOf(page, 'Ten years with us')).toContainText('Granted')
  })
  await test.step('an admin opens the notification, and is the first who approves', async () => {
    await openPanel(admin)
    await entries(admin).filter({ hasText: title }).first().click()
    await expect(admin, 'the notification opens the grant').toHaveURL(/\/bonus-history\/[\w-]+$/)
    await expect(admin.getByText(`Waits for approval: ${title}`)).toBeVisible()
    await admin.getByRole('button', { name: 'Approve…' }).click()
    await approve(admin, admin.getByRole('dialog', { name: title }))
    await expect(admin.getByText(/A second person must decide this approval too/)).toBeVisible()
    await expect(rowOf(page, 'Ten years with us'), 'nothing has moved').toContainText('Granted')
  })
  await test.step('another manager finds it in the queue, and is the second one', async () => {
    await second.goto('/')
    await second.getByRole('link', { name: new RegExp('Ten years with us') }).click()
    await approve(second)
    await expect(second.getByText(/^You decided: Approved/)).toBeVisible()
  })
  await test.step('it is credited: the others see it without a reload', async () => {
    await expect(rowOf(page, 'Ten years with us')).toContainText('Active')
    await expect(admin.getByText(`Waits for approval: ${title}`)).toBeHidden()
    const { data } = await manager.expect<{ data: { bonus_balance: string } }>('GET', `/api/v1/users/${user.id}`)
    expect(Number(data.bonus_balance)).toBeGreaterThanOrEqual(1500)
    await expect(page.getByText(/1,500\.00|1500\.00/).first()).toBeVisible()
  })
  await admin.close()
  await second.close()
})
