/** A whole day with the keyboard alone: sign in, find, change, disable, sign out; the focus is visible at each step. */
import type { Locator, Page } from '@playwright/test'
import { avatarButton, emailField, loginForm, passwordField } from '../kit/console-page'
import { ADMIN, DEMO_PASSWORD, dialog, enter, grid, rowOf, searchField } from './kit/people'
import { expect, test } from './kit/platform'

/** Number of presses of Tab after which a person would give up. */
const MOST_PRESSES = 60

/**
 * The fault of the visible focus; '' for none. The focus is shown by an outline: of the element itself, or of the cell, line or
 * field box around it.
 */
const focusFault = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    const named = `${focused.tagName.toLowerCase()} “${focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.textContent?.trim().slice(0, 40)}”`
    const outlined = (element: Element | null) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    }
    const inside = focused.getAttribute('role') === 'grid' ? focused.querySelector('.pb-active') : null
    // The palette's field shows a line below it, and its list a background for the chosen item.
    const line = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '')
    const box = focused.getAttribute('role') === 'combobox' ? focused.parentElement : null
    const field = focused.matches('[data-input]') ? focused.parentElement : null
    const isSeen =
      [focused, inside, field, focused.querySelector('[data-track]')].some(outlined) ||
      line?.getAttribute('aria-selected') === 'true' ||
      (box !== null && getComputedStyle(box).boxShadow !== 'none')
    if (!isSeen) return `${named} shows no focus`
    const { left, top, right, bottom, width, height } = (inside ?? focused).getBoundingClientRect()
    if (width === 0 || height === 0) return `${named} has no size`
    return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
      ? ''
      : `${named} lies outside of what is seen`
  })
const expectSeenFocus = (page: Page, when: string) => expect.poll(() => focusFault(page), { message: when }).toBe('')

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the element has the focus, which must be visible on every element before it too. */
async function tabTo(page: Page, target: Locator, name: string): Promise<void> {
  await expect(target, name).toBeVisible()
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
    await expectSeenFocus(page, `on the way to ${name}, press ${press + 1}`)
  }
  throw new Error(`${MOST_PRESSES} presses of Tab did not lead to ${name}`)
}
/** Finds a page or an action by its words. */
async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find a page or record' })
  await expect(field).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { selected: true })).toContainText(new RegExp(words, 'i'))
  await expectSeenFocus(page, `the palette, ${words}`)
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
}

test('a whole day with the keyboard alone, with a visible focus at each step', async ({ page }) => {
  test.setTimeout(300_000)
  const rows = grid(page, 'users')

  await test.step('sign in', async () => {
    await page.goto('/')
    // The login focuses it.
    await expect(emailField(page)).toBeFocused()
    await expectSeenFocus(page, 'the email')
    await page.keyboard.type(ADMIN)
    await tabTo(page, passwordField(page), 'the password')
    await page.keyboard.type(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(avatarButton(page)).toBeVisible()
  })

  const email = await test.step('find a person', async () => {
    await choose(page, 'Users')
    await expect(page.getByText(/of 5,000/)).toBeVisible()
    const wanted = await rows
      .getByText(/@example/)
      .nth(5)
      .innerText()
    await page.keyboard.press('/')
    await expect(searchField(page)).toBeFocused()
    await expectSeenFocus(page, 'the search')
    await page.keyboard.type(wanted)
    await expect(page.getByText(/1 matching · 5,000 loaded/)).toBeVisible()
    return wanted
  })

  await test.step('change the name', async () => {
    await tabTo(page, rows, 'the rows')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expectSeenFocus(page, 'the last cell of the row')
    await page.keyboard.press('Enter')
    await tabTo(page, rowOf(page, email).getByRole('button', { name: /^Edit / }), 'Edit')
    await page.keyboard.press('Enter')
    const lastName = dialog(page).getByRole('textbox', { name: 'Last name', exact: true })
    await expect(lastName).not.toHaveValue('')
    await expectSeenFocus(page, 'the form as it opens')
    await tabTo(page, lastName, 'the last name')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Lovelace')
    await tabTo(page, dialog(page).getByRole('button', { name: 'Save changes' }), 'Save changes')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Successfully Updated')).toBeVisible()
    await expect(rowOf(page, email)).toContainText('Lovelace')
    await expect(dialog(page)).toBeHidden()
    await expectSeenFocus(page, 'after the form')
  })

  await test.step('disable the person after the confirmation', async () => {
    const account = rowOf(page, email).getByRole('switch')
    await page.keyboard.press('Escape')
    await expect(rows).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await expectSeenFocus(page, 'the cell of the account')
    await page.keyboard.press('Enter')
    await expect(account).toBeFocused()
    await expect(account).toBeChecked()
    await expectSeenFocus(page, 'the switch of the account')
    await page.keyboard.press('Space')
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await expectSeenFocus(page, 'the question as it opens')
    await tabTo(page, question.getByRole('button', { name: 'Disable', exact: true }), 'Disable')
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(account).not.toBeChecked()
    await expectSeenFocus(page, 'after the question')
  })

  await test.step('sign out', async () => {
    await choose(page, 'Sign out')
    await expect(loginForm(page)).toBeVisible()
    await expect(emailField(page)).toBeFocused()
    await expectSeenFocus(page, 'the email, again')
  })
})

test("what is typed while the palette's code is loading is in its field; Escape and a second Ctrl K cancel", async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/CommandPalette/, async (route) => {
    await held
    await route.continue()
  })
  await enter(page)
  await page.goto('/users')
  await expect(grid(page, 'users')).toBeVisible()
  const early = page.getByRole('textbox', { name: 'Find a page or record' })
  const field = page.getByRole('combobox', { name: 'Find a page or record' })
  await searchField(page).focus()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('amara')
  await expect(early).toHaveValue('amara')
  await expectSeenFocus(page, 'the field of the palette while its code is loading')
  await page.keyboard.press('Escape')
  await expect(early).toBeHidden()
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(early).toHaveValue('')
  await page.keyboard.press('Control+k')
  await expect(early).toBeHidden()
  await expect(searchField(page)).toHaveValue('')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('shifft')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('t hist')
  release()
  await expect(field).toBeFocused()
  await page.keyboard.type('ory')
  await expect(field).toHaveValue('shift history')
  await expect(page.getByRole('option', { selected: true })).toContainText('Shift history')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(searchField(page)).toBeFocused()
})
