/** Administrators and their colleagues: sessions end on every device, and whoever leaves keeps no open work. */
import { avatarButton, loginForm, menu, signIn } from '../kit/console-page'
import { DEMO_PASSWORD, enter, openPage, rowOf, search } from './kit/people'
import { expect, test } from './kit/platform'
import { assign, callerAt, openTickets, takeOn } from './kit/work'

const SUPER = 'super@pitboss.test'
const SUPPORT = 'support@pitboss.test'

test('ended sessions: a colleague’s console returns to the login at once, and the same password opens it again', async ({
  page,
  browser,
  platform,
}) => {
  const theirs = await browser.newPage({ baseURL: platform.origin })
  await enter(theirs, SUPPORT)
  await enter(page, SUPER)
  await openPage(page, 'Admins')
  await search(page, SUPPORT)
  await expect(rowOf(page, SUPPORT)).toContainText('Online')
  await page.getByRole('button', { name: 'More for Lucía Peña' }).click()
  await page.getByRole('menuitem', { name: 'End sessions' }).click()
  const question = page.getByRole('alertdialog', { name: 'End the sessions of Lucía Peña?' })
  await question.getByRole('button', { name: 'End sessions' }).click()
  await expect(question.getByText('Required')).toBeVisible()
  await question.getByRole('textbox', { name: /^Reason/ }).fill('Her laptop was stolen')
  await question.getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByText('Sessions ended successfully')).toBeVisible()
  await expect(loginForm(theirs)).toBeVisible()
  await signIn(theirs, SUPPORT, DEMO_PASSWORD)
  await expect(avatarButton(theirs)).toBeVisible()
  await theirs.close()
})

test('a permission set: the administrator reads what it changes, proves who they are, and the colleague’s open menu has the page at once', async ({
  page,
  browser,
  platform,
}) => {
  const theirs = await browser.newPage({ baseURL: platform.origin })
  await enter(theirs, SUPPORT)
  const transactions = menu(theirs).getByRole('link', { name: /^Transaction records/ })
  await expect(transactions).toBeHidden()
  await enter(page, SUPER)
  await openPage(page, 'Admins')
  await search(page, SUPPORT)
  const ask = async () => {
    await page.getByRole('button', { name: 'More for Lucía Peña' }).click()
    await page.getByRole('menuitem', { name: 'Assign permission set' }).click()
    return page.getByRole('alertdialog', { name: 'Assign a permission set to Lucía Peña?' })
  }
  const question = await ask()
  const change = question.getByRole('region', { name: 'What changes for them' })
  await expect(change).toContainText('Nothing changes for them.')
  await question.getByRole('combobox', { name: /^Permission set/ }).fill('Payout')
  await page.getByRole('option', { name: 'Payout reader' }).click()
  await expect(change.getByRole('region', { name: 'Appears in their menu' })).toContainText('Transaction records')
  await question.getByRole('textbox', { name: /^Reason/ }).fill('Covers for a colleague')
  await question.getByRole('button', { name: 'Assign permission set' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Permission set assigned successfully')).toBeVisible()
  await expect(transactions).toBeVisible()
  // Taken away again: the proof is still valid, so the person is not asked twice.
  const again = await ask()
  await expect(again.getByRole('region', { name: 'Leaves their menu' })).toContainText('Transaction records')
  await again.getByRole('textbox', { name: /^Reason/ }).fill('The colleague is back')
  await again.getByRole('button', { name: 'Assign permission set' }).click()
  await expect(again).toBeHidden()
  await expect(transactions).toBeHidden()
  await theirs.close()
})

test('disabling with open work: what is open is shown, and what comes in meanwhile is moved with it', async ({
  page,
  platform,
}) => {
  const { id, email } = await takeOn(platform.origin, 'nora_quist')
  const boss = await callerAt(platform.origin, 'super')
  const [first, second] = await openTickets(boss, id)
  await assign(boss, first!, id)
  await enter(page, SUPER)
  await openPage(page, 'Admins')
  await search(page, email)
  await page.getByRole('switch', { name: 'Account of Nora Quist' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disable Nora Quist?' })
  await expect(question.getByRole('definition').first()).toHaveText('1')
  // A colleague assigns another ticket while the question is open.
  await assign(boss, second!, id)
  await question.getByRole('combobox', { name: /^Move tickets and chats to/ }).fill('Jun')
  await page.getByRole('option', { name: /Jun Mori/ }).click()
  await question.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Successfully Disabled')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Account of Nora Quist' })).not.toBeChecked()
  for (const ticket of [first!, second!]) {
    const { data } = await boss.expect<{ data: { assignee: { name: string } | null } }>(
      'GET',
      `/api/v1/support-ticket/${ticket.id}`,
    )
    expect(data.assignee?.name).toBe('Jun Mori')
  }
})
