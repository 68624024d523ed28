/** Steps that journeys share: the list of people, its forms, and a colleague's calls. */
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { DEMO_PASSWORD } from '@server/db/demo'
import { avatarButton, menu, signIn } from '@tests/kit/console-page'
import { expect } from './platform'

export const ADMIN = 'admin@pitboss.test'
export { DEMO_PASSWORD }

/** Opens the console and signs in. */
export async function enter(page: Page, email = ADMIN, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/')
  await signIn(page, email, password)
  await expect(avatarButton(page)).toBeVisible()
}
export const grid = (page: Page, name: string) => page.getByRole('grid', { name })
export const searchField = (page: Page) => page.getByRole('searchbox').first()
export const dialog = (page: Page) => page.getByRole('dialog')
/** The row that contains a text. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

export async function search(page: Page, text: string): Promise<void> {
  await searchField(page).fill(text)
  // The address is updated after a pause in typing.
  await expect.poll(() => new URL(page.url()).searchParams.get('q') ?? '').toBe(text)
}
/** Fills fields of the open form by their labels. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await dialog(page).getByRole('textbox', { name, exact: true }).fill(value)
}
/** Opens a page of the menu, and waits for it. */
export async function openPage(page: Page, name: string): Promise<void> {
  await menu(page).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** A colleague's calls, in a separate browser. @returns a call with their token */
export async function colleague(request: APIRequestContext, email = 'super@pitboss.test') {
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await request.post('/api/auth/callback/credentials', {
    data: { csrfToken, email, password: DEMO_PASSWORD, json: true },
  })
  expect(answer.ok()).toBe(true)
  const { access_token } = (await (await request.get('/api/auth/session')).json()) as { access_token: string }
  return async <T>(method: 'GET' | 'PATCH', path: string, data?: object, ifMatch?: number): Promise<T> => {
    const reply = await request.fetch(path, {
      method,
      data,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(method === 'PATCH' && { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    return ((await reply.json()) as { data: T }).data
  }
}
