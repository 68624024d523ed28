/** Events in a session: another tab, a 401 while a form is open, an old token, the keyboard alone. */
import type { Locator, Page, PlaywrightWorkerArgs } from '@playwright/test'
import {
  avatarButton,
  emailField,
  logInButton,
  loginForm,
  menu,
  passwordField,
  signIn,
  signOut,
} from '../kit/console-page'
import { columnsSeen, header, leftOnDevice, watchColumns } from './kit/device'
import { ADMIN, colleague, DEMO_PASSWORD, dialog, enter, fill, grid, openPage, searchField } from './kit/people'
import { expect, test } from './kit/platform'

interface Account {
  id: string
  version: number
}

/** A colleague disables and enables the account, which ends its sessions. */
async function endSessions(playwright: PlaywrightWorkerArgs['playwright'], origin: string): Promise<void> {
  const elsewhere = await playwright.request.newContext({ baseURL: origin })
  const call = await colleague(elsewhere)
  const [account] = await call<Account[]>('GET', `/api/v1/admin?search=${encodeURIComponent(ADMIN)}`)
  const disabled = await call<Account>('PATCH', `/api/v1/admin/${account!.id}`, { is_deleted: true }, account!.version)
  await call('PATCH', `/api/v1/admin/${account!.id}`, { is_deleted: false }, disabled.version)
  await elsewhere.dispose()
}
async function openFirstUser(page: Page): Promise<Locator> {
  await openPage(page, 'Users')
  await grid(page, 'users')
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const lastName = dialog(page).getByRole('textbox', { name: 'Last name', exact: true })
  await expect(lastName).not.toHaveValue('')
  return lastName
}

