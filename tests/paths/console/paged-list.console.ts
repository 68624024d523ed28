/** The paged list at the console depth: the newsletter's subscribers. The responses of its pages are held. */
import { expect } from '@playwright/test'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { SEARCH_PAUSE_MS, type PagedListContext } from '@machines/paged-list/paged-list.machine'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { lineBreaks, lineStands, putBack, sql, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'
import { nodeHash } from '@server/node/crypto'

const LIST = '/newsletter-subscriber'
const SUBSCRIBERS = '/api/v1/news-letter-subscribe'
const FURTHER = 'rows.seen: a page is missing'
/** Rows of a list that is one page, and of one that is two. */
const ONE_PAGE = 12
const TWO_PAGES = 150
/** What the paths search for: all addresses contain it. */
const SEARCHED = 'ada'
const NEW = /^\d+ new subscribers?\./

const grid = ({ page }: Tab) => page.getByRole('grid', { name: 'subscribers' })
/** The first one is the header. */
const rows = (tab: Tab) =>
  grid(tab)
    .getByRole('row')
    .filter({ has: tab.page.getByRole('gridcell') })
const button = ({ page }: Tab, name: string | RegExp) => page.getByRole('button', { name })
const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { name, exact: true })
const searchField = ({ page }: Tab) => page.getByRole('searchbox', { name: 'Search subscribers' })
const dialog = ({ page }: Tab) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const contextOf = ({ expected }: Pick<StepContext, 'expected'>) => expected.context as PagedListContext
const isNarrowed = ({ view }: PagedListContext) => view.search !== '' || Object.keys(view.filters).length > 0

/** The key of an app that subscribes people; the demo's subscribers, which each path gets anew. Once for all paths. */
let prepared: Promise<string> | undefined
async function prepare(tab: Tab): Promise<string> {
  await sql(tab, 'create table subscribers_kept as select * from newsletter_subscribers')
  const [store] = (await sql(tab, 'select code from stores where not is_deleted order by code limit 1')) as {
    code: string
  }[]
  return (await createAppKeys(tab.stage.db, { now: () => Date.now() }, nodeHash).create(store!.code)).key
}
const keyOf = (tab: Tab) => (prepared ??= prepare(tab))

/** The newest subscribers of the demo; the last of them is the only one whose mail comes back. */
async function setSubscribers(tab: Tab, count: number): Promise<void> {
  await keyOf(tab)
  await sql(tab, 'delete from newsletter_subscribers')
  await putBack(tab, 'newsletter_subscribers', `subscribers_kept order by created_at desc, id desc limit ${count}`)
  await sql(
    tab,
    `update newsletter_subscribers s set email = '${SEARCHED}.' || n.n || '@mail.example', unsubscribed_at = null,
       status = case when n.n = ${count} then 'BOUNCED' else 'SUBSCRIBED' end
     from (select id, row_number() over (order by created_at desc, id desc) as n from newsletter_subscribers) n
     where n.id = s.id`,
  )
}
/** Runs `work` while there is no subscriber in the database. */
async function withoutSubscribers(tab: Tab, work: () => Promise<unknown>): Promise<void> {
  await sql(tab, 'alter table newsletter_subscribers rename to subscribers_aside')
  await sql(tab, 'create table newsletter_subscribers (like subscribers_aside including all)')
  try {
    await work()
  } finally {
    await sql(tab, 'drop table newsletter_subscribers')
    await sql(tab, 'alter table subscribers_aside rename to newsletter_subscribers')
  }
}
const noRowIsThere = (tab: Tab) =>
  expect(heading(tab, 'No subscribers yet').or(heading(tab, 'No subscriber matches'))).toBeVisible()
const isCalled = (tab: Tab) => tab.isHeld('list')

