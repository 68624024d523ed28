/** The tasks of a first day (tasks.ts) that no other journey completes. */
import { avatarButton } from '../kit/console-page'
import { ADMIN, DEMO_PASSWORD, dialog, enter, grid, openPage, rowOf, search, searchField } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt } from './kit/work'

interface Person {
  first_name: string
  last_name: string
  email: string
  phone: string
}
const NEW_PASSWORD = 'Second#Day2026'

test('an administrator finds people, shares a list, comes back to a place, and undoes a bulk action', async ({
  page,
  browser,
  platform,
}) => {
  const boss = await callerAt(platform.origin, 'super')
  const { data: people } = await boss.expect<{ data: Person[] }>('GET', '/api/v1/users?itemNo=30')
  const person = people.find(
    ({ first_name, last_name, phone }) => phone && /^[a-z]{4,}$/i.test(first_name + last_name),
  )!
  const emails = () => grid(page, 'users').locator('[role="row"] [role="gridcell"][data-col="email"]').allInnerTexts()
  await enter(page)

  await test.step('find a person by parts of the name in any order, and by digits of the phone', async () => {
    await openPage(page, 'Users')
    await expect(page.getByText(/of 5,000/)).toBeVisible()
    const parts = [person.last_name, person.first_name].map((name) => name.slice(0, 4).toUpperCase()).join(' ')
    for (const text of [parts, person.phone.replaceAll(/\D/g, '').slice(-7)]) {
      await search(page, text)
      await expect(rowOf(page, person.email)).toBeVisible()
    }
  })

  await test.step('send a link to a filtered and sorted list to a colleague', async () => {
    await search(page, person.first_name)
    await page.getByRole('columnheader', { name: 'Last name' }).click()
    await expect(page.getByRole('columnheader', { name: 'Last name' })).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => page.url()).toContain('sort')
    const seen = (await emails()).slice(0, 3)
    const theirs = await browser.newPage({ baseURL: platform.origin })
    await enter(theirs, 'super@pitboss.test')
    await theirs.goto(page.url())
    await expect(searchField(theirs)).toHaveValue(person.first_name)
    // Until the whole list is there, its order is that of the rows that are.
    const cells = grid(theirs, 'users').locator('[role="row"] [role="gridcell"][data-col="email"]')
    await expect.poll(async () => (await cells.allInnerTexts()).slice(0, 3)).toEqual(seen)
    await theirs.close()
  })

  await test.step('open a record and come back to the same rows', async () => {
    await openPage(page, 'Home')
    await openPage(page, 'Users')
    await expect(page.getByText(/of 5,000/)).toBeVisible()
    await grid(page, 'users').focus()
    await page.keyboard.press('Control+End')
    const last = page.locator('[role="row"][data-index="4999"]')
    const link = last.getByRole('link').first()
    await expect(link).toBeVisible()
    const name = await link.innerText()
    // The list keeps the rows in view once scrolling has stopped.
    await page.waitForTimeout(500)
    await link.click()
    await expect(page.getByRole('heading', { name: new RegExp(`^${name}`) }).first()).toBeVisible()
    await page.goBack()
    await expect(last).toBeVisible()
  })

  await test.step('disable several people at once, and undo it', async () => {
    await search(page, person.first_name)
    await grid(page, 'users').focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    const switches = grid(page, 'users').getByRole('switch')
    const before = await Promise.all([0, 1].map((index) => switches.nth(index).isChecked()))
    const verb = before.includes(true) ? 'Disable' : 'Enable'
    await page.getByRole('button', { name: verb, exact: true }).click()
    await page
      .getByRole('alertdialog')
      .or(dialog(page))
      .getByRole('button', { name: new RegExp(`^${verb} \\d`) })
      .click()
    await expect(page.getByText(new RegExp(`users? ${verb.toLowerCase()}d$`)).first()).toBeVisible()
    for (const index of [0, 1]) await expect(switches.nth(index)).toBeChecked({ checked: verb === 'Enable' })
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    for (const index of [0, 1]) await expect(switches.nth(index)).toBeChecked({ checked: before[index] })
  })

  await test.step('find a person from another page with Ctrl K', async () => {
    await openPage(page, 'Home')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(person.email)
    await page.getByRole('option', { name: new RegExp(person.last_name) }).click()
    await expect(page.getByRole('heading', { name: new RegExp(person.last_name) }).first()).toBeVisible()
  })
})

test('an administrator changes the own password, and meets pages that are closed or do not exist', async ({
  page,
  browser,
  platform,
}) => {
  await test.step('change the own password, and sign in with the new one', async () => {
    await enter(page)
    await avatarButton(page).click()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await dialog(page)
      .getByLabel(/^Current password/)
      .fill(DEMO_PASSWORD)
    await dialog(page)
      .getByLabel(/^New password/)
      .fill(NEW_PASSWORD)
    await dialog(page)
      .getByLabel(/^Confirm password/)
      .fill(NEW_PASSWORD)
    await dialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(dialog(page)).toBeHidden()
    const theirs = await browser.newPage({ baseURL: platform.origin })
    await enter(theirs, ADMIN, NEW_PASSWORD)
    await theirs.close()
  })

  await test.step('learn why a page is not permitted, and leave an address that does not exist', async () => {
    const editor = await browser.newPage({ baseURL: platform.origin })
    await enter(editor, 'content@pitboss.test')
    await editor.goto('/admin')
    await expect(editor.getByRole('heading', { name: 'You may not open this page' })).toBeVisible()
    await expect(editor.getByText(/super admin/i).first()).toBeVisible()
    await editor.goto('/no-such-page')
    await expect(editor.getByRole('main').getByRole('heading', { name: 'page not found' })).toBeVisible()
    await editor.getByRole('main').getByRole('link', { name: /Home/ }).click()
    await expect.poll(() => new URL(editor.url()).pathname).toBe('/')
    await editor.close()
  })
})
