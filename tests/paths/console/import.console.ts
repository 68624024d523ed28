/** The import at the console depth: Ada imports a file of games. The server decides the outcome. */
import { expect } from '@playwright/test'
import type { Request } from 'playwright'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { lineStands, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const NAME = 'games.csv'
const HEAD = 'slug,name,platform,game_type'
const REFUSED = {
  status: 422,
  json: { success: false, code: 'VALIDATION_FAILED', message: 'The file is not UTF-8.', errors: {} },
}
const UNAVAILABLE = {
  status: 503,
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}
const FILE_REFUSED = 'import.refused because of the file'
const NONE = 'import.ended with none'
const WITH_EFFECT = 'import.ended with a line that has an effect'
let made = 0

const dialog = ({ page }: Tab) => page.getByRole('dialog', { name: 'Import games' })
const button = (tab: Tab, name: string | RegExp) => dialog(tab).getByRole('button', { name, exact: true })
const progress = (tab: Tab, name: string) => dialog(tab).getByRole('progressbar', { name })
const says = (tab: Tab, words: RegExp) => expect(dialog(tab).getByText(words).first()).toBeVisible()

/** A new game, or an invalid line, depending on the outcome that the path needs. */
function fileFor({ upcoming }: StepContext): Buffer {
  const [outcome] = upcoming.filter((name) => name.startsWith('import.ended') || name === FILE_REFUSED)
  made += 1
  const line = `walked-otter-${made},Walked Otter ${made},${outcome === NONE ? 'no-such-platform' : 'fathomlight'},slot`
  const text = Buffer.from(`${HEAD}\n${line}\n`)
  return outcome === FILE_REFUSED ? Buffer.concat([text, Buffer.from([0x63, 0xe9, 0x0a])]) : text
}
/** The call that was aborted with Stop. */
const given = new WeakMap<Tab, Request>()
/** Number of games of the file that was chosen last. */
const countOf = async ({ stage }: Tab) =>
  (
    (await stage.db.query('select count(*)::int as count from games where slug = $1', [`walked-otter-${made}`])) as [
      { count: number },
    ]
  )[0].count
/** The call that the console waits for. */
const callOf = async (tab: Tab) => tab.take(tab.isHeldNow('check') ? 'check' : 'apply')
const answers: Executor = async ({ tab }) => (await callOf(tab)).continue()

export const description = describeConsole({
  async start({ tab }) {
    await tab.holdCalls('check', { url: /\/admin-game\/import\?dry_run=true/, method: 'POST' })
    await tab.holdCalls('apply', { url: /\/admin-game\/import(\?dry_run=false)?$/, method: 'POST' })
    await startSignedIn({ tab })
    await tab.page.goto('/seo/games')
    await lineStands(tab)
    await tab.page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog(tab)).toBeVisible()
  },
  executors: {
    async 'file.chosen'(step) {
      const { tab } = step
      tab.forget('check')
      tab.forget('apply')
      await dialog(tab)
        .locator('input[type=file]')
        .setInputFiles({ name: NAME, mimeType: 'text/csv', buffer: fileFor(step) })
    },
    [WITH_EFFECT]: answers,
    async [NONE](step) {
      const { tab, expected } = step
      // Stop was too late: the server has applied the import, simulated with the same call.
      if (expected.matches('tooLate')) await tab.context.request.fetch(given.get(tab)!)
      await answers(step)
    },
    'import.ended applied': answers,
    async [FILE_REFUSED]({ tab, expected }) {
      const call = await callOf(tab)
      await (expected.matches('refused') ? call.continue() : call.fulfill(REFUSED))
    },
    'import.refused because of the server': async ({ tab }) => (await callOf(tab)).fulfill(UNAVAILABLE),
    'import.lost': async ({ tab }) => (await callOf(tab)).abort('connectionrefused'),
    'import.apply': ({ tab }) => button(tab, /^Import (1 game|again)$/).click(),
    async 'import.stop'({ tab }) {
      given.set(tab, (await tab.take('apply')).request())
      await button(tab, 'Stop').click()
    },
    'import.retry': ({ tab }) => button(tab, /^(Try|Check) again$/).click(),
    'import.restart': ({ tab }) => button(tab, /^(Cancel|Import another file)$/).click(),
    'line.back': ({ tab }) => tab.page.evaluate(() => void window.dispatchEvent(new Event('online'))),
  },
  impossible: {
    'lines.read': 'The lines and the end of a small file arrive at the same time; the story Applying shows a count.',
  },
  impossibleIn({ name, states }) {
    const [state] = states
    const isCheck = state === 'checking' || state === 'stopping'
    if (name === 'import.ended applied' && isCheck) return 'A check applies nothing.'
    if (name.startsWith('import.ended with') && !isCheck)
      return 'A working server applies what it has checked; the tests of machines/import cover one that rolls back.'
    return null
  },
  screens: {
    choosing: ({ tab }) => expect(button(tab, 'Choose file')).toBeVisible(),
    checking: async ({ tab }) => {
      await expect(progress(tab, `Checking ${NAME}`)).toBeVisible()
      expect(await tab.isHeld('check')).toBe(true)
    },
    refused: async ({ tab }) => {
      await says(tab, /The file is not UTF-8/)
      await expect(button(tab, 'Try again')).toHaveCount(0)
    },
    unchecked: async ({ tab }) => {
      await says(tab, /could not be checked\..*Nothing was changed\.$/)
      await expect(button(tab, 'Try again')).toBeVisible()
    },
    preview: ({ tab }) => expect(button(tab, 'Import 1 game')).not.toHaveAttribute('aria-disabled', 'true'),
    withoutEffect: async ({ tab }) => {
      await expect(button(tab, 'Import 0 games')).toHaveAttribute('aria-disabled', 'true')
      await says(tab, /There is no enabled/)
    },
    applying: async ({ tab }) => {
      await expect(progress(tab, `Importing ${NAME}`)).toBeVisible()
      expect(await tab.isHeld('apply')).toBe(true)
    },
    stopping: async ({ tab }) => {
      await expect(progress(tab, 'Stopping, and checking whether the import took effect')).toBeVisible()
      expect(await tab.isHeld('check')).toBe(true)
    },
    stopped: ({ tab }) => says(tab, /^The import was stopped\. Nothing was changed\.$/),
    failed: ({ tab }) => says(tab, /Nothing of it was changed\.$/),
    uncertain: ({ tab }) => says(tab, /it is not known whether/),
    repeating: async ({ tab }) => {
      await expect(progress(tab, 'Checking whether the import took effect')).toBeVisible()
      expect(await tab.isHeld('apply')).toBe(true)
    },
    tooLate: async ({ tab }) => {
      await says(tab, /^It was too late to stop/)
      expect(await countOf(tab)).toBe(1)
    },
    done: async ({ tab }) => {
      await says(tab, /was imported: 1 game added/)
      expect(await countOf(tab)).toBe(1)
    },
  },
  unseen: {},
})
