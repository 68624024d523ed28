/**
 * A reviewer works with the keyboard only: ten documents, a colleague who is faster, a lost connection, and a session
 * that ends.
 */
import type { Page } from '@playwright/test'
import { loginForm, signIn } from '../kit/console-page'
import { colleague, DEMO_PASSWORD, enter } from './kit/people'
import { callerAt } from './kit/work'
import { expect, test } from './kit/platform'

const REVIEWER = 'risk@pitboss.test'
/** A hundred documents per hour leave 36 s for each, so it must not take many keys. */
const MOST_KEYS = 6
const DOCUMENTS = 'admin-docs-verification'

interface Stored {
  id: string
  version: number
  reference: string
  status: string
  reason_codes: string[]
}

/** Presses and counts keys. */
function keysOf(page: Page) {
  let pressed = 0
  return {
    take: () => {
      const count = pressed
      pressed = 0
      return count
    },
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
      pressed += keys.length
    },
    async type(text: string) {
      await page.keyboard.type(text)
      pressed += text.length
    },
  }
}

const idOf = (page: Page) => /user-doc-verification\/([0-9a-f-]+)\/review/.exec(page.url())?.[1]
const decide = (page: Page, name: RegExp) => page.getByRole('form', { name: 'Decision' }).getByRole('button', { name })
/** Waits until a document other than `before` is open and claimed, and Enter sends the decision. @returns its id */
async function opened(page: Page, before: string | undefined): Promise<string> {
  await expect.poll(() => idOf(page)).not.toBe(before)
  await expect.poll(() => idOf(page)).toBeDefined()
  await expect(page.getByText(/renewed while you work/)).toBeVisible()
  await expect(decide(page, /^Ask again Enter|^Ask again$/).last()).toBeFocused()
  return idOf(page)!
}

test('decides ten documents with the keyboard only, with at most six keys each', async ({ page, platform }) => {
  test.setTimeout(240_000)
  const manager = await callerAt(platform.origin, 'manager')
  const read = async (id: string) => (await manager.expect<{ data: Stored }>('GET', `/api/v1/${DOCUMENTS}/${id}`)).data
  await enter(page, REVIEWER)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Document verification')
  await expect(page.getByRole('option', { selected: true })).toContainText('Document verification')
  await page.keyboard.press('Enter')
  const review = page.getByRole('link', { name: 'Review', exact: true })
  await expect(review).toBeVisible()
  await review.focus()
  const keys = keysOf(page)
  await page.keyboard.press('Enter')

  const done: { id: string; keys: number; status: string }[] = []
  let before: string | undefined
  const began = Date.now()
  while (done.length < 10) {
    const id = await opened(page, before)
    before = id
    const turn = done.length
    keys.take()
    if (turn === 4) {
      // A colleague takes it over and decides it while the reviewer is looking at it.
      await keys.press('1')
      const claimed = await manager.expect<{ data: Stored }>('PATCH', `/api/v1/${DOCUMENTS}/${id}/claim`, {
        body: { note: 'I know this user' },
      })
      await expect(page.getByText(/has taken this document over|decided: Asked again/).first()).toBeVisible()
      await manager.expect('PATCH', `/api/v1/${DOCUMENTS}/${id}/ask-again`, {
        body: { reason_codes: ['CROPPED'] },
        ifMatch: claimed.data.version,
        idempotencyKey: `journey-${id}`,
      })
      await expect(page.getByText('Your decision was not sent.', { exact: false })).toBeVisible()
      await expect(page.getByText(/decided: Asked again/)).toBeVisible()
      await expect(page.getByText(/Blurred/)).toBeVisible()
      await keys.press('n')
      done.push({ id, keys: keys.take(), status: 'RESUBMIT_REQUIRED' })
      continue
    }
    if (turn === 1 || turn === 5 || turn === 8) {
      await keys.press(turn === 8 ? '4' : '1', 'Enter')
      done.push({ id, keys: keys.take(), status: 'RESUBMIT_REQUIRED' })
      continue
    }
    await keys.press('v')
    const day = page.getByRole('textbox', { name: /^(?:Expires|Issued)/ })
    if (await page.getByRole('textbox', { name: /^Expires/ }).isVisible()) {
      await expect(day).toBeFocused()
      await keys.type('2431')
    } else if (await day.isVisible()) {
      await expect(day).toBeFocused()
      // Ten days ago, by day and month.
      const at = new Date(Date.now() - 10 * 24 * 3600 * 1000)
      const two = (part: number) => String(part).padStart(2, '0')
      await keys.type(`${two(at.getDate())}${two(at.getMonth() + 1)}`)
    }
    await keys.press('Enter')
    done.push({ id, keys: keys.take(), status: 'VERIFIED' })
  }
  await opened(page, before)
  const seconds = (Date.now() - began) / 1000
  for (const { id, keys: count, status } of done) {
    expect((await read(id)).status, id).toBe(status)
    expect(count, `keys for ${id}`).toBeLessThanOrEqual(MOST_KEYS)
  }
  expect(done.filter(({ status }) => status === 'VERIFIED')).toHaveLength(6)
  expect(new Set(done.map(({ id }) => id)).size).toBe(10)
  // At most half of the 36 s that each document may take: the rest is for the person.
  expect(seconds / 10).toBeLessThan(18)
})

