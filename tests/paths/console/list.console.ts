/** The list machine at the console depth: the list of users. Its streams are held, cut and passed on in parts. */
import { expect } from '@playwright/test'
import type { ListContext } from '@machines/list/list.machine'
import { DEMO_PASSWORD } from '@server/db/demo'
import { menu } from '@tests/kit/console-page'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { RowsInParts } from './rows-in-parts'
import { lineBreaks, lineStands, sql, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const USERS = '/api/v1/users'
/** A name that no user has. */
const NOBODY = 'nobody is called so'
const A_PART = 20
const NEW_USERS = /^\d+ new users?\./

const grid = ({ page }: Tab) => page.getByRole('grid', { name: 'users' })
/** The first one is the header. */
const rows = (tab: Tab) =>
  grid(tab)
    .getByRole('row')
    .filter({ has: tab.page.getByRole('gridcell') })
const searchField = ({ page }: Tab) => page.getByRole('searchbox', { name: 'Search users' })
const button = ({ page }: Tab, name: string | RegExp) => page.getByRole('button', { name })
const dialog = ({ page }: Tab) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const foot = ({ page }: Tab, words: RegExp) => page.getByText(words).first()
const noUser = ({ page }: Tab) => page.getByRole('heading', { name: 'No users yet' })
const retryButton = (tab: Tab) => button(tab, /^(Try again|Load the rest)$/)
const hasRows = ({ expected }: Pick<StepContext, 'expected'>) => (expected.context as ListContext).count > 0

/** The stream that is being passed on in parts, by tab. */
const underWay = new WeakMap<Tab, RowsInParts>()
const inParts = async (tab: Tab) => {
  const parts = underWay.get(tab) ?? (await RowsInParts.of(await tab.take('list')))
  underWay.set(tab, parts)
  return parts
}
/** @returns the stream, which is then ended */
const lastPart = async (tab: Tab) => {
  const parts = await inParts(tab)
  underWay.delete(tab)
  return parts
}

/** Runs `work` while there is no user in the database. */
async function withoutUsers(tab: Tab, work: () => Promise<unknown>) {
  await sql(tab, 'alter table users rename to users_aside')
  await sql(tab, 'create table users (like users_aside including all)')
  try {
    await work()
  } finally {
    await sql(tab, 'drop table users')
    await sql(tab, 'alter table users_aside rename to users')
  }
}
let made = 0
const newUsername = () => `newcomer${(made += 1)}`
/** A name that no user has had; names have no digits. */
const newName = () => `Renamed${String((made += 1)).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`

/** A colleague saves users, with another name or unchanged. @returns when the console has received all changes */
async function saveElsewhere(tab: Tab, most: number, name?: string) {
  const told = tab.line.changesOf('Users')
  const users = (await tab.stage.db.query(
    `select id::text as id, version, first_name from users order by id desc limit ${most}`,
  )) as { id: string; version: number; first_name: string }[]
  const colleague = await tab.stage.theColleague()
  for (const { id, version, first_name } of users)
    await colleague.expect('PATCH', `${USERS}/${id}`, { body: { first_name: name ?? first_name }, ifMatch: version })
  await expect.poll(() => tab.line.changesOf('Users') - told).toBe(users.length)
}
/** A colleague adds a user; the footer then offers to show it. */
async function addElsewhere(tab: Tab) {
  const username = newUsername()
  const body = {
    first_name: 'New',
    last_name: 'Comer',
    username,
    email: `${username}@example.com`,
    role: 'PLAYER',
    password: DEMO_PASSWORD,
    confirm_password: DEMO_PASSWORD,
  }
  await (await tab.stage.theColleague()).expect('POST', USERS, { body })
  await expect(foot(tab, NEW_USERS)).toBeVisible()
}
/** Fills in fields of the open form, by their labels. */
async function fill(tab: Tab, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values))
    await dialog(tab).getByRole('textbox', { name, exact: true }).fill(value)
}
/** Submits the form, which closes when the server has responded. */
async function saves(tab: Tab, verb: string) {
  await dialog(tab).getByRole('button', { name: verb }).click()
  await expect(dialog(tab)).toHaveCount(0)
}
const showArrivals = (tab: Tab) => button(tab, /^Show (it|them)$/).click()

