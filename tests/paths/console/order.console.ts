/**
 * The order of a list at the console depth: Ada orders the categories. Of the paths' records, a and b are the first two
 * categories, c stands for all others, and d is a category that comes and goes at the end.
 */
import { expect } from '@playwright/test'
import { RECALL_PATIENCE_MS } from '@machines/kit/recall'
import { isSameOrder, isSameSet } from '@machines/order/merge-order'
import type { OrderContext } from '@machines/order/order.machine'
import { FOUR, MOVED, THREE } from '../order.paths'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { HeldDrafts } from './held-drafts'
import { lineBreaks, lineStands, putBack, sql, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'

const LIST = '/seo/brand-categories'
const CATEGORIES = '/api/v1/admin-brand-category'
const TITLE = 'Order of the categories'
/** Name of the category d. */
const NEWCOMER = 'Path category'
const KEPT = 'loadMoves answers: moves are kept'
const FOLLOWS = 'a page after a reload follows the save of an earlier one'
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '5' },
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}

const dialog = ({ page }: Tab) => page.getByRole('dialog', { name: TITLE })
const button = (tab: Tab, name: string) => dialog(tab).getByRole('button', { name, exact: true })
const says = (tab: Tab, words: string | RegExp) => expect(dialog(tab).getByText(words).first()).toBeVisible()
const orderButton = ({ page }: Tab) => page.getByRole('button', { name: 'Order', exact: true })
const contextOf = ({ expected }: Pick<StepContext, 'expected'>) => expected.context as OrderContext

const drafts = new WeakMap<Tab, HeldDrafts>()

/** The names of a and b. Creates d and notes every place, once for all paths. */
let names: Promise<readonly [string, string]> | undefined
async function prepared(tab: Tab): Promise<readonly [string, string]> {
  const colleague = await tab.stage.theColleague()
  await colleague.expect('POST', CATEGORIES, { body: { name: NEWCOMER, slug: 'path-category' } })
  await sql(tab, 'create table order_places as select id, position from brand_categories')
  await sql(tab, `create table order_newcomer as select * from brand_categories where name = '${NEWCOMER}'`)
  const rows = (await sql(tab, 'select name from brand_categories order by position limit 2')) as { name: string }[]
  return [rows[0]!.name, rows[1]!.name]
}
const namesOf = (tab: Tab) => (names ??= prepared(tab))

/** Changes the list in the database, of which the console is not notified. @param ids a, b, c and perhaps d */
async function setList(tab: Tab, ids: readonly string[]): Promise<void> {
  await sql(tab, `delete from brand_categories where name = '${NEWCOMER}'`)
  if (ids.includes('d')) await putBack(tab, 'brand_categories', 'order_newcomer')
  const isMoved = ids.indexOf('b') < ids.indexOf('a')
  await sql(
    tab,
    `update brand_categories c set position = case when p.place <= 2 and ${isMoved} then q.position else p.position end
      from (select *, row_number() over (order by position) as place from order_places) p,
           (select *, row_number() over (order by position) as place from order_places) q
      where p.id = c.id and q.place = case p.place when 1 then 2 when 2 then 1 else p.place end`,
  )
}
/** The console reads the list again after its connection was interrupted. */
async function isRead(tab: Tab): Promise<void> {
  await tab.page.clock.resume()
  if (!tab.isHeldNow('list')) {
    await lineBreaks(tab)
    await lineStands(tab)
  }
  await (await tab.take('list')).continue()
}
const listBecomes =
  (ids: readonly string[]): Executor =>
  async ({ tab }) => {
    await setList(tab, ids)
    await isRead(tab)
  }

const lines = async (tab: Tab) =>
  dialog(tab)
    .locator('li')
    .evaluateAll((all) =>
      all
        .toSorted((one, other) => Number(one.ariaPosInSet) - Number(other.ariaPosInSet))
        .map((line) => line.querySelector('[dir="auto"]')?.textContent ?? ''),
    )
