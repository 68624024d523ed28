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
const FILE_REFUSED = 'check.refused because of the file'
const NONE = 'check.ended with none'
const WITH_EFFECT = 'check.ended with a line that has an effect'
let made = 0

const dialog = ({ page }: Tab) => page.getByRole('dialog', { name: 'Import games' })
const button = (tab: Tab, name: string | RegExp) => dialog(tab).getByRole('button', { name, exact: true })
const progress = (tab: Tab, name: string) => dialog(tab).getByRole('progressbar', { name })
const says = (tab: Tab, words: RegExp) => expect(dialog(tab).getByText(words).first()).toBeVisible()

/** A new game, or an invalid line, depending on the outcome that the path needs. */
function fileFor({ upcoming }: StepContext): Buffer {
  const [outcome] = upcoming.filter((name) => name.startsWith('check.ended') || name === FILE_REFUSED)
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
    'write answers: it is applied': answers,
    'write answers: it is refused because of the server': async ({ tab }) =>
      (await tab.take('apply')).fulfill(UNAVAILABLE),
    'write.unresolved': async ({ tab }) => (await tab.take('apply')).abort('connectionrefused'),
    async [FILE_REFUSED]({ tab, expected }) {
      const call = await callOf(tab)
      await (expected.matches('refused') ? call.continue() : call.fulfill(REFUSED))
    },
    'check.refused because of the server': async ({ tab }) => (await callOf(tab)).fulfill(UNAVAILABLE),
    'check.lost': async ({ tab }) => (await callOf(tab)).abort('connectionrefused'),
    'import.apply': ({ tab }) => button(tab, /^Import (1 game|again)$/).click(),
    async 'import.stop'({ tab }) {
      given.set(tab, (await tab.take('apply')).request())
      await button(tab, 'Stop').click()
    },
    'import.retry': async ({ tab, expected }) => {
      // While the outcome is unknown, the press has its effect with the next step.
      if (!expected.matches({ writing: 'uncertain' })) await button(tab, 'Try again').click()
    },
    'import.restart': ({ tab }) => button(tab, /^(Cancel|Import another file)$/).click(),
    'write.checking': async (step) => {
      const { tab, path, upcoming } = step
      if (path.steps[path.steps.length - upcoming.length - 2]?.name === 'import.retry')
        await button(tab, 'Check again').click()
      else await tab.page.evaluate(() => void window.dispatchEvent(new Event('online')))
    },
  },
  impossible: {
    'write answers: it is rolled back':
      'A working server applies what it has checked; the tests of machines/import cover one that rolls back.',
    'lines.read': 'The lines and the end of a small file arrive at the same time; the story Applying shows a count.',
  },
  impossibleIn({ name, states }) {
    if (name.startsWith('write answers: ') && states.includes('writing.uncertain')) return 'No call is in flight.'
    return name === 'write answers: it is refused because of the server' && states.includes('writing.repeating')
      ? 'A repetition that gets this answer leaves the outcome open (machines/write).'
      : null
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
    'writing.applying': async ({ tab }) => {
      await expect(progress(tab, `Importing ${NAME}`)).toBeVisible()
      expect(await tab.isHeld('apply')).toBe(true)
    },
    stopping: async ({ tab }) => {
      await expect(progress(tab, 'Stopping, and checking whether the import took effect')).toBeVisible()
      expect(await tab.isHeld('check')).toBe(true)
    },
    stopped: ({ tab }) => says(tab, /^The import was stopped\. Nothing was changed\.$/),
    failed: ({ tab }) => says(tab, /Nothing of it was changed\.$/),
    'writing.uncertain': ({ tab }) => says(tab, /it is not known whether/),
    'writing.repeating': async ({ tab }) => {
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