let made = 0
/** Somebody subscribes in an app; the footer then offers to show it. */
async function subscribes(tab: Tab): Promise<void> {
  const answer = await tab.context.request.post(SUBSCRIBERS, {
    headers: { [APP_KEY_HEADER]: await keyOf(tab) },
    data: {
      email: `${SEARCHED}.new${(made += 1)}@mail.example`,
      source: 'APP',
      consent_text: 'Yes, send me news.',
      locale: 'en',
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await expect(tab.page.getByText(NEW).first()).toBeVisible()
}
/** Ada unsubscribes or erases the first subscriber of the list. */
async function acts(tab: Tab, verb: 'Unsubscribe' | 'Erase'): Promise<void> {
  const address = (await rows(tab)
    .first()
    .getByText(new RegExp(`^${SEARCHED}\\.`))
    .textContent())!
  await rows(tab)
    .first()
    .getByRole('button', { name: new RegExp(`^${verb}`) })
    .click()
  await dialog(tab)
    .getByRole('textbox')
    .first()
    .fill(verb === 'Erase' ? address : 'Asked for it by phone')
  await dialog(tab).getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog(tab)).toHaveCount(0)
  if (verb === 'Erase') await expect(grid(tab).getByText(address)).toHaveCount(0)
  // It cannot be unsubscribed again.
  else
    await expect(
      rows(tab)
        .first()
        .getByRole('button', { name: /^Unsubscribe/ }),
    ).toHaveCount(0)
}

const answered: Executor = async ({ tab }) => (await tab.take('list')).continue()
const fails: Executor = async ({ tab }) => (await tab.take('list')).abort('connectionrefused')
const findsNothing: Executor = ({ tab }) =>
  withoutSubscribers(tab, async () => {
    await (await tab.take('list')).continue()
    await noRowIsThere(tab)
  })
/** The connection is interrupted: all rows may be out of date. */
const isInterrupted = async (tab: Tab) => {
  tab.forget('list')
  await lineBreaks(tab)
  await lineStands(tab)
}
const isBusy: Executor = async (step) => {
  const { tab } = step
  const refreshing = tab.page.getByText('Refreshing', { exact: true })
  if (contextOf(step).count > 0) {
    await expect(refreshing).toBeVisible()
    await expect(rows(tab).first()).toBeVisible()
  } else {
    await expect(refreshing.or(tab.page.getByText('Loading subscribers')).first()).toBeVisible()
    await expect(rows(tab)).toHaveCount(0)
  }
  expect(await isCalled(tab)).toBe(true)
}

export const description = describeConsole({
  async start({ tab, path }) {
    await setSubscribers(tab, path.steps.some(({ name }) => name === FURTHER) ? TWO_PAGES : ONE_PAGE)
    await tab.holdCalls('list', { url: new RegExp(`${SUBSCRIBERS}\\?(?!(.*&)?id=)`), method: 'GET' })
    await startSignedIn({ tab })
    await lineStands(tab)
    await tab.page.evaluate((address) => {
      history.pushState(null, '', address)
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, LIST)
  },
  executors: {
    async 'view.changed: a search is typed'({ tab }) {
      // A call in flight is left; the path controls the pause after the last key.
      tab.forget('list')
      await stopTime(tab)
      await searchField(tab).fill(SEARCHED)
    },
    async 'searchPause is over'({ tab }) {
      await tab.page.clock.runFor(SEARCH_PAUSE_MS)
      await tab.page.clock.resume()
    },
    async 'view.changed: a filter'({ tab }) {
      tab.forget('list')
      await tab.page.getByRole('button', { name: 'Filter', exact: true }).click()
      await tab.page.getByRole('dialog', { name: 'Add a filter' }).getByRole('button', { name: 'Status' }).click()
      await tab.page.getByRole('checkbox', { name: 'Bounced' }).click({ force: true })
      await tab.page.keyboard.press('Escape')
    },
    async 'place.go: the end'({ tab }) {
      tab.forget('list')
      await button(tab, 'Go to').click()
      await tab.page.getByRole('dialog', { name: 'Go to' }).getByRole('button', { name: 'Oldest' }).click()
    },
    async 'list.showArrivals'({ tab }) {
      await subscribes(tab)
      await button(tab, /^Show (?:it|them)$/).click()
    },
    async 'list.fieldsChosen: one more'({ tab }) {
      tab.forget('list')
      await button(tab, /^Columns, \d+ shown$/).click()
      await tab.page.getByRole('checkbox', { name: 'Unsubscribed' }).click({ force: true })
      await tab.page.keyboard.press('Escape')
    },
    retry: ({ tab }) => button(tab, 'Try again').click(),
    'socket.resumed': ({ tab }) => isInterrupted(tab),
    'rows.changed: a row is new': ({ tab }) => subscribes(tab),
    'row.saved': ({ tab }) => acts(tab, 'Unsubscribe'),
    'row.gone': ({ tab }) => acts(tab, 'Erase'),
    [FURTHER]: async ({ tab }) => expect(await isCalled(tab)).toBe(true),
    'enterList answers: a page of rows': answered,
    'enterList answers: no row': findsNothing,
    'enterList answers: the server is not reached': fails,
    'goTo answers: a page of rows': answered,
    'goTo answers: no row': findsNothing,
    'readPage answers: a further page': answered,
    async 'readPage answers: no row is left'(step) {
      // Only a page that is read again can show that no row is left, not a further one.
      await isInterrupted(step.tab)
      await findsNothing(step)
    },
    'readPage answers: the server is not reached': fails,
  },
  impossible: {
    'view.changed: the same': 'Nothing happens, so there is nothing to see.',
    'list.fieldsChosen: known ones': 'Likewise.',
    'rows.seen: all are held':
      'At the top of the list the next page is in reach already; the unit tests of the store cover which pages are missing.',
    'rows.changed: a page in sight has become old': 'Likewise.',
    'readPage answers: a page, and another is missing': 'Likewise.',
    'rows.changed: the only row has left':
      'A subscriber leaves the list by an action of its own or when a filter no longer matches: the story WhenARecordLeavesTheFilter covers it.',
    'enterList answers: rows of a screen that was left':
      'They are there at once, without a call: the story WhenOneComesBack covers it.',
    'goTo answers: rows of a screen that was left': 'Likewise.',
    'goTo answers: the server is not reached':
      'The rows in sight are held, so nothing is read after it, and the list is ready at once: the story WhenAPlaceCannotBeReached covers it.',
    'list.reload': 'It happens if more than 500 records change at once; here there are fewer.',
    'rows.inView': 'Scrolling changes which rows are fetched first, which is not visible in the list.',
  },
  impossibleIn({ name, states, context }) {
    const [state] = states as [string]
    const list = context as unknown as PagedListContext
    const isReady = state === 'ready'
    if (name === 'view.changed: a search is typed' && isNarrowed(list))
      return 'The view has the search already, or a filter, which stays.'
    if (name === 'view.changed: a filter' && isNarrowed(list)) return 'The view has the filter already, or a search.'
    if (name === 'list.fieldsChosen: one more' && list.fields.length > 1) return 'The column is chosen already.'
    if (name === 'list.fieldsChosen: one more' && list.count === 0 && /^(?:ready|empty|noMatch)$/.test(state))
      return 'Without rows nothing is read again, so there is nothing to see.'
    if (name === FURTHER && (list.count !== 100 || isNarrowed(list))) return 'The next page is out of reach.'
    if (/^(?:row\.|rows\.changed|list\.showArrivals)/.test(name) && (!isReady || isNarrowed(list)))
      return 'The paths do this while rows are shown and nothing is read.'
    return null
  },
  screens: {
    'entering.loading': async ({ tab }) => {
      await expect(tab.page.getByText('Loading subscribers').first()).toBeVisible()
      await expect(rows(tab)).toHaveCount(0)
      expect(await isCalled(tab)).toBe(true)
    },
    'entering.searching': isBusy,
    typing: async (step) => {
      const { tab } = step
      await expect(grid(tab)).toHaveAttribute('aria-busy', 'true')
      if (contextOf(step).count > 0) await expect(rows(tab).first()).toBeVisible()
      expect(tab.isHeldNow('list')).toBe(false)
    },
    going: isBusy,
    ready: async ({ tab }) => {
      await expect(rows(tab).first()).toBeVisible()
      await expect(tab.page.getByText(/^Rows 1?\d+–\d+ of \d+/).first()).toBeVisible()
      await expect(tab.page.getByText('Refreshing', { exact: true })).toHaveCount(0)
    },
    readingOn: async ({ tab }) => {
      await expect(rows(tab).first()).toBeVisible()
      await expect(tab.page.getByText('Reading on', { exact: true })).toBeVisible()
      expect(await isCalled(tab)).toBe(true)
    },
    pageFailed: async ({ tab }) => {
      await expect(tab.page.getByText(/^More subscribers could not be loaded\./)).toBeVisible()
      await expect(button(tab, 'Try again')).toBeVisible()
      await expect(rows(tab).first()).toBeVisible()
    },
    unreachable: async ({ tab }) => {
      await expect(heading(tab, 'Subscribers could not be loaded')).toBeVisible()
      await expect(button(tab, 'Try again')).toBeVisible()
      await expect(rows(tab)).toHaveCount(0)
    },
    noMatch: async ({ tab }) => {
      await expect(heading(tab, 'No subscriber matches')).toBeVisible()
      await expect(rows(tab)).toHaveCount(0)
    },
    empty: async ({ tab }) => {
      await expect(heading(tab, 'No subscribers yet')).toBeVisible()
      await expect(rows(tab)).toHaveCount(0)
    },
  },
  unseen: {},
})