/** The first two lines, and the number of all. */
async function showsOrder(step: StepContext): Promise<void> {
  const { tab } = step
  const { ids } = contextOf(step)
  const [a, b] = await namesOf(tab)
  const first = ids.indexOf('a') < ids.indexOf('b') ? [a, b] : [b, a]
  await expect.poll(async () => (await lines(tab)).slice(0, 2)).toEqual(first)
  const all = (await sql(tab, 'select count(*)::integer as count from order_places')) as { count: number }[]
  const count = all[0]!.count - (ids.includes('d') ? 0 : 1)
  await expect(dialog(tab).locator('li').first()).toHaveAttribute('aria-setsize', String(count))
}
/** What other people have changed, in the words of the dialog. */
async function showsChanges(step: StepContext): Promise<void> {
  const { came, went, isReordered } = contextOf(step).changes
  if (came.length > 0) await says(step.tab, new RegExp(`New in the list: ${NEWCOMER}\\.`))
  if (went.length > 0) await says(step.tab, new RegExp(`No longer in the list: ${NEWCOMER}\\.`))
  if (isReordered) await says(step.tab, /Somebody else has changed the order too\./)
}
const isLocked = (tab: Tab) =>
  expect(
    dialog(tab)
      .getByRole('button', { name: /^Move .* down$/ })
      .first(),
  ).toBeDisabled()
const canBeSaved = (tab: Tab) => expect(button(tab, 'Save order')).toBeEnabled()
/** Swaps the first two records. */
const swaps: Executor = async ({ tab }) => {
  const [, second] = await lines(tab)
  await button(tab, `Move ${second} up`).click()
}
const isGone: Executor = async (step) => {
  const { tab } = step
  await expect(dialog(tab)).toHaveCount(0)
  await tab.letThrough('list')
  const [a, b] = await namesOf(tab)
  const { ids, list } = contextOf(step)
  const shown = step.expected.matches('saved') ? ids : list
  const first = shown.indexOf('a') < shown.indexOf('b') ? a : b
  await expect(firstRow(tab)).toContainText(first)
}
const firstRow = ({ page }: Tab) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first()

/** The call of the save, which waits for its response. */
async function call(tab: Tab) {
  await tab.page.clock.resume()
  if (!tab.isHeldNow('order')) await button(tab, 'Check again').click()
  return tab.take('order')
}
const opensDialog = async (tab: Tab) => {
  await expect(orderButton(tab)).not.toHaveAttribute('aria-disabled', 'true')
  await orderButton(tab).click()
  await expect(dialog(tab)).toBeVisible()
}
const opensList = async (tab: Tab) => {
  await tab.page.goto(LIST)
  await lineStands(tab)
  const [a] = await namesOf(tab)
  await expect(firstRow(tab)).toContainText(a)
}

