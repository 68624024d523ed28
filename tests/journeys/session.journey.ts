/** What a session goes through: another tab, a refusal in the middle of a form, an old token, a keyboard alone. */
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

test('a session that ends in the middle of a form loses neither the place nor what was typed', async ({
  page,
  playwright,
  platform,
}) => {
  await enter(page)
  await openPage(page, 'Users')
  await grid(page, 'users')
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const lastName = dialog(page).getByRole('textbox', { name: 'Last name', exact: true })
  await expect(lastName).not.toHaveValue('')
  await fill(page, { 'Last name': 'Lovelace' })
  const place = page.url()

  // A colleague shuts the account out and lets it in again: its sessions are gone.
  const elsewhere = await playwright.request.newContext({ baseURL: platform.origin })
  const call = await colleague(elsewhere)
  const [account] = await call<Account[]>('GET', `/api/v1/admin?search=${encodeURIComponent(ADMIN)}`)
  const disabled = await call<Account>('PATCH', `/api/v1/admin/${account!.id}`, { is_deleted: true }, account!.version)
  await call('PATCH', `/api/v1/admin/${account!.id}`, { is_deleted: false }, disabled.version)
  await elsewhere.dispose()

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

test('what is typed and pressed before the console has loaded is not lost, and a console that cannot load says so', async ({
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

test('keys that are typed while the login takes the place of its picture reach the field that they were typed for', async ({
  page,
  context,
}) => {
  // On a slow machine the change takes a while: each round types into another moment of it.
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

test('two tabs and another device: what one does reaches the others, and a sign-out leaves nothing readable', async ({
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
  await test.step('the other tab has the column hidden from its first row on', async () => {
    await watchColumns(other)
    await other.goto('/users')
    await expect(grid(other, 'users').getByRole('row').nth(3)).toBeVisible()
    expect((await columnsSeen(other)).filter((columns) => columns.includes('Username'))).toEqual([])
  })

  await test.step('a sign-out in one signs the other out, and leaves nothing readable about anybody', async () => {
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
    // The draft is there, and is the one thing that is: encrypted.
    expect(left.databases[0]!.records).toHaveLength(1)
    const text = JSON.stringify(left)
    for (const readable of [...Object.values(me), 'Quillfeather', 'last_name', 'admin', 'columns'])
      expect(text).not.toContain(readable)
  })

  await test.step('a sign-in in the other tab signs this one in, and the choices are back', async () => {
    await signIn(other, ADMIN, DEMO_PASSWORD)
    await expect(avatarButton(other)).toBeVisible()
    await expect(avatarButton(page)).toBeVisible()
  })

  await test.step('another device has them too', async () => {
    const device = await browser.newPage({ baseURL: platform.origin })
    await watchColumns(device)
    await device.goto('/users')
    await signIn(device, ADMIN, DEMO_PASSWORD)
    await expect(grid(device, 'users').getByRole('row').nth(3)).toBeVisible()
    expect((await columnsSeen(device)).filter((columns) => columns.includes('Username'))).toEqual([])
    await device.close()
  })
})

test('a link survives the login of a colleague who was signed out, and a reload of that login', async ({ page }) => {
  await page.goto('/users?q=ada')
  await expect(loginForm(page)).toBeVisible()
  await expect(menu(page)).toBeHidden()
  // What is seen first may be the picture of the login, at the address that was opened.
  await expect(page).toHaveURL(/\/login$/)
  await page.reload()
  await signIn(page, ADMIN, DEMO_PASSWORD)
  await expect(grid(page, 'users')).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/users?q=ada')
  await expect(page).toHaveTitle('Users · Pitboss')
  // A sign-in by hand leads to Home (spec 2), whatever link there was before.
  await signOut(page)
  await expect(page).toHaveTitle('LOG IN · Pitboss')
  await signIn(page, ADMIN, DEMO_PASSWORD)
  await expect(avatarButton(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a start asks for each thing once, the list included', async ({ page }) => {
  await enter(page)
  // Home asks for its counts once its code is there.
  await page.waitForLoadState('networkidle')
  const asked: URL[] = []
  const paths = () => asked.map(({ pathname }) => pathname)
  page.on('request', (request) => {
    const url = new URL(request.url())
    // What the page before it still asks for is not part of the start.
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
  // The live part follows what is seen, now before the rows are whole and now after: whoever opened its page first waits for it.
  await expect.poll(paths).toContain('/api/v1/admin-notification')
  expect([...new Set(paths())].toSorted()).toEqual([
    '/api/auth/session',
    '/api/v1/admin-notification',
    '/api/v1/admin/profile',
    '/api/v1/user-permissions',
    '/api/v1/users',
  ])
  // What came meanwhile (`since`) is asked for each time that the line is there: a busy machine may lose it once.
  const started = asked.filter(({ searchParams }) => !searchParams.has('since')).map(String)
  expect(started.toSorted()).toEqual([...new Set(started)].toSorted())
})

test('with a revoked token nothing of the console is shown, and the token is gone', async ({ page, context }) => {
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

test('the keyboard alone signs in, finds the form, gives it up and signs out', async ({ page }) => {
  await page.goto('/')
  await emailField(page).focus()
  await page.keyboard.type(ADMIN)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(avatarButton(page)).toBeVisible()

  /** Presses Tab until the element has the focus; a person would give up after so many. */
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

test('a menu entry that is chosen while a search is still being typed is not undone', async ({ page }) => {
  await enter(page)
  // The address follows the search when typing rests; whenever that falls into the change of pages, the change must stand.
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
