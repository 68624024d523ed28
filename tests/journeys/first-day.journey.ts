/** An administrator's first day: find a person among 5,000, add, change, reset the password, disable and enable; a restart loses nothing. */
import type { Browser, Page } from '@playwright/test'
import { avatarButton, logInButton, loginForm, menu, signIn, signOut } from '../kit/console-page'
import { dialog, DEMO_PASSWORD, enter, fill, grid, openPage, rowOf, search } from './kit/people'
import { expect, test } from './kit/platform'

const FIRST = { email: 'ada.lovelace@pitboss.test', password: 'First#Day2026' }
const SECOND_PASSWORD = 'Second#Day2026'
const SUPER = 'super@pitboss.test'

/** Signs in in a separate browser. @returns whether it succeeded */
async function canSignIn(browser: Browser, origin: string, email: string, password: string): Promise<boolean> {
  const page = await browser.newPage({ baseURL: origin })
  await page.goto('/')
  await signIn(page, email, password)
  await expect(avatarButton(page).or(page.getByText(/Wrong email or password|Account disabled/))).toBeVisible()
  const isIn = await avatarButton(page).isVisible()
  await page.close()
  return isIn
}
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name: `Account of ${name}` })

// As `npm start` has it: the embedded database, killed and started again.
test.use({ database: 'embedded' })

test('the first day of an administrator', async ({ page, platform, browser }) => {
  test.setTimeout(300_000)

  await test.step('a wrong password shows an error and keeps the input; the right one opens Home', async () => {
    await page.goto('/')
    await signIn(page, SUPER, 'not the password')
    await expect(page.getByText('Wrong email or password')).toBeVisible()
    await expect(logInButton(page)).toHaveAccessibleName('Log In')
    await signIn(page, SUPER, DEMO_PASSWORD)
    await expect(avatarButton(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('one person is found among 5,000', async () => {
    await openPage(page, 'Users')
    await expect(page.getByText(/of 5,000/)).toBeVisible()
    const email = await grid(page, 'users')
      .getByText(/@example/)
      .nth(5)
      .innerText()
    await search(page, email)
    await expect(page.getByText(/1 matching · 5,000 loaded/)).toBeVisible()
    await expect(rowOf(page, email)).toBeVisible()
  })

  await test.step('a member of staff is added, after the fields have shown their errors', async () => {
    await openPage(page, 'Admins')
    await page.getByRole('button', { name: 'Add admin' }).click()
    await fill(page, {
      'First name': 'A',
      'Last name': 'Lovelace',
      Username: 'ada_lovelace',
      Email: SUPER,
      Password: FIRST.password,
      'Confirm password': 'another one',
    })
    const add = dialog(page).getByRole('button', { name: 'Add admin' })
    await add.click()
    for (const name of ['First name', 'Confirm password'])
      await expect(dialog(page).getByRole('textbox', { name, exact: true })).toHaveAttribute('aria-invalid', 'true')
    await fill(page, { 'First name': 'Ada', 'Confirm password': FIRST.password })
    await dialog(page).getByRole('combobox', { name: 'Role' }).selectOption('MANAGER')
    await add.click()
    // Errors that only the server can find are shown under their field too.
    await expect(dialog(page).getByRole('textbox', { name: 'Email', exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    )
    await fill(page, { Email: FIRST.email })
    await add.click()
    await expect(page.getByText('Successfully Added')).toBeVisible()
    await expect(rowOf(page, FIRST.email)).toBeVisible()
  })

  await test.step('the person can sign in, with only the rights of the role', async () => {
    expect(await canSignIn(browser, platform.origin, FIRST.email, FIRST.password)).toBe(true)
  })

  await test.step('the name is changed', async () => {
    await search(page, FIRST.email)
    await page.getByRole('button', { name: 'Edit Ada Lovelace' }).click()
    await fill(page, { 'Last name': 'King' })
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Successfully Updated')).toBeVisible()
    await expect(rowOf(page, FIRST.email)).toContainText('King')
  })

  await test.step('after a password reset only the new password signs in', async () => {
    await page.getByRole('button', { name: 'More for Ada King' }).click()
    await page.getByRole('menuitem', { name: 'Reset password' }).click()
    await fill(page, { Password: SECOND_PASSWORD, 'Confirm password': SECOND_PASSWORD })
    await dialog(page).getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Reset Password successfully')).toBeVisible()
    expect(await canSignIn(browser, platform.origin, FIRST.email, FIRST.password)).toBe(false)
    expect(await canSignIn(browser, platform.origin, FIRST.email, SECOND_PASSWORD)).toBe(true)
  })

  await test.step('disabling signs the person out immediately and blocks the sign-in; enabling allows it again', async () => {
    const theirs = await browser.newPage({ baseURL: platform.origin })
    await enter(theirs, FIRST.email, SECOND_PASSWORD)
    await switchOf(page, 'Ada King').click()
    await dialog(page).or(page.getByRole('alertdialog')).getByRole('button', { name: 'Disable', exact: true }).click()
    await expect(switchOf(page, 'Ada King')).not.toBeChecked()
    await expect(loginForm(theirs)).toBeVisible()
    await theirs.close()
    expect(await canSignIn(browser, platform.origin, FIRST.email, SECOND_PASSWORD)).toBe(false)
    await switchOf(page, 'Ada King').click()
    await expect(switchOf(page, 'Ada King')).toBeChecked()
    expect(await canSignIn(browser, platform.origin, FIRST.email, SECOND_PASSWORD)).toBe(true)
  })

  await test.step('after a sign-out no data of the console is left in the browser', async () => {
    await signOut(page)
    await expect(loginForm(page)).toBeVisible()
    await expect(menu(page)).toBeHidden()
    expect(await page.evaluate(() => [localStorage.getItem('token'), document.cookie])).toEqual([
      null,
      expect.not.stringContaining('allowed_routes'),
    ])
  })

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await test.step(`after ${signal} and a restart all data is there`, async () => {
      await platform.end(signal)
      await platform.start()
      expect(await canSignIn(browser, platform.origin, FIRST.email, SECOND_PASSWORD)).toBe(true)
      const again = await browser.newPage({ baseURL: platform.origin })
      await enter(again, SUPER)
      await openPage(again, 'Admins')
      await search(again, FIRST.email)
      await expect(rowOf(again, FIRST.email)).toContainText('King')
      await again.close()
    })
  }
})