test('a session that ends while a form is open loses neither the page nor the input', async ({
  page,
  playwright,
  platform,
}) => {
  await enter(page)
  const lastName = await openFirstUser(page)
  await fill(page, { 'Last name': 'Lovelace' })
  const place = page.url()

  await endSessions(playwright, platform.origin)
  await expect(loginForm(page)).toBeVisible()
  await expect(page.getByText(/what you typed is kept/)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await signIn(page, ADMIN, DEMO_PASSWORD)
  await expect(dialog(page)).toBeVisible()
  expect(page.url()).toBe(place)
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await expect(lastName).toHaveValue('Lovelace')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Successfully Updated')).toBeVisible()
})

test('a session that ends while a slow device still looks for an earlier draft loses neither the draft nor the input', async ({
  page,
  playwright,
  platform,
}) => {
  await enter(page)
  const lastName = await openFirstUser(page)
  await fill(page, { 'Last name': 'Byron' })
  await expect(dialog(page).getByText('Draft kept')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  // The code that reads drafts arrives only after the session has ended.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/drafts-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await openFirstUser(page)
  await fill(page, { 'First name': 'Augusta' })
  await endSessions(playwright, platform.origin)
  await expect(loginForm(page)).toBeVisible()
  letGo()
  await signIn(page, ADMIN, DEMO_PASSWORD)
  const restore = dialog(page).getByRole('button', { name: 'Restore' })
  await restore.click()
  await expect(dialog(page).getByRole('textbox', { name: 'First name', exact: true })).toHaveValue('Augusta')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Successfully Updated')).toBeVisible()

  // The earlier draft waited behind it.
  await openFirstUser(page)
  await restore.click()
  await expect(lastName).toHaveValue('Byron')
})

test('input and clicks before the console has loaded are not lost, and a console that cannot load shows a message', async ({
  page,
}) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await emailField(page).fill(ADMIN)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(logInButton(page)).toHaveText('Loading...')
  expect(page.url()).toMatch(/\/login$/)
  letGo()
  await expect(avatarButton(page)).toBeVisible()
  await signOut(page)

  await page.unroute('**/assets/*.js')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await expect(loginForm(page).getByRole('alert')).toContainText('could not be loaded')
})

test('keys that are typed while the login form replaces its picture reach the intended field', async ({
  page,
  context,
}) => {
  // On a slow machine the replacement takes a while: each round types at another moment of it.
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (const [path, wait] of [
    ['/login', 0],
    ['/login', 150],
    ['/users', 75],
    ['/users', 225],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' })
    await emailField(page).focus()
    await page.waitForTimeout(wait)
    await page.keyboard.type(ADMIN)
    await page.keyboard.press('Tab')
    await page.keyboard.type(DEMO_PASSWORD)
    await expect(emailField(page)).toHaveValue(ADMIN)
    await expect(passwordField(page)).toHaveValue(DEMO_PASSWORD)
    await expect(passwordField(page)).toBeFocused()
  }
})

test('a press of Log In that begins on the picture of the login and ends on the login itself signs in', async ({
  page,
  context,
}) => {
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // The code of the login arrives only after the button is held down.
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await emailField(page).fill(ADMIN)
  await passwordField(page).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).hover()
  await page.mouse.down()
  release()
  await expect(page.getByRole('heading', { name: 'Demo accounts' }).or(avatarButton(page))).toBeVisible()
  await page.mouse.up()
  await expect(avatarButton(page)).toBeVisible()
})

test('two tabs and another device share changes, and a sign-out leaves no readable data', async ({
  page,
  context,
  browser,
  platform,
}) => {
  test.setTimeout(300_000)
  await enter(page)
  const me = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const { data } = (await (await fetch('/api/v1/admin/profile', { headers })).json()) as {
      data: Record<'id' | 'email' | 'first_name' | 'last_name' | 'username', string>
    }
    return { id: data.id, email: data.email, first: data.first_name, last: data.last_name, username: data.username }
  })
  await test.step('a column is hidden, the palette used, and a form begun', async () => {
    await openPage(page, 'Users')
    await page.getByRole('button', { name: /^Columns, / }).click()
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/admin/profile/preferences') && reply.ok())
    await page.getByRole('checkbox', { name: 'Username' }).click()
    await expect(header(page, 'Username')).toHaveCount(0)
    await saved
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Admins')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Admins' })).toBeVisible()
    await grid(page, 'admins')
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await fill(page, { 'Last name': 'Quillfeather' })
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  const other = await context.newPage()
  await test.step('in the other tab the column is hidden from the first row on', async () => {
    await watchColumns(other)
    await other.goto('/users')
    await expect(grid(other, 'users').getByRole('row').nth(3)).toBeVisible()
    expect((await columnsSeen(other)).filter((columns) => columns.includes('Username'))).toEqual([])
  })

  await test.step('a sign-out in one tab signs out the other, and leaves no readable personal data', async () => {
    await signOut(page)
    await expect(loginForm(other)).toBeVisible()
    await expect(menu(other)).toBeHidden()
    await expect(logInButton(page)).toHaveAccessibleName('Log In')
    const left = await leftOnDevice(page)
    expect(left.cookies).toEqual([])
    expect(left.caches).toEqual([])
    expect(Object.keys(left.local).filter((key) => !/^pitboss\.(?:theme|density|sidebar|sections)$/.test(key))).toEqual(
      [],
    )
    expect(Object.keys(left.session)).toEqual(['pitboss.tab'])
    expect(left.databases.map(({ name }) => name)).toEqual(['pitboss.drafts'])
    // The draft is the only data that is left, and it is encrypted.
    expect(left.databases[0]!.records).toHaveLength(1)
    const text = JSON.stringify(left)
    for (const readable of [...Object.values(me), 'Quillfeather', 'last_name', 'admin', 'columns'])
      expect(text).not.toContain(readable)
  })

  await test.step('a sign-in in the other tab signs in this one, with the same preferences', async () => {
    await signIn(other, ADMIN, DEMO_PASSWORD)
    await expect(avatarButton(other)).toBeVisible()
    await expect(avatarButton(page)).toBeVisible()
  })

  await test.step('another device has the same preferences', async () => {
    const device = await browser.newPage({ baseURL: platform.origin })
    await watchColumns(device)
    await device.goto('/users')
    await signIn(device, ADMIN, DEMO_PASSWORD)
    await expect(grid(device, 'users').getByRole('row').nth(3)).toBeVisible()
    expect((await columnsSeen(device)).filter((columns) => columns.includes('Username'))).toEqual([])
    await device.close()
  })
})

