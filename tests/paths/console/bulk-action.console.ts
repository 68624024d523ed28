/** The action on many rows at the console depth, with a call for each: the first eight platforms are disabled, four at a time. */
import { expect } from '@playwright/test'
import type { Route } from 'playwright'
import { BULK_AT_ONCE } from '@machines/bulk-action/bulk-action.implementations'
import type { BulkActionContext } from '@machines/bulk-action/bulk-action.machine'
import { menu } from '@tests/kit/console-page'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { ADA, lineStands, sql, startSignedIn } from './signed-in'
import type { Tab } from './stage'

/** Number of records: some must still wait after the two that a path lets through first. */
const CHOSEN = 8
const FIRST = `(select id from game_platforms order by position limit ${CHOSEN})`
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '5' },
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}
const CONFLICT = 'Somebody else changed this record meanwhile.'

/** The held calls of the run, by tab: several at a time. */
const inFlight = new WeakMap<Tab, Route[]>()
async function holdActions(tab: Tab) {
  const waiting: Route[] = []
  inFlight.set(tab, waiting)
  await tab.page.route('**/api/v1/admin-game-brand/*', (route) =>
    route.request().method() === 'PATCH' ? void waiting.push(route) : route.fallback(),
  )
}
/** Takes the call that has waited longest. */
async function take(tab: Tab): Promise<Route> {
  await expect.poll(() => inFlight.get(tab)!.length).toBeGreaterThan(0)
  return inFlight.get(tab)!.shift()!
}
/** Lets the server respond to a call, and waits until the console has the response. */
async function answered(tab: Tab, route: Route, status: number) {
  const request = route.request()
  const [answer] = await Promise.all([
    tab.page.waitForResponse((response) => response.request() === request),
    route.continue(),
  ])
  expect(answer.status()).toBe(status)
}

/** The action before a reload: the number of changed records, and of records without a response. */
const BEGUN: Readonly<Record<string, { changed: number; unanswered: number }>> = {
  'a page after a reload takes it up': { changed: 2, unanswered: 4 },
  'a page after a reload finds the rest untried': { changed: 2, unanswered: 0 },
  'a page after a reload finds all done': { changed: CHOSEN, unanswered: 0 },
}
/** Stores the action where the console finds it, and applies its changes to the database. */
async function keepBegun(tab: Tab, { changed, unanswered }: { changed: number; unanswered: number }) {
  const rows = (await tab.stage.db.query(
    `select id::text as "rowId", version from game_platforms where id in ${FIRST} order by position`,
  )) as { rowId: string; version: number }[]
  const done = rows.slice(0, changed).map(({ rowId, version }) => ({ rowId, version: version + 1 }))
  for (const { rowId } of done)
    await sql(tab, `update game_platforms set is_deleted = true, version = version + 1 where id = '${rowId}'`)
  const [{ owner }] = (await tab.stage.db.query(`select ${ADA}::text as owner`)) as [{ owner: string }]
  const slots = {
    'bulk.seo-platform': {
      list: 'seo-platform',
      action: 'enableDisable',
      payload: { is_deleted: true },
      reverse: { is_deleted: false },
      items: rows,
      key: 'begun',
      round: 0,
      attempt: 0,
      total: CHOSEN,
      changed: [],
      untried: [],
    },
    ...Object.fromEntries(
      [
        ...done.map((item) => ({ ...item, outcome: 'changed' })),
        ...rows.slice(changed, changed + unanswered).map((item) => ({ ...item, outcome: 'none' })),
      ].map((item) => [`bulk-item.seo-platform.${item.rowId}`, item]),
    ),
  }
  await tab.page.evaluate(
    ([kept, person]) => {
      for (const [slot, write] of Object.entries(kept))
        sessionStorage.setItem(`pitboss.pending.${slot}`, JSON.stringify({ owner: person, write }))
    },
    [slots, owner] as const,
  )
}

const grid = ({ page }: Tab) => page.getByRole('grid', { name: 'platforms' })
const firstRows = (tab: Tab) =>
  grid(tab)
    .getByRole('row')
    .filter({ has: tab.page.getByRole('gridcell') })