const fails: Executor = async ({ tab }) => (await tab.take('list')).abort('connectionrefused')
const searches =
  (text: string): Executor =>
  ({ tab }) =>
    searchField(tab).fill(text)
const retries: Executor = ({ tab }) => retryButton(tab).click()
/** The old rows stay while the list is read again. */
const isBeingRefreshed: Executor = async (step) => {
  const { tab, expected } = step
  await expect(tab.page.getByText('Refreshing', { exact: true })).toBeVisible()
  if (hasRows(step) && (expected.context as ListContext).matching !== 0) await expect(rows(tab).first()).toBeVisible()
  expect(await tab.isHeld('list')).toBe(true)
}

export const description = describeConsole({
  async start({ tab }) {
    await tab.holdCalls('list', { url: /\/api\/v1\/users\?(?!(.*&)?id=)/ })
    await tab.holdCalls('refetch', { url: /\/api\/v1\/users\?(.*&)?id=/ })
    await tab.letThrough('refetch')
    await startSignedIn({ tab })
    await lineStands(tab)
    await menu(tab.page).getByRole('link', { name: 'Users', exact: true }).click()
  },
  executors: {
    'chunk.received': async ({ tab }) => (await inParts(tab)).pass(A_PART),
    'list.completed: 200 rows': async ({ tab }) => {
      if (underWay.has(tab)) (await lastPart(tab)).finish()
      else await (await tab.take('list')).continue()
    },
    'list.completed: no row': ({ tab }) =>
      withoutUsers(tab, async () => {
        await (await tab.take('list')).continue()
        await expect(noUser(tab)).toBeVisible()
      }),
    'list.cutShort': async ({ tab }) => (await lastPart(tab)).breakOff(),
    'list.failed': fails,
    'list.counted: none matches': searches(NOBODY),
    async 'list.counted: some match'({ tab }) {
      await searchField(tab).fill((await searchField(tab).inputValue()) === '' ? 'e' : '')
    },
    async 'list.fieldsChosen: one more'({ tab }) {
      underWay.delete(tab)
      tab.forget('list')
      await button(tab, /^Columns, \d+ shown$/).click()
      await tab.page.getByRole('checkbox', { name: 'Status' }).click({ force: true })
      await tab.page.keyboard.press('Escape')
    },
    retry: retries,
    async 'socket.resumed'({ tab }) {
      await lineBreaks(tab)
      await lineStands(tab)
    },
    async 'row.added'({ tab }) {
      const username = newUsername()
      await button(tab, 'Add user').first().click()
      await fill(tab, {
        'First name': 'Ada',
        'Last name': 'Added',
        Username: username,
        Email: `${username}@example.com`,
        Password: DEMO_PASSWORD,
        'Confirm password': DEMO_PASSWORD,
      })
      await dialog(tab).getByRole('combobox', { name: 'Role' }).selectOption('PLAYER')
      await saves(tab, 'Add user')
    },
    async 'row.saved'({ tab }) {
      const lastName = newName()
      await rows(tab)
        .first()
        .getByRole('button', { name: /^Edit / })
        .click()
      await fill(tab, { 'Last name': lastName })
      await saves(tab, 'Save changes')
      await expect(rows(tab).first()).toContainText(lastName)
    },
    'list.arrived': ({ tab }) => addElsewhere(tab),
    async 'list.showArrivals'({ tab }) {
      await addElsewhere(tab)
      await showArrivals(tab)
    },
    async 'rows.counted: one more'({ tab }) {
      await addElsewhere(tab)
      await showArrivals(tab)
    },
    async 'rows.counted: none is left'({ tab, expected }) {
      await tab.holdCalls('refetch')
      await saveElsewhere(tab, 1000)
      await withoutUsers(tab, async () => {
        await tab.letThrough('refetch')
        // If a search hides all rows, the rows do not show that the last one is gone.
        if (expected.matches('empty')) await expect(noUser(tab)).toBeVisible()
        else await expect(rows(tab)).toHaveCount(0)
      })
    },
  },
  impossible: {
    'list.reload': 'It happens if more than 500 records change at once; here there are 60.',
    'rows.inView': 'Scrolling changes which rows are fetched first, which is not visible in the list.',
  },
  impossibleIn({ name, states, context }) {
    const [state] = states as [string]
    const { count } = context as unknown as ListContext
    const isReading = state.startsWith('reading')
    if (name.startsWith('list.counted') && count === 0) return 'Without rows there is nothing to count.'
    if (name === 'list.completed: 200 rows' && state === 'reading.loading')
      return 'Rows arrive in parts before the end.'
    if (name === 'list.completed: no row' && state === 'reading.streaming') return 'Rows have arrived.'
    if (name === 'list.failed' && state === 'reading.streaming')
      return 'After rows have arrived the response can only break off, which is a separate event.'
    if (name.startsWith('row.') && count === 0) return 'There is no row.'
    if (isReading && /^(list\.(arrived|showArrivals)|rows\.counted)/.test(name))
      return 'Changes meanwhile are fetched after all rows have arrived.'
    if (name === 'list.showArrivals' && count === 0)
      return 'Showing the first row counts it at the same time, which is a separate event.'
    if ((state === 'refreshing' || state === 'reloading') && /^(list\.(arrived|showArrivals)|rows\.counted)/.test(name))
      return 'Changes meanwhile are fetched after the list was read.'
    return null
  },
  screens: {
    'reading.loading': async ({ tab }) => {
      await expect(rows(tab)).toHaveCount(0)
      await expect(tab.page.getByRole('status').filter({ hasText: 'Loading users' })).toBeAttached()
      expect(await tab.isHeld('list')).toBe(true)
    },
    'reading.streaming': async ({ tab, expected }) => {
      if ((expected.context as ListContext).matching !== 0) await expect(rows(tab).first()).toBeVisible()
      await expect(foot(tab, /(rows so far · totals wait for the end|match so far · .* loaded)$/)).toBeVisible()
      await expect(button(tab, 'Export')).toHaveAttribute('aria-disabled', 'true')
    },
    ready: async ({ tab }) => {
      await expect(rows(tab).first()).toBeVisible()
      await expect(foot(tab, /^Rows 1–\d+ of \d+/)).toBeVisible()
      await expect(foot(tab, /^Up to date/)).toBeVisible()
      await expect(retryButton(tab)).toHaveCount(0)
    },
    noMatch: async ({ tab }) => {
      await expect(tab.page.getByRole('heading', { name: 'No user matches' })).toBeVisible()
      await expect(button(tab, 'Clear search')).toBeVisible()
      await expect(rows(tab)).toHaveCount(0)
    },
    refreshing: isBeingRefreshed,
    reloading: isBeingRefreshed,
    outdated: async ({ tab, expected }) => {
      await expect(tab.page.getByText(/Users could not be loaded again\..* Rows as of [\d:]+/)).toBeVisible()
      await expect(button(tab, 'Try again')).toBeVisible()
      if ((expected.context as ListContext).matching !== 0) await expect(rows(tab).first()).toBeVisible()
    },
    cutShort: async ({ tab }) => {
      await expect(tab.page.getByText(/Stopped early after \d+ rows/)).toBeVisible()
      await expect(button(tab, 'Load the rest')).toBeVisible()
    },
    unreachable: async ({ tab }) => {
      await expect(tab.page.getByRole('alert').filter({ hasText: 'Users could not be loaded' })).toBeVisible()
      await expect(button(tab, 'Try again')).toBeVisible()
      await expect(rows(tab)).toHaveCount(0)
    },
    empty: async ({ tab }) => {
      await expect(noUser(tab)).toBeVisible()
      await expect(rows(tab)).toHaveCount(0)
    },
  },
  unseen: {},
})