test('a link is opened after a signed-out colleague signs in again, also after a reload of the sign-in page', async ({
  page,
}) => {
  await page.goto('/users?q=ada')
  await expect(loginForm(page)).toBeVisible()
  await expect(menu(page)).toBeHidden()
  // The picture of the sign-in page may appear first, at the address that was opened.
  await expect(page).toHaveURL(/\/login$/)
  await page.reload()
  await signIn(page, ADMIN, DEMO_PASSWORD)
  await expect(grid(page, 'users')).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/users?q=ada')
  await expect(page).toHaveTitle('Users · Pitboss')
  // After a deliberate sign-out, signing in opens Home (spec 2), whatever link was open before.
  await signOut(page)
  await expect(page).toHaveTitle('LOG IN · Pitboss')
  await signIn(page, ADMIN, DEMO_PASSWORD)
  await expect(avatarButton(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a start sends each request once, including the list', async ({ page }) => {
  await enter(page)
  // Home requests its counts after its code has loaded.
  await page.waitForLoadState('networkidle')
  const asked: URL[] = []
  const paths = () => asked.map(({ pathname }) => pathname)
  page.on('request', (request) => {
    const url = new URL(request.url())
    // Requests that the previous page still sends are not part of the start.
    if (request.isNavigationRequest()) asked.length = 0
    if (url.pathname.startsWith('/api/')) asked.push(url)
  })
  await page.goto('/users')
  await expect(
    grid(page, 'users')
      .getByRole('button', { name: /^Edit / })
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/Up to date/)).toBeVisible()
  // The live part starts after the first rows are visible, before or after the list is complete: the first start waits for it.
  await expect.poll(paths).toContain('/api/v1/admin-notification')
  expect([...new Set(paths())].toSorted()).toEqual([
    '/api/auth/session',
    '/api/v1/admin-notification',
    '/api/v1/admin/profile',
    // What the person may decide about these rows.
    '/api/v1/admin/profile/approvals',
    '/api/v1/user-permissions',
    '/api/v1/users',
  ])
  // The missed notifications (`since`) are requested on each connection, and a busy machine may lose one.
  const started = asked.filter(({ searchParams }) => !searchParams.has('since')).map(String)
  expect(started.toSorted()).toEqual([...new Set(started)].toSorted())
})

test('with a revoked token no content of the console is shown, and the token is removed', async ({ page, context }) => {
  await enter(page)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await signOut(page)
  await expect(loginForm(page)).toBeVisible()
  // A sign-out that has not reached the server is finished by the next page, which then does not ask who the token is.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('signed_out'))).toBeNull()
  await context.clearCookies()
  await page.evaluate((value) => localStorage.setItem('token', value), token!)
  await page.goto('/users')
  await expect(loginForm(page)).toBeVisible()
  await expect(menu(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('with the keyboard alone a person can sign in, open a form, cancel it and sign out', async ({ page }) => {
  await page.goto('/')
  await emailField(page).focus()
  await page.keyboard.type(ADMIN)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(avatarButton(page)).toBeVisible()

  /** Presses Tab until the element has the focus, up to the number after which a person would give up. */
  const tabTo = async (target: ReturnType<typeof avatarButton>) => {
    for (let press = 0; press < 60; press += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('Sixty presses of Tab did not lead there')
  }
  await tabTo(menu(page).getByRole('link', { name: 'Users', exact: true }))
  await page.keyboard.press('Enter')
  await expect(grid(page, 'users')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add user' })
  await tabTo(add)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect.soft(add, 'focus comes back to where it came from').toBeFocused({ timeout: 5_000 })

  await avatarButton(page).focus()
  await page.keyboard.press('Enter')
  const out = page.getByRole('button', { name: 'Sign Out' }).or(page.getByRole('menuitem', { name: 'Sign Out' }))
  await expect(out).toBeVisible()
  for (let press = 0; press < 20 && !(await out.evaluate((element) => element === document.activeElement)); press += 1)
    await page.keyboard.press(press % 2 === 0 ? 'ArrowDown' : 'Tab')
  await page.keyboard.press('Enter')
  await expect(loginForm(page)).toBeVisible()
})

test('choosing a menu entry while a search is being typed is not undone by the search', async ({ page }) => {
  await enter(page)
  // The address is updated after a pause in typing; at whatever moment of the navigation that happens, the navigation must win.
  for (let wait = 0; wait <= 300; wait += 30) {
    await openPage(page, 'Users')
    await expect(grid(page, 'users')).toBeVisible()
    await searchField(page).fill('ada')
    await page.waitForTimeout(wait)
    await menu(page).getByRole('link', { name: 'Admins', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Admins' }), `${wait} ms after the last key`).toBeVisible({
      timeout: 5_000,
    })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  }
})