test('a decision survives a lost connection, and a session that ends while the person types', async ({
  page,
  context,
  playwright,
  platform,
}) => {
  test.setTimeout(180_000)
  await enter(page, REVIEWER)
  await page.goto('/user-doc-verification/review')
  const first = await opened(page, undefined)
  const manager = await callerAt(platform.origin, 'manager')
  const outcomeOf = async (id: string) =>
    (await manager.expect<{ data: Stored }>('GET', `/api/v1/${DOCUMENTS}/${id}`)).data.status

  await test.step('a decision sent without a connection takes effect once the connection is back', async () => {
    await context.setOffline(true)
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^No answer yet/)).toBeVisible()
    expect(await outcomeOf(first)).toBe('IN_REVIEW')
    await context.setOffline(false)
    await expect.poll(() => outcomeOf(first)).toBe('RESUBMIT_REQUIRED')
  })

  const second = await opened(page, first)
  await test.step('values typed before the session ends are restored after the sign-in', async () => {
    await page.keyboard.press('2')
    await page.keyboard.press('m')
    await page.keyboard.type('Please send a newer one.')
    const elsewhere = await playwright.request.newContext({ baseURL: platform.origin })
    const call = await colleague(elsewhere)
    const [account] = await call<Stored[]>('GET', `/api/v1/admin?search=${encodeURIComponent(REVIEWER)}`)
    const disabled = await call<Stored>('PATCH', `/api/v1/admin/${account!.id}`, { is_deleted: true }, account!.version)
    await call('PATCH', `/api/v1/admin/${account!.id}`, { is_deleted: false }, disabled.version)
    await elsewhere.dispose()
    await expect(loginForm(page)).toBeVisible()
    await signIn(page, REVIEWER, DEMO_PASSWORD)
    await expect.poll(() => idOf(page)).toBe(second)
    await expect(page.getByRole('button', { name: /^Claim/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveValue('Please send a newer one.')
    await expect(page.getByRole('checkbox', { name: /^Expired/ })).toBeChecked()
    // The values are shown while the claim is requested; the document can be decided once it is granted.
    await expect(page.getByText(/renewed while you work/)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await opened(page, second)
    expect(await outcomeOf(second)).toBe('RESUBMIT_REQUIRED')
  })
})

test('a reload keeps the claim and the typed values, and shows who decided meanwhile', async ({ page, platform }) => {
  test.setTimeout(180_000)
  await enter(page, REVIEWER)
  await page.goto('/user-doc-verification/review')
  const id = await opened(page, undefined)
  const manager = await callerAt(platform.origin, 'manager')
  const message = page.getByRole('textbox', { name: /^Message/ })
  await page.keyboard.press('2')
  await page.keyboard.press('m')
  await page.keyboard.type('Please send a newer one.')
  const isAsBefore = async (within?: { timeout: number }) => {
    await expect(page.getByText(/renewed while you work/)).toBeVisible(within)
    await expect(message).toHaveValue('Please send a newer one.')
    await expect(page.getByRole('checkbox', { name: /^Expired/ })).toBeChecked()
  }

  await test.step('the document is still the reviewer’s, and nobody can claim it without a note', async () => {
    for (let times = 0; times < 2; times += 1) {
      await page.reload()
      await isAsBefore()
    }
    const slow = await page.context().newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.reload()
    await isAsBefore({ timeout: 60_000 })
    await slow.detach()
    const refused = await manager.send('PATCH', `/api/v1/${DOCUMENTS}/${id}/claim`, { body: {} })
    expect(refused.status).toBe(409)
  })

  await test.step('a colleague decides during a reload', async () => {
    await page.goto('about:blank')
    const claimed = await manager.expect<{ data: Stored }>('PATCH', `/api/v1/${DOCUMENTS}/${id}/claim`, {
      body: { note: 'I know this user' },
    })
    await manager.expect('PATCH', `/api/v1/${DOCUMENTS}/${id}/ask-again`, {
      body: { reason_codes: ['CROPPED'] },
      ifMatch: claimed.data.version,
      idempotencyKey: `reload-${id}`,
    })
    await page.goto(`/user-doc-verification/${id}/review`)
    await expect(page.getByText('Your decision was not sent.', { exact: false })).toBeVisible()
    await expect(page.getByText(/decided: Asked again/)).toBeVisible()
    await expect(page.getByText('Please send a newer one.')).toBeVisible()
  })
})
