/** The dry run at the console depth: Ada disables a game, or changes its tags, and first sees the effect. */
import { expect } from '@playwright/test'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { lineStands, sql, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const TAGGED = 'one row is to be tagged'
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '1' },
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}
const FIRST = 'where id = (select id from games order by position, id limit 1)'
/** Sets the first game to the state after the action, or to one that the action would change. */
const makeTrue = (tab: Tab, changes: boolean) =>
  sql(tab, `update games set is_deleted = ${!changes}, tags = '${changes ? '{}' : '{HOT}'}' ${FIRST}`)

const dialog = ({ page }: Tab) => page.getByRole('dialog', { name: /^(Disable|Change the tags of) / })
const button = (tab: Tab, name: string | RegExp) => dialog(tab).getByRole('button', { name, exact: true })
const add = (tab: Tab) => dialog(tab).getByRole('group', { name: 'Add' })
/** The dry run has not changed the game. */
async function changedNothing({ tab }: Pick<StepContext, 'tab'>) {
  const [game] = (await tab.stage.db.query(`select is_deleted, tags from games ${FIRST}`)) as [
    { is_deleted: boolean; tags: string[] },
  ]
  expect(game).toEqual({ is_deleted: false, tags: [] })
}
/** Happens together with the end of the check. */
const comesWithTheEnd: Executor = async () => undefined

export const description = describeConsole({
  async start({ tab, path }) {
    await makeTrue(tab, true)
    await tab.holdCalls('check', { url: /\/admin-game\/bulk\//, method: 'PATCH' })
    await startSignedIn({ tab })
    await tab.page.goto('/seo/games')
    await lineStands(tab)
    await expect(tab.page.getByRole('gridcell').first()).toBeVisible()
    await tab.page.getByRole('grid', { name: 'games' }).focus()
    await tab.page.keyboard.press('ArrowDown')
    await tab.page.keyboard.press(' ')
    const bar = tab.page.getByRole('region', { name: 'Selected games' })
    await bar.getByRole('button', { name: path.start === TAGGED ? 'Tags…' : 'Disable', exact: true }).click()
    await expect(dialog(tab)).toBeVisible()
  },
  executors: {
    async 'plan.asked'({ tab }) {
      const hot = add(tab).getByRole('checkbox', { name: 'Hot' })
      if (!(await hot.isChecked())) await hot.check()
      await button(tab, 'Check 1 game').click()
    },
    'results.read: it changes': comesWithTheEnd,
    'results.read: it is the same': comesWithTheEnd,
    async 'plan.checked'({ tab, expected }) {
      await makeTrue(tab, expected.matches('shown'))
      await (await tab.take('check')).continue()
    },
    'plan.refused': async ({ tab }) => (await tab.take('check')).fulfill(UNAVAILABLE),
    'plan.retry': ({ tab }) => button(tab, 'Try again').click(),
    'plan.change': ({ tab }) => button(tab, 'Change').click(),
    'plan.confirm': ({ tab }) => button(tab, /^(Disable|Change the tags of) 1 game$/).click(),
  },
  impossible: {},
  impossibleIn: () => null,
  goesWithNext: (name) => name.startsWith('results.read'),
  screens: {
    asking: ({ tab }) => expect(add(tab)).toBeVisible(),
    checking: async ({ tab }) => {
      await expect(dialog(tab).getByRole('progressbar', { name: 'Checking 1 game' })).toBeVisible()
      expect(await tab.isHeld('check')).toBe(true)
      await expect(button(tab, 'Cancel')).toBeFocused()
    },
    shown: async ({ tab }) => {
      await expect(dialog(tab).getByRole('status')).toHaveText('1 game changes.')
      await changedNothing({ tab })
    },
    withoutEffect: async ({ tab }) => {
      await expect(dialog(tab).getByRole('status')).toHaveText('No game changes, 1 stays the same.')
      // The dialog also has a close icon with this name.
      await expect(button(tab, 'Close').filter({ hasText: 'Close' })).toBeFocused()
    },
    failed: async ({ tab }) => {
      await expect(dialog(tab).getByText(/Nothing was changed\.$/)).toBeVisible()
      await expect(button(tab, 'Try again')).toBeFocused()
    },
    confirmed: ({ tab }) => expect(dialog(tab)).toHaveCount(0),
  },
  unseen: { opening: 'The machine leaves it at once.' },
})
