/** Locators for the permanent parts of the console, by role and name. Journeys and path replays share them. */
import type { Page } from 'playwright'

export const loginForm = (page: Page) => page.getByRole('form', { name: 'LOG IN' })
export const emailField = (page: Page) => loginForm(page).getByRole('textbox', { name: 'Email', exact: true })
/** A password field has no role. */
export const passwordField = (page: Page) => loginForm(page).locator('input[name="password"]')
export const codeField = (page: Page) => loginForm(page).getByRole('textbox', { name: '2 FA Token', exact: true })
export const logInButton = (page: Page) => loginForm(page).getByRole('button', { name: /^(Log In|Loading\.\.\.)$/ })
/** The avatar with its name, at the right of the top bar. */
export const avatarButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /online|offline/i })
export const menu = (page: Page) => page.getByRole('navigation').first()

/** Fills in the login and submits it; does not wait for the response. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await emailField(page).fill(email)
  await passwordField(page).fill(password)
  await logInButton(page).click()
}
export async function signOut(page: Page): Promise<void> {
  await avatarButton(page).click()
  await page.getByText('Sign Out', { exact: true }).click()
}