const bar = ({ page }: Tab) => page.getByRole('region', { name: 'Selected platforms' })
const verb = (tab: Tab, name: string) => bar(tab).getByRole('button', { name, exact: true })
const says = (tab: Tab, words: string) => expect(bar(tab).getByText(words, { exact: true })).toBeVisible()
/** Number of records that the server has disabled. */
async function disabled(tab: Tab): Promise<number> {
  const [{ count }] = (await tab.stage.db.query(
    `select count(*)::int as count from game_platforms where is_deleted and id in ${FIRST}`,
  )) as [{ count: number }]
  return count
}
const failuresOf = ({ expected }: StepContext) => (expected.context as BulkActionContext).failures.length

/** Responds to all remaining calls. */
const answersAll: Executor = async ({ tab }) => {
  const running = bar(tab).getByText(/^(Disabling|Stopping)/)
  await expect(running).toBeVisible()
  await expect(async () => {
    for (const route of inFlight.get(tab)!.splice(0)) await answered(tab, route, 200)
    await expect(running).toHaveCount(0, { timeout: 100 })
  }).toPass({ intervals: [50] })
}

const showsRest = async (step: StepContext) => {
  const { tab, expected } = step
  const done = await disabled(tab)
  const isInterrupted = expected.matches({ ended: 'interrupted' })
  await says(
    tab,
    `${done} of ${CHOSEN} disabled, ${CHOSEN - done - failuresOf(step)} not tried${isInterrupted ? `. ${UNAVAILABLE.json.message}` : ''}`,
  )
  await says(tab, `${CHOSEN - done} selected`)
  // The icon is next to the sentence, even if the sentence is long.
  const [sign, sentence] = await bar(tab)
    .getByRole('alert')
    .locator('svg, span')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))
  expect(sign!.top).toBeGreaterThanOrEqual(sentence!.top)
  await expect(verb(tab, 'Go on')).toBeVisible()
  await expect(verb(tab, 'Stop')).toHaveCount(0)
}

/** Through the menu, whose sections may be closed. */
async function openList({ page }: Tab) {
  for (const name of ['Content', 'SEO']) {
    const heading = menu(page).getByRole('button', { name, exact: true })
    if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click()
  }
  await menu(page).getByRole('link', { name: 'Platforms', exact: true }).click()
}

