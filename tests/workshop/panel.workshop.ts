/** The panel over a static Storybook: each machine's chart, an event sent from it, keyboard, both themes, and all states of a machine. */
import { axeFaults } from '@tests/kit/axe'
import { expect, test, type Page } from '@playwright/test'
import { storyNameFromExport, toId } from 'storybook/internal/csf'
import { readStoryStates, type StoryState } from '../charts/story-states'
import { machineNames } from '../paths/kit/registry'

const ORIGIN = process.env.WORKSHOP_ORIGIN!
const shown = readStoryStates()
/** Number of stories per machine that are tried for an event with a visible effect. */
const MOST_STORIES = 4

const idOf = ({ title, exportName }: StoryState) => toId(title, storyNameFromExport(exportName))
const panel = (page: Page) => page.locator('.pb-charts')
const standsIn = (page: Page) => panel(page).locator('.stands').innerText()
/** The visible content of the story: its text, and the attributes of its elements. */
const seen = (page: Page) =>
  page
    .frameLocator('#storybook-preview-iframe')
    .locator('body')
    .evaluate(
      (body) =>
        (body as HTMLElement).innerText +
        [...body.querySelectorAll('[aria-busy],[aria-disabled],[data-state],[role]')]
          .map((element) => element.outerHTML.length)
          .join(),
    )

async function open(page: Page, story: StoryState, theme = 'light'): Promise<void> {
  await page.goto(`${ORIGIN}/?path=/story/${idOf(story)}&addonPanel=pitboss/statecharts/panel&globals=theme:${theme}`)
  await expect(panel(page).locator('svg[role=img]')).toBeVisible({ timeout: 30_000 })
  // A story may run several machines, and several actors of the same machine.
  const machine = story.machine.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const choice = panel(page)
    .getByRole('option', { name: new RegExp(`^${machine}( \\d+)?: (?:.* and )?${story.state}\\b`) })
    .first()
  await expect(choice).toBeAttached({ timeout: 30_000 })
  await panel(page)
    .getByRole('combobox', { name: 'Machine' })
    .selectOption((await choice.getAttribute('value'))!)
  await expect(panel(page).locator('.state', { hasText: new RegExp(`^${story.state}$`) })).toBeVisible({
    timeout: 30_000,
  })
}

/** Sends events until the state changes and the story shows it. @returns the event, or null */
async function changeByEvent(page: Page): Promise<string | null> {
  const events = panel(page).locator('.event')
  const namesNow = () => events.evaluateAll((buttons) => buttons.map((button) => button.firstChild!.textContent!))
  for (const name of await namesNow()) {
    const [state, story, index] = [await standsIn(page), await seen(page), (await namesNow()).indexOf(name)]
    if (index < 0) continue
    await events.nth(index).click()
    const changed = await expect
      .poll(async () => (await standsIn(page)) !== state && (await seen(page)) !== story, {
        timeout: 1500,
        intervals: [50],
      })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
    if (changed) return name
  }
  return null
}

for (const name of machineNames()) {
  test(`${name}: shows the chart of its stories, and an event changes the story`, async ({ page }) => {
    const stories = shown.filter(({ machine }) => machine === name)
    // A machine that waits for the person offers more events than one that has ended.
    for (const story of stories.slice(0, MOST_STORIES)) {
      await open(page, story)
      const event = await changeByEvent(page)
      if (event === null) continue
      test.info().annotations.push({ type: 'changed', description: `${idOf(story)} by ${event}` })
      await expect(panel(page).locator('.log li').first()).toBeVisible()
      return
    }
    throw new Error(`No event of the panel changed what the stories of ${name} show`)
  })
}

test('an event can be sent with the keyboard, and the log shows it', async ({ page }) => {
  // A story without an overlay, which would keep the focus in its frame.
  await open(
    page,
    shown.find(({ machine, state }) => machine === 'unread' && state === 'counted')!,
  )
  const event = panel(page).getByRole('button', { name: /^icon\.click/ })
  await event.focus()
  await expect(event).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page).locator('.state')).toHaveText('cleared')
  await expect(panel(page).locator('.log li').first()).toContainText('icon.click')
  await expect(panel(page).locator('.log li').first()).toContainText('cleared')
})

test('the focus stays in the panel when an event opens a dialog in the story, and the next event can be sent', async ({
  page,
}) => {
  await open(
    page,
    shown.find(({ machine, state }) => machine === 'claim' && state === 'taken')!,
  )
  const takeOver = panel(page).getByRole('button', { name: /^claim\.takeOver\b(?!Because)/ })
  await takeOver.focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).locator('.state')).toHaveText('asking')
  const dialog = page.frameLocator('#storybook-preview-iframe').getByRole('alertdialog')
  await expect(dialog).toBeVisible()
  const isInPanel = () => page.evaluate(() => document.activeElement?.closest('.pb-charts') !== null)
  await expect.poll(isInPanel).toBe(true)
  const cancel = panel(page).getByRole('button', { name: /^claim\.cancel/ })
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (await cancel.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
    expect(await isInPanel(), 'Tab leads through the panel to the events').toBe(true)
  }
  await page.keyboard.press('Enter')
  await expect(panel(page).locator('.state')).toHaveText('taken')
  await expect(dialog).toBeHidden()
  expect(await isInPanel()).toBe(true)
})

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing in the panel, ${theme}`, async ({ page }) => {
    await open(
      page,
      shown.find(({ machine, state }) => machine === 'list' && state === 'ready')!,
      theme,
    )
    await expect(panel(page)).toHaveAttribute('data-theme', theme)
    expect(await axeFaults(page, '.pb-charts')).toEqual([])
  })
}

test('all states of a machine are shown side by side, each in its frame', async ({ page }) => {
  const states = new Set(shown.filter(({ machine }) => machine === 'lookup').map(({ state }) => state))
  await page.goto(`${ORIGIN}/iframe.html?id=statecharts-lookup--all-states&viewMode=story`)
  await expect(page.locator('iframe')).toHaveCount(states.size, { timeout: 60_000 })
  await expect(page.getByText('No story shows this state.')).toHaveCount(0)
  for (const state of ['found', 'looking', 'waiting']) {
    await expect(page.frameLocator(`iframe[title^="${state}:"]`).getByRole('combobox')).toHaveValue('amara', {
      timeout: 30_000,
    })
  }
  expect(await axeFaults(page, 'main')).toEqual([])
})
