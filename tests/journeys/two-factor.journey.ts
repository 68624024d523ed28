/** Two-factor in use: turned on with an app's code, a recovery code at the next sign-in, turned off after a step-up. */
import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { TWO_FACTOR } from '@contract/constants'
import { avatarButton, logInButton, signIn, signOut } from '../kit/console-page'
import { ADMIN, DEMO_PASSWORD, dialog, enter } from './kit/people'
import { expect, test } from './kit/platform'

const twoFactor = (page: Page) => page.getByRole('switch', { name: '2FA' })
const openMenu = async (page: Page) => {
  await avatarButton(page).click()
  await expect(twoFactor(page)).toBeVisible()
}

/** An authenticator app. Each code is valid once, so each is of a later step than the previous one; the server accepts one step of drift. */
function authenticator(secret: string) {
  let last = 0
  return async (page: Page): Promise<string> => {
    const step = () => Math.floor(Date.now() / 1000 / TWO_FACTOR.stepSeconds)
    while (step() + 1 <= last) await page.waitForTimeout(500)
    last = Math.max(step(), last + 1)
    return generate({ secret, epoch: last * TWO_FACTOR.stepSeconds })
  }
}

test('two-factor is turned on, replaced by a recovery code at the next sign-in, and turned off', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page)
  await openMenu(page)
  await expect(twoFactor(page)).not.toBeChecked()
  await twoFactor(page).click()
  const setup = page.getByRole('dialog', { name: 'Two Factor Authentication' })
  await setup.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(setup.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await setup.getByRole('button', { name: 'Copy the secret' }).click()
  await expect(setup.getByText('Copied !')).toBeVisible()
  const code = authenticator(await page.evaluate(() => navigator.clipboard.readText()))

  const field = setup.getByRole('textbox', { name: /^Authentication Code/ })
  await field.press('Enter')
  await expect(setup.getByText('Required!')).toBeVisible()
  await field.fill((await code(page)).replace(/^(...)/, '$1 '))
  await field.press('Enter')
  await expect(page.getByText('Successfully Enabled')).toBeVisible()
  const recovery = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(recovery.getByRole('listitem')).toHaveCount(10)
  const lostPhone = await recovery.getByRole('listitem').first().innerText()
  await recovery.getByRole('button', { name: 'I have kept these codes' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(avatarButton(page)).toBeFocused()
  await openMenu(page)
  await expect(twoFactor(page)).toBeChecked()
  await page.keyboard.press('Escape')

  await signOut(page)
  await signIn(page, ADMIN, DEMO_PASSWORD)
  await expect(page.getByText('Two factor required')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(lostPhone)
  await logInButton(page).click()
  await expect(avatarButton(page)).toBeVisible()

  await openMenu(page)
  await twoFactor(page).click()
  const question = page.getByRole('alertdialog', { name: 'Turn off two-factor?' })
  await question.getByRole('button', { name: 'Disable' }).click()
  await question.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await question.getByRole('textbox', { name: /^Authentication Code/ }).fill(await code(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successfully Disabled')).toBeVisible()
  await openMenu(page)
  await expect(twoFactor(page)).not.toBeChecked()
})