export const description = describeConsole({
  async start({ tab, path }) {
    await sql(tab, `update game_platforms set is_deleted = false where id in ${FIRST}`)
    await holdActions(tab)
    await startSignedIn({ tab })
    await lineStands(tab)
    const begun = BEGUN[path.start]
    if (begun) await keepBegun(tab, begun)
    await openList(tab)
    await expect(firstRows(tab).first()).toBeVisible()
    if (begun) return
    await grid(tab).focus()
    for (const key of ['ArrowDown', 'Space', ...Array<string>(CHOSEN - 1).fill('Shift+ArrowDown')])
      await tab.page.keyboard.press(key)
    await verb(tab, 'Disable').click()
    await tab.page
      .getByRole('alertdialog', { name: `Disable ${CHOSEN} platforms?` })
      .getByRole('button', { name: `Disable ${CHOSEN} platforms` })
      .click()
  },
  executors: {
    'item.done': async ({ tab }) => answered(tab, await take(tab), 200),
    async 'item.failed'({ tab }) {
      const route = await take(tab)
      await sql(
        tab,
        `update game_platforms set version = version + 1 where id = '${new URL(route.request().url()).pathname.split('/').at(-1)}'`,
      )
      await answered(tab, route, 409)
    },
    'run.ended': answersAll,
    'run.ended: one was not tried': answersAll,
    async 'run.ended: the server is not available'({ tab }) {
      await expect.poll(() => inFlight.get(tab)!.length).toBeGreaterThan(0)
      for (const route of inFlight.get(tab)!.splice(0)) await route.fulfill(UNAVAILABLE)
    },
    'bulk.stop': ({ tab }) => verb(tab, 'Stop').click(),
    'bulk.retry': ({ tab }) =>
      bar(tab)
        .getByRole('button', { name: /^(Try again|Go on)$/ })
        .click(),
    'bulk.dismiss': ({ tab }) => verb(tab, 'Dismiss').click(),
  },
  impossible: {
    'items.unanswered':
      "The counts of these checks follow the server's changes; the stories Checking and Uncertain lose responses.",
    'items.answered': 'Likewise.',
    'run.ended: one has no answer': 'Likewise.',
    'bulk.check': 'Likewise.',
    'line.back': 'Likewise.',
    'bulk.undo':
      'It runs over other records, which the counts of these checks do not follow; the stories WhenItIsUndone and WhenItIsDoneAndUndone cover it.',
  },
  impossibleIn({ name, states, context }) {
    if (name === 'item.done' && (context.items as readonly unknown[]).length === 1)
      return 'The only record of the run is also its end.'
    const isStopping = states.includes('acting.stopping')
    if (name === 'run.ended: one was not tried' && !isStopping)
      return 'Without a lost response, records are left untried only after Stop.'
    if (name === 'run.ended' && isStopping)
      return `Of ${CHOSEN} at most ${BULK_AT_ONCE} are in flight: after Stop some are left.`
    return null
  },
  screens: {
    'acting.running': async (step) => {
      const { tab } = step
      const tried = (await disabled(tab)) + failuresOf(step)
      await says(tab, `Disabling ${tried} of ${CHOSEN}`)
      await expect(verb(tab, 'Stop')).toBeVisible()
      await expect(verb(tab, 'Disable')).toHaveCount(0)
      await expect.poll(() => inFlight.get(tab)!.length).toBe(Math.min(BULK_AT_ONCE, CHOSEN - tried))
    },
    'acting.checking': async ({ tab }) => {
      const done = await disabled(tab)
      await says(tab, `${done} of ${CHOSEN} disabled. No answer for 4 yet: checking whether they were disabled...`)
      for (const name of ['Check again', 'Stop']) await expect(verb(tab, name)).toBeVisible()
      await expect.poll(() => inFlight.get(tab)!.length).toBe(4)
    },
    'acting.stopping': async (step) => {
      const { tab } = step
      const done = await disabled(tab)
      await says(tab, `Stopping. ${done} of ${CHOSEN} disabled`)
      await expect(bar(tab).getByRole('button')).toHaveCount(0)
      // No further call is sent.
      await tab.page.clock.runFor(1_000)
      expect(inFlight.get(tab)!.length).toBeLessThan(CHOSEN - done - failuresOf(step))
    },
    'ended.partly': async (step) => {
      const { tab } = step
      const failures = failuresOf(step)
      expect(await disabled(tab)).toBe(CHOSEN - failures)
      await says(tab, `${CHOSEN - failures} of ${CHOSEN} disabled, ${failures} refused`)
      await says(tab, `${failures} selected`)
      await verb(tab, 'See why').click()
      const reasons = tab.page.getByRole('dialog', {
        name: `${failures} ${failures === 1 ? 'platform' : 'platforms'} could not be disabled`,
      })
      await expect(reasons.getByText(CONFLICT)).toHaveCount(failures)
      await reasons.getByRole('button', { name: 'Close', exact: true }).last().click()
      await expect(verb(tab, 'Try again')).toBeVisible()
    },
    'ended.stopped': showsRest,
    'ended.interrupted': showsRest,
    'ended.succeeded': async ({ tab }) => {
      expect(await disabled(tab)).toBe(CHOSEN)
      await says(tab, `${CHOSEN} platforms disabled`)
      await expect(verb(tab, `Show these ${CHOSEN}`)).toBeVisible()
      await expect(verb(tab, 'Undo')).toBeVisible()
      for (let row = 0; row < CHOSEN; row += 1)
        await expect(firstRows(tab).nth(row).getByRole('switch')).not.toBeChecked()
    },
    closed: async ({ tab }) => {
      await expect(verb(tab, 'Dismiss')).toHaveCount(0)
      const left = CHOSEN - (await disabled(tab))
      if (left === 0) return expect(bar(tab)).toHaveCount(0)
      await says(tab, `${left} selected`)
      await expect(verb(tab, 'Disable')).toBeVisible()
    },
  },
  unseen: {
    starting: 'The machine leaves it at once.',
    'ended.uncertain': 'Likewise: the story Uncertain shows it.',
  },
})
