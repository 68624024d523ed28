/** A reading at the console depth: the page of a user whom a colleague renames. */
import { expect } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import { describeConsole, type Executor } from './describe-console'
import { lineStands, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const USERS = '/api/v1/users'
const LAST_NAME = 'Reading'
/** First names, one after another. */
const NAMES = ['Una', 'Dua', 'Tria', 'Quarta', 'Quinta', 'Sexta', 'Septima']

interface Opened {
  id: string
  /** The name that the console received last. */
  shown: string | null
}
const opened = new WeakMap<Tab, Opened>()
let made = 0

const userIn = async ({ stage }: Tab, id: string) =>
  (
    (await stage.db.query('select first_name, version from users where id = $1', [id])) as [
      { first_name: string; version: number },
    ]
  )[0]
const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { name: `${name} ${LAST_NAME}` })
const retryButton = ({ page }: Tab) => page.getByRole('button', { name: 'Try again' })
const isOld = ({ page }: Tab) => page.getByText(/^This may be old: /)

const answers: Executor = async ({ tab }) => {
  const user = opened.get(tab)!
  user.shown = (await userIn(tab, user.id)).first_name
  await (await tab.take('record')).continue()
}
const isLost: Executor = async ({ tab }) => (await tab.take('record')).abort('connectionrefused')
/** Shows the last received value, and no sign of the call in flight. */
const showsUser = async (tab: Tab) => {
  const { shown } = opened.get(tab)!
  for (const name of NAMES) await expect(heading(tab, name)).toHaveCount(name === shown ? 1 : 0)
}

const isOpening: Executor = async ({ tab }) => {
  await expect(tab.page.getByRole('status').filter({ hasText: 'Loading user' })).toBeAttached()
  expect(await tab.isHeld('record')).toBe(true)
  await showsUser(tab)
}
const isRefreshing: Executor = async ({ tab }) => {
  expect(await tab.isHeld('record')).toBe(true)
  await showsUser(tab)
  await expect(isOld(tab)).toHaveCount(0)
}
const isRetrying: Executor = async ({ tab }) => {
  expect(await tab.isHeld('record')).toBe(true)
  await showsUser(tab)
}

export const description = describeConsole({
  async start({ tab }) {
    const username = `reading${(made += 1)}`
    const body = {
      first_name: NAMES[0],
      last_name: LAST_NAME,
      username,
      email: `${username}@example.com`,
      role: 'PLAYER',
      password: DEMO_PASSWORD,
      confirm_password: DEMO_PASSWORD,
    }
    const { data } = await (await tab.stage.theColleague()).expect<{ data: { id: string } }>('POST', USERS, { body })
    opened.set(tab, { id: data.id, shown: null })
    await tab.holdCalls('record', { url: `**${USERS}/${data.id}`, method: 'GET' })
    await startSignedIn({ tab })
    await tab.page.goto(`/users/${data.id}`)
    await lineStands(tab)
  },
  executors: {
    async 'reading.refresh'({ tab }) {
      const { id } = opened.get(tab)!
      const { first_name, version } = await userIn(tab, id)
      const told = tab.line.changesOf('Users')
      await (
        await tab.stage.theColleague()
      ).expect('PATCH', `${USERS}/${id}`, {
        body: { first_name: NAMES[NAMES.indexOf(first_name) + 1] },
        ifMatch: version,
      })
      await expect.poll(() => tab.line.changesOf('Users')).toBeGreaterThan(told)
    },
    retry: ({ tab }) => retryButton(tab).click(),
    'read answers: what was asked for': answers,
    'read answers: the server is not reached': isLost,
    'readAgain answers: what was asked for': answers,
    'readAgain answers: the server is not reached': isLost,
    'readAnew answers: what was asked for': answers,
    'readAnew answers: the server is not reached': isLost,
    'readOnRequest answers: what was asked for': answers,
    'readOnRequest answers: the server is not reached': isLost,
  },
  impossible: {},
  impossibleIn: ({ name, states }) =>
    name === 'retry' && states.includes('ready')
      ? 'The page of a user has no button that reads an up-to-date record again; Home has one.'
      : null,
  screens: {
    'opening.loading': isOpening,
    'opening.loadingOvertaken': isOpening,
    ready: async ({ tab }) => {
      await showsUser(tab)
      await expect(retryButton(tab)).toHaveCount(0)
    },
    'renewing.refreshing': isRefreshing,
    'renewing.refreshingOvertaken': isRefreshing,
    'repeating.retrying': isRetrying,
    'repeating.retryingOvertaken': isRetrying,
    'recovering.reopening': isRefreshing,
    'recovering.reopeningOvertaken': isRefreshing,
    outdated: async ({ tab }) => {
      await expect(isOld(tab)).toBeVisible()
      await expect(retryButton(tab)).toBeVisible()
      await showsUser(tab)
    },
    unreachable: async ({ tab }) => {
      await expect(tab.page.getByRole('heading', { name: 'The user could not be loaded' })).toBeVisible()
      await expect(retryButton(tab)).toBeVisible()
      await showsUser(tab)
    },
  },
  unseen: {},
})