export const description = describeConsole({
  async start({ tab, path }) {
    await namesOf(tab)
    await setList(tab, THREE)
    await tab.holdCalls('order', { url: `**${CATEGORIES}/order`, method: 'PATCH' })
    await tab.holdCalls('list', { url: new RegExp(`${CATEGORIES}\\?(?!(.*&)?id=)`) })
    await tab.letThrough('list')
    await startSignedIn({ tab })
    await opensList(tab)
    if (path.steps.some(({ name }) => name === KEPT)) {
      await opensDialog(tab)
      await swaps({ tab, path, expected: path.initial, upcoming: [] })
      await says(tab, '1 category moved')
      // The moves are written to the device, where the next page finds them.
      await tab.page.waitForTimeout(1_000)
      await opensList(tab)
    }
    const held = await HeldDrafts.of(tab)
    drafts.set(tab, held)
    await held.hold('load')
    await opensDialog(tab)
    await tab.holdCalls('list')
  },
  executors: {
    'list.changed: a record came': listBecomes(FOUR),
    'list.changed: as it was': listBecomes(THREE),
    'list.changed: as the person wants it': listBecomes(MOVED),
    'order.move': swaps,
    'order.move: back': swaps,
    'order.save': ({ tab }) => button(tab, 'Save order').click(),
    'order.check': ({ tab }) => button(tab, 'Check again').click(),
    'order.reread': ({ tab }) => button(tab, 'Read again').click(),
    'order.discard': ({ tab }) => button(tab, 'Discard').click(),
    'order.leave': ({ tab }) => button(tab, 'Cancel').click(),
    'order.stay': ({ tab }) => button(tab, 'Stay').click(),
    'order.leaveAnyway': ({ tab }) => button(tab, 'Leave without saving').click(),
    async 'save.unanswered'({ tab }) {
      // The path controls the pauses between the repetitions.
      await stopTime(tab)
      await (await tab.take('order')).abort('connectionrefused')
      await tab.page.clock.runFor(100)
    },
    async 'save.refused: the list holds others'(step) {
      const { tab, path, upcoming } = step
      const route = await call(tab)
      const { ids, list } = path.steps[path.steps.length - upcoming.length - 2]!.expected.context as OrderContext
      // Either the console knows of the other records already, or they have just changed.
      if (isSameSet(ids, list)) await setList(tab, ids.includes('d') ? THREE : FOUR)
      await route.continue()
    },
    'save.refused: it is not available': async ({ tab }) => (await call(tab)).fulfill(UNAVAILABLE),
    'save.done': async ({ tab }) => (await call(tab)).continue(),
    'loadMoves answers: none are kept': ({ tab }) => drafts.get(tab)!.release('load'),
    [KEPT]: ({ tab }) => drafts.get(tab)!.release('load'),
    'recallPatience is over': ({ tab }) => tab.page.clock.runFor(RECALL_PATIENCE_MS),
  },
  impossibleStarts: {
    [FOLLOWS]: 'The page after a reload checks the save at once: the story WhenASaveIsTakenUpAfterAReload covers it.',
  },
  impossible: {
    'loadMoves fails': 'A store that cannot be read counts as empty, which is another event.',
    'save.began': 'The save reports it at the moment when it is sent.',
    'save.unresolved':
      'If a minute passes at once, the socket disconnects and reconnects, and the console repeats the call at once; the story Unresolved covers it.',
  },
  impossibleIn({ name, states, context }) {
    const { ids, list } = context as unknown as OrderContext
    const [state] = states as [string]
    if (name === 'order.move' && (isSameOrder(ids, MOVED) || ids.includes('d')))
      return 'The move of the paths swaps a and b of three records.'
    if (name === 'order.move: back' && (isSameOrder(ids, THREE) || ids.includes('d')))
      return 'The move of the paths swaps a and b of three records.'
    const wanted = { 'list.changed: a record came': FOUR, 'list.changed: as it was': THREE }[name] ?? MOVED
    if (name.startsWith('list.changed') && isSameOrder(list, wanted)) return 'The list is like that already.'
    if (name === 'save.unanswered' && state === 'sending.checking') return 'It is reported once.'
    if (name === 'save.done' && !isSameSet(ids, list)) return 'The server refuses an order of other records.'
    if (name === 'save.refused: it is not available' && state === 'sending.checking')
      return 'After a lost response it does not say what became of the save: the save is repeated.'
    if (name === 'order.discard' && state === 'unsaved.rereading') return 'The button is there when the list was read.'
    if (name === 'order.leave' && state === 'sending.checking') return 'The button is disabled.'
    return null
  },
  screens: {
    opening: async (step) => {
      await isLocked(step.tab)
      await expect(button(step.tab, 'Save order')).toBeDisabled()
    },
    unmoved: async (step) => {
      await showsOrder(step)
      await expect(button(step.tab, 'Save order')).toBeDisabled()
      await expect(dialog(step.tab).getByText(/moved$/)).toHaveCount(0)
      expect(step.tab.isHeldNow('order')).toBe(false)
    },
    'unsaved.moved': async (step) => {
      await showsOrder(step)
      await showsChanges(step)
      await says(step.tab, '1 category moved')
      if (contextOf(step).isRestored) await says(step.tab, /^Your moves of an earlier time/)
      await canBeSaved(step.tab)
    },
    'unsaved.leaving': async (step) => {
      await says(step.tab, 'Leave without saving?')
      await expect(button(step.tab, 'Stay')).toBeFocused()
      await showsOrder(step)
    },
    'unsaved.rereading': async (step) => {
      await says(step.tab, /Reading the list again/)
      await expect(button(step.tab, 'Save order')).toBeDisabled()
      await showsOrder(step)
    },
    'unsaved.conflict': async (step) => {
      await says(step.tab, /^Nothing was saved/)
      await showsChanges(step)
      await showsOrder(step)
      await canBeSaved(step.tab)
    },
    'unsaved.refused': async (step) => {
      await says(step.tab, UNAVAILABLE.json.message)
      await showsOrder(step)
      await canBeSaved(step.tab)
    },
    'sending.saving': async (step) => {
      await expect(dialog(step.tab).getByRole('button', { name: /Save order|Loading/ })).toHaveAttribute(
        'aria-busy',
        'true',
      )
      await isLocked(step.tab)
      await showsOrder(step)
      expect(await step.tab.isHeld('order')).toBe(true)
    },
    'sending.checking': async (step) => {
      await says(step.tab, /^No answer yet\. Checking whether the order was saved/)
      await isLocked(step.tab)
      await showsOrder(step)
    },
    saved: isGone,
    left: isGone,
  },
  unseen: {
    'sending.unresolved': 'No path of this depth leads there, as above.',
  },
})
