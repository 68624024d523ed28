/** The lookup at the console depth: Ada searches the palette for a user named Ada Bo. */
import { expect } from '@playwright/test'
import { EVERY_OPERATION } from '@contract/http/catalogue'
import { PAGES } from '@resources/pages'
import { TYPING_PAUSE_MS, type LookupContext } from '@machines/lookup/lookup.machine'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { lineStands, passes, sql, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'

const SOUGHT = 'Ada Bo'
/** Every list is searched at once, with one call each: the addresses of these calls by the name of the list. */
const KINDS = Object.fromEntries(
  PAGES.filter(({ screen }) => screen === 'list').map(({ resource }) => {
    const name = resource!.split('/')[1]!.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    const { path } = EVERY_OPERATION.find(({ id }) => id === `${name}.list`)!
    return [name, new RegExp(`${path}\\?(.*&)?search=`)] as const
  }),
)
const NAMES = Object.keys(KINDS)
const UNREACHED = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'
const LOST = `Records could not be searched. ${UNREACHED}`
const PARTLY_LOST = `Admins could not be searched. ${UNREACHED}`

/** The requests so far, by tab, and their number at the last input or retry. */
const asked = new WeakMap<Tab, { words: string[]; before: number }>()
function listen(tab: Tab) {
  const known = { words: [] as string[], before: 0 }
  asked.set(tab, known)
  tab.page.on('request', (request) => {
    if (KINDS.users!.test(request.url())) known.words.push(new URL(request.url()).searchParams.get('search')!)
  })
}
const remember = (tab: Tab) => {
  const known = asked.get(tab)!
  known.before = known.words.length
}
const askedSince = (tab: Tab) => asked.get(tab)!.words.slice(asked.get(tab)!.before)

const palette = ({ page }: Tab) => page.getByRole('dialog', { name: 'Find a page or record' })
const field = (tab: Tab) => palette(tab).getByRole('combobox')
const records = (tab: Tab) => palette(tab).getByRole('group', { name: 'Records' })
/** The user; records about a user have their name too. */
const sought = (tab: Tab) =>
  records(tab).getByRole('option', { name: SOUGHT }).and(tab.page.locator('[href^="/users/"]'))
const contextOf = ({ expected }: StepContext) => expected.context as LookupContext

const types =
  (words: string): Executor =>
  async ({ tab }) => {
    remember(tab)
    for (const name of NAMES) tab.forget(name)
    await field(tab).fill(words)
  }
/** The earlier result, or skeletons. */
const searches = async (step: StepContext) => {
  const { tab } = step
  await expect(palette(tab).getByRole('status')).toHaveText('Searching')
  await expect(palette(tab).getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  await expect(records(tab)).toBeVisible()
  await expect(sought(tab)).toHaveCount(contextOf(step).found === null ? 0 : 1)
  await expect(records(tab).getByText('Try again')).toHaveCount(0)
}

/** Lets the server respond to these calls. @returns the number of records found */
async function goOn(tab: Tab, names: readonly string[]): Promise<number> {
  let found = 0
  for (const name of names) {
    const call = await tab.take(name)
    const [answer] = await Promise.all([
      tab.page.waitForResponse((response) => response.request() === call.request()),
      call.continue(),
    ])
    found += ((await answer.json()) as { data: unknown[] }).data.length
  }
  return found
}

export const description = describeConsole({
  async start({ tab }) {
    const [first, last] = SOUGHT.split(' ')
    await sql(
      tab,
      `update users set first_name = '${first}', last_name = '${last}' where id = (select id from users order by id desc limit 1)`,
    )
    for (const name of NAMES) await tab.holdCalls(name, { url: KINDS[name]! })
    listen(tab)
    await startSignedIn({ tab })
    await lineStands(tab)
    await tab.page.getByRole('button', { name: 'Find a page or record' }).click()
    await expect(field(tab)).toBeFocused()
    await stopTime(tab)
  },
  executors: {
    'words.changed to "ada"': types('ada'),
    'words.changed to "bo", spaces around it': types(' bo '),
    'words.changed to one letter': types('a'),
    'typingPause is over': passes(TYPING_PAUSE_MS),
    async 'look answers: one record'({ tab }) {
      const found = await goOn(tab, NAMES)
      await expect(records(tab).getByRole('option')).toHaveCount(found)
    },
    async 'look answers: one record, and one list fails'({ tab }) {
      await (await tab.take('admin')).abort('connectionrefused')
      const found = await goOn(
        tab,
        NAMES.filter((name) => name !== 'admin'),
      )
      await expect(records(tab).getByRole('option')).toHaveCount(found + 1)
    },
    async 'look answers: the server is not reached'({ tab }) {
      for (const name of NAMES) await (await tab.take(name)).abort('connectionrefused')
    },
    async retry({ tab }) {
      remember(tab)
      await records(tab).getByRole('option', { name: UNREACHED }).click()
    },
  },
  impossible: {},
  impossibleIn: () => null,
  screens: {
    idle: async ({ tab }) => {
      await expect(records(tab)).toHaveCount(0)
      await expect(palette(tab).getByRole('status')).toHaveText(/^\d+ results?$/)
      // Nothing is requested, not even after the pause.
      await tab.page.clock.runFor(2 * TYPING_PAUSE_MS)
      expect(askedSince(tab)).toEqual([])
    },
    waiting: async (step) => {
      await searches(step)
      expect(askedSince(step.tab)).toEqual([])
    },
    looking: async (step) => {
      const { tab } = step
      await searches(step)
      for (const name of NAMES) expect(await tab.isHeld(name)).toBe(true)
      expect(askedSince(tab)).toEqual([contextOf(step).words])
    },
    found: async ({ tab }) => {
      await expect(sought(tab)).toBeVisible()
      await expect(palette(tab).getByRole('status')).toHaveText(/^\d+ results?$/)
      await expect(palette(tab).getByRole('listbox')).not.toHaveAttribute('aria-busy')
    },
    partlyFound: async ({ tab }) => {
      await expect(sought(tab)).toBeVisible()
      const failure = records(tab).getByRole('option', { name: PARTLY_LOST })
      await expect(failure).toContainText('Try again')
      await expect(palette(tab).getByRole('listbox')).not.toHaveAttribute('aria-busy')
    },
    failed: async ({ tab }) => {
      const failure = records(tab).getByRole('option')
      await expect(failure).toHaveCount(1)
      await expect(failure).toContainText(LOST)
      await expect(failure).toContainText('Try again')
      await expect(palette(tab).getByRole('listbox')).not.toHaveAttribute('aria-busy')
    },
  },
  unseen: {},
})
