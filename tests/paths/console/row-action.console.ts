/** The action on one row at the console depth: the newest user is disabled with the switch of their row. */
import { expect } from '@playwright/test'
import { menu } from '@tests/kit/console-page'
import { beforeStep, describeConsole, type Executor, type StepContext } from './describe-console'
import { lineStands, sql, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'

/** The first row of the list. */
const NEWEST = 'where id = (select id from users order by id desc limit 1)'
const LAST_NAME = 'Untouched'
const CHANGED_NAME = 'Elsewhere'
const IS_ENABLED = `update users set is_deleted = false, last_name = '${LAST_NAME}' ${NEWEST}`
const IS_CHANGED = `update users set version = version + 1, last_name = '${CHANGED_NAME}' ${NEWEST}`
const RELOADED = 'a page after a reload takes it up'
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '5' },
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}
/** The clock runs again, if it was stopped for the repetitions. */
const resumes: Executor = async (step) => {
  if (beforeStep(step).matches({ writing: 'asking' })) await step.tab.page.clock.resume()
}
const CONFLICT = /^Somebody else changed this/

const row = ({ page }: Tab) =>
  page
    .getByRole('grid', { name: 'users' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first()
const toggle = (tab: Tab) => row(tab).getByRole('switch', { name: /^Account of / })
const question = ({ page }: Tab) => page.getByRole('alertdialog', { name: /^Disable / })
const says = ({ page }: Tab, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()
const isConflict = ({ expected }: StepContext) =>
  (expected.context as { error: { kind: string } | null }).error?.kind === 'conflict'

export const description = describeConsole({
  async start({ tab, path }) {
    await sql(tab, IS_ENABLED)
    await tab.holdCalls('action', { url: '**/api/v1/users/*', method: 'PATCH' })
    await startSignedIn({ tab })
    await lineStands(tab)
    await menu(tab.page).getByRole('link', { name: 'Users', exact: true }).click()
    await expect(row(tab)).toContainText(LAST_NAME)
    await toggle(tab).click()
    await question(tab).getByRole('button', { name: 'Disable', exact: true }).click()
    await expect(question(tab)).toHaveCount(0)
    // Further presses have no effect; forced, because the switch is disabled.
    for (let press = 0; press < 3; press += 1) await toggle(tab).click({ force: true })
    if (path.start !== RELOADED) return
    // The reload ends the held call; the next page makes it again.
    await tab.take('action')
    await tab.page.reload()
    await expect(row(tab)).toContainText(LAST_NAME)
  },
  executors: {
    async 'write answers: it is done'(step) {
      await resumes(step)
      await (await step.tab.take('action')).continue()
      await says(step.tab, 'Successfully Disabled')
    },
    async 'write answers: somebody else changed the row'(step) {
      await resumes(step)
      await sql(step.tab, IS_CHANGED)
      await (await step.tab.take('action')).continue()
      await says(step.tab, CONFLICT)
    },
    async 'write answers: the database is not available'({ tab }) {
      await (await tab.take('action')).fulfill(UNAVAILABLE)
      await says(tab, UNAVAILABLE.json.message)
    },
    async 'write.waiting'({ tab }) {
      // The path controls the pauses between the repetitions.
      await stopTime(tab)
      await (await tab.take('action')).abort('connectionrefused')
    },
    // The longest pause between two repetitions.
    async 'write.checking'({ tab }) {
      await tab.page.clock.runFor(10_000)
      await tab.page.clock.resume()
    },
  },
  impossible: {
    'write.unresolved':
      'If a minute passes at once, the socket disconnects and reconnects, and the console repeats the call at once; the story WhenNobodyKnowsWhetherItIsDone covers it.',
    'rowAction.check':
      'While it checks, the list has no button for it; the shell has one after the page was left (Flows/Activity).',
    'write answers: it is done, and the row leaves the list':
      'A user never leaves the list of users; the story WhenARowLeavesTheList covers it.',
    'rowAction.retry':
      'The list offers the switch, which starts a new action; the shell offers it after the page was left (Flows/Activity).',
    'rowAction.dismiss': 'Likewise: the shell offers it after the page was left (Flows/Activity).',
  },
  impossibleIn({ name, states }) {
    if (!name.startsWith('write answers: ')) return null
    if (states.includes('writing.asking.waiting')) return 'No call is in flight.'
    return name === 'write answers: the database is not available' && states.includes('writing.asking.checking')
      ? 'A repetition that gets this answer is repeated: its outcome stays open (machines/write).'
      : null
  },
  screens: {
    'writing.busy': async ({ tab }) => {
      await expect(question(tab)).toHaveCount(0)
      await expect(toggle(tab)).toHaveAttribute('aria-busy', 'true')
      await expect(toggle(tab)).toBeChecked()
      await expect(row(tab).getByText('Saving', { exact: true })).toBeVisible()
      expect(await tab.isHeld('action')).toBe(true)
    },
    'writing.asking.checking': async ({ tab }) => {
      await expect(row(tab).getByText('Checking', { exact: true })).toBeVisible()
      expect(await tab.isHeld('action')).toBe(true)
    },
    'writing.asking.waiting': async ({ tab }) => {
      await expect(row(tab).getByText('Checking', { exact: true })).toBeVisible()
      await expect(row(tab).getByText('Not saved', { exact: true })).toHaveCount(0)
    },
    refused: async (step) => {
      const { tab } = step
      await expect(toggle(tab)).toBeChecked()
      await expect(toggle(tab)).not.toHaveAttribute('aria-busy')
      await expect(row(tab)).toContainText(isConflict(step) ? CHANGED_NAME : LAST_NAME)
      const problem = row(tab).getByText('Not saved', { exact: true })
      await expect(problem).toBeVisible()
      expect(
        await problem.evaluate(
          (words) =>
            words.getBoundingClientRect().right <= words.closest('[role=gridcell]')!.getBoundingClientRect().right,
        ),
      ).toBe(true)
      await expect(problem).toHaveAttribute('title', isConflict(step) ? CONFLICT : UNAVAILABLE.json.message)
    },
    done: async ({ tab }) => {
      await expect(toggle(tab)).not.toBeChecked()
      await expect(toggle(tab)).not.toHaveAttribute('aria-busy')
      await expect(row(tab).getByText('Disabled', { exact: true })).toBeVisible()
      await expect(row(tab).getByText('Not saved')).toHaveCount(0)
    },
  },
  unseen: {
    'writing.unresolved': 'No path of this depth leads there, as above.',
    starting: 'The machine leaves it at once.',
    dismissed: 'No path of this depth leads there, as above.',
    left: 'Each user stays in the list of users, as above.',
  },
})
