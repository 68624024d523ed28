/** Unsaved input: a draft that is restored after a colleague has changed the same record (contract, Drafts), and a secret. */
import type { Page } from '@playwright/test'
import { startAction } from '@tests/kit/start-action'
import { ADMIN, colleague, dialog, enter, fill, grid, openPage, search } from './kit/people'
import { expect, test } from './kit/platform'

interface User {
  id: string
  version: number
  username: string
  first_name: string
  last_name: string
  email: string
}

test('a restored draft sends only what the person changed, and does not overwrite what a colleague has saved since', async ({
  page,
  playwright,
  platform,
}) => {
  await enter(page, ADMIN)
  await openPage(page, 'Users')
  const elsewhere = await playwright.request.newContext({ baseURL: platform.origin })
  const call = await colleague(elsewhere)
  const [user] = await call<User[]>('GET', '/api/v1/users?itemNo=1')
  const path = `/api/v1/users/${user!.id}`
  /** A colleague saves these fields on the current version. */
  const save = async (changes: Partial<User>) =>
    call<User>('PATCH', path, changes, (await call<User>('GET', path)).version)
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes(path)) sent.push(request.postDataJSON())
  })
  await search(page, user!.username)

  await openForm(page)
  await fill(page, { 'Last name': 'Vásquez' })
  await keepDraft(page)
  await save({ first_name: 'Helena', email: 'helena@mailbox.test' })
  await openForm(page)
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'First name')).toHaveValue('Helena')
  await expect(field(page, 'Email')).toHaveValue('helena@mailbox.test')
  await expect(field(page, 'Last name')).toHaveValue('Vásquez')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(sent).toEqual([{ last_name: 'Vásquez' }])
  expect(await call<User>('GET', path)).toMatchObject({
    first_name: 'Helena',
    email: 'helena@mailbox.test',
    last_name: 'Vásquez',
  })

  // Where both changed a field, the person chooses; the form names the colleague.
  await openForm(page)
  await fill(page, { 'Last name': 'Vásquez-Ödön', 'First name': 'Ελένη' })
  await keepDraft(page)
  await save({ last_name: 'Vazquez' })
  await openForm(page)
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await expect(dialog(page)).toContainText(/^.*super.* changed fields of your draft on /)
  await dialog(page)
    .getByRole('radio', { name: /^Last name Saved/ })
    .check()
  await dialog(page).getByRole('button', { name: 'Restore this mix' }).click()
  await expect(field(page, 'Last name')).toHaveValue('Vazquez')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(sent.slice(1)).toEqual([{ first_name: 'Ελένη' }])
  expect(await call<User>('GET', path)).toMatchObject({ first_name: 'Ελένη', last_name: 'Vazquez' })
  await elsewhere.dispose()
})

test('Back, Forward and links ask before a typed password is lost', async ({ page }) => {
  await enter(page)
  await openPage(page, 'Users')
  await grid(page, 'users').getByRole('link').first().click()
  const record = page.url()
  await startAction(page, 'Reset password')
  const password = dialog(page).locator('input[name="password"]')
  await password.fill('Typed#2026')
  const open = page.url()
  const question = page.getByText('Leave without saving?')

  await page.goBack()
  await expect(question).toBeVisible()
  await expect(password).toHaveValue('Typed#2026')
  expect(page.url()).toBe(open)
  await dialog(page).getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await page.goBack()
  await dialog(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog(page)).toBeHidden()
  expect(page.url()).toBe(record)
  // Without input there is no question.
  await page.goForward()
  await expect(password).toHaveValue('')
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })

/** Opens the form of the only row in the list. */
async function openForm(page: Page): Promise<void> {
  const edit = grid(page, 'users').getByRole('button', { name: /^Edit / })
  await expect(edit).toHaveCount(1)
  await edit.click()
  await expect(field(page, 'Last name')).not.toHaveValue('')
}

/** Closes the form with Esc, which stores the input as a draft. */
async function keepDraft(page: Page): Promise<void> {
  await expect(dialog(page).getByText('Draft kept')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}
