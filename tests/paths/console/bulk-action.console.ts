/** The action on many records at the console depth: 400 platforms are disabled, in four batches. */
import { expect } from '@playwright/test'
import type { Route } from 'playwright'
import { BATCH_ROWS } from '@machines/bulk-action/bulk-action.implementations'
import type { BulkActionContext } from '@machines/bulk-action/bulk-action.machine'
import { menu } from '@tests/kit/console-page'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { ADA, lineStands, sql, startSignedIn } from './signed-in'
import type { Tab } from './stage'

/** Number of records: some batches must still wait after the two that a path lets through first. */
const CHOSEN = 4 * BATCH_ROWS
const OURS = "name like 'Batch %'"
const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '5' },
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}
/** Number of rows of the list whose switches are read. */
const ROWS_READ = 8
const CONFLICT = 'Somebody else changed this record meanwhile.'
/** A call may be repeated only after this pause, in milliseconds. */
const REPEATED = { timeout: 15_000 }

/** Puts the records at the beginning of the list, all of them enabled. */
async function putPlatforms(tab: Tab) {
  await sql(
    tab,
    `insert into game_platforms (id, name, slug, position, store_code, created_at, updated_at, logo_id)
     select gen_random_uuid(), 'Batch ' || number, 'batch-' || number, number - 1000, store_code, now(), now(), logo_id
     from generate_series(1, ${CHOSEN}) number, (select store_code, logo_id from game_platforms limit 1) one
     where not exists (select from game_platforms where ${OURS})`,
  )
  await sql(tab, `update game_platforms set is_deleted = false where ${OURS}`)
}

/** The held calls of the run, by tab. */
const inFlight = new WeakMap<Tab, Route[]>()
interface Body {
  ids: string[]
  dry_run?: boolean
}
const bodyOf = (route: Route) => route.request().postDataJSON() as Body
async function holdBatches(tab: Tab) {
  const waiting: Route[] = []
  inFlight.set(tab, waiting)
  await tab.page.route('**/api/v1/admin-game-brand/bulk/*', (route) =>
    bodyOf(route).dry_run ? route.fallback() : void waiting.push(route),
  )
}
/** Waits for the call about a batch: there is at most one. */
async function held(tab: Tab): Promise<Route> {
  await expect.poll(() => inFlight.get(tab)!.length, REPEATED).toBe(1)
  return inFlight.get(tab)![0]!
}
async function take(tab: Tab): Promise<Route> {
  const route = await held(tab)
  inFlight.get(tab)!.length = 0
  return route
}
/** Lets the server respond to a call, and waits until the console has the response. */
async function answered(tab: Tab, route: Route) {
  const request = route.request()
  const [answer] = await Promise.all([
    tab.page.waitForResponse((response) => response.request() === request),
    route.continue(),
  ])
  expect(answer.status()).toBe(200)
}
const answersNext: Executor = async ({ tab }) => answered(tab, await take(tab))

const RELOADED = 'a page after a reload takes it up'
/** The action before a reload: the number of changed records, and of records without a response. */
const BEGUN: Readonly<Record<string, { changed: number; unanswered: number }>> = {
  [RELOADED]: { changed: CHOSEN - BATCH_ROWS, unanswered: BATCH_ROWS },
  'a page after a reload finds the rest untried': { changed: BATCH_ROWS, unanswered: 0 },
  'a page after a reload finds all done': { changed: CHOSEN, unanswered: 0 },
}
/** Stores the action where the console finds it, and applies its changes to the database. */
async function keepBegun(tab: Tab, { changed, unanswered }: { changed: number; unanswered: number }) {
  const rows = (await tab.stage.db.query(
    `select id::text as "rowId", version from game_platforms where ${OURS} order by position`,
  )) as { rowId: string; version: number }[]
  const done = rows.slice(0, changed).map(({ rowId, version }) => ({ rowId, version: version + 1 }))
  if (changed > 0)
    await sql(
      tab,
      `update game_platforms set is_deleted = true, version = version + 1
       where id in (${done.map(({ rowId }) => `'${rowId}'`).join()})`,
    )
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
        ...rows
          .slice(changed, changed + unanswered)
          .map((item, _index, [first]) => ({ ...item, call: `begun.0.0.${first!.rowId}`, outcome: 'none' })),
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
    `select count(*)::int as count from game_platforms where is_deleted and ${OURS}`,
  )) as [{ count: number }]
  return count
}
const failuresOf = ({ expected }: StepContext) => (expected.context as BulkActionContext).failures.length

/** Responds to all remaining calls. */
const answersAll: Executor = async ({ tab }) => {
  const acts = bar(tab).getByText(/^Disabling|^Stopping|: checking whether/)
  await expect(acts).toBeVisible()
  await expect(async () => {
    if (inFlight.get(tab)!.length > 0) await answered(tab, await take(tab))
    await expect(acts).toHaveCount(0, { timeout: 100 })
  }).toPass({ intervals: [50], ...REPEATED })
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
    await putPlatforms(tab)
    await holdBatches(tab)
    await startSignedIn({ tab })
    await lineStands(tab)
    const begun = BEGUN[path.start]
    if (begun) await keepBegun(tab, begun)
    await openList(tab)
    await expect(firstRows(tab).first()).toBeVisible()
    if (begun) return
    await tab.page.getByRole('searchbox', { name: 'Search platforms' }).fill('batch')
    await tab.page.getByRole('checkbox', { name: `Select all ${CHOSEN} that match` }).click()
    await verb(tab, 'Disable').click()
    const question = tab.page.getByRole('dialog', { name: `Disable ${CHOSEN} platforms?` })
    await question.getByRole('textbox', { name: 'Type the number of platforms to confirm' }).fill(String(CHOSEN))
    await question.getByRole('button', { name: `Disable ${CHOSEN} platforms` }).click()
  },
  executors: {
    'item.done': answersNext,
    async 'item.failed'({ tab }) {
      const route = await take(tab)
      await sql(tab, `update game_platforms set version = version + 1 where id = '${bodyOf(route).ids[0]}'`)
      await answered(tab, route)
    },
    'items.unanswered': async ({ tab }) => (await take(tab)).abort('connectionrefused'),
    'items.answered': answersNext,
    'run.ended': answersAll,
    'run.ended: one was not tried': answersAll,
    'run.ended: the server is not available': async ({ tab }) => (await take(tab)).fulfill(UNAVAILABLE),
    'bulk.stop': ({ tab }) => verb(tab, 'Stop').click(),
    'bulk.check': ({ tab }) => verb(tab, 'Check again').click(),
    'bulk.retry': ({ tab }) =>
      bar(tab)
        .getByRole('button', { name: /^(Try again|Go on)$/ })
        .click(),
    'bulk.dismiss': ({ tab }) => verb(tab, 'Dismiss').click(),
  },
  impossible: {
    'run.ended: one has no answer':
      'If a minute passes at once, the socket disconnects and reconnects, and the console repeats the call at once; the story Uncertain covers it.',
    'line.back': 'Only an unknown outcome waits for the connection, as above.',
    'bulk.undo':
      'It runs over other records, which the counts of these checks do not follow; the stories WhenItIsUndone and WhenItIsDoneAndUndone cover it.',
  },
  impossibleIn({ name, states, context, start }) {
    if (name === 'item.done' && (context.items as readonly unknown[]).length === 1)
      return 'The only record of the run is also its end.'
    const [isChecking, isStopping] = [states.includes('acting.checking'), states.includes('acting.stopping')]
    if (name === 'run.ended: one was not tried' && !isStopping)
      return 'Without a lost response, records are left untried only after Stop.'
    if (name === 'run.ended' && isStopping)
      return `Of ${CHOSEN} at most ${BATCH_ROWS} are in flight: after Stop some are left.`
    if (isStopping && name.startsWith('item')) return 'The response to the batch in flight is also the end of the run.'
    if (!isChecking) return name === 'items.answered' ? 'No call was repeated.' : null
    if (name.startsWith('item.')) return 'One response decides about all records of the batch: the check is over.'
    if (name === 'run.ended: the server is not available')
      return 'Such a response to a repetition leaves the outcome open: the check continues.'
    if (start === RELOADED)
      return name === 'items.answered' ? 'A page after a reload only asks about that batch: the run is over.' : null
    return name === 'run.ended' ? 'Further batches follow the one that was repeated.' : null
  },
  screens: {
    'acting.running': async (step) => {
      const { tab } = step
      const tried = (await disabled(tab)) + failuresOf(step)
      await says(tab, `Disabling ${tried} of ${CHOSEN}`)
      await expect(verb(tab, 'Stop')).toBeVisible()
      await expect(verb(tab, 'Disable')).toHaveCount(0)
      expect(bodyOf(await held(tab)).ids).toHaveLength(Math.min(BATCH_ROWS, CHOSEN - tried))
    },
    'acting.checking': async ({ tab }) => {
      const { ids } = bodyOf(await held(tab))
      await says(
        tab,
        `${await disabled(tab)} of ${CHOSEN} disabled. No answer for ${ids.length} yet: checking whether they were disabled...`,
      )
      for (const name of ['Check again', 'Stop']) await expect(verb(tab, name)).toBeVisible()
    },
    'acting.stopping': async ({ tab }) => {
      await says(tab, `Stopping. ${await disabled(tab)} of ${CHOSEN} disabled`)
      await expect(bar(tab).getByRole('button')).toHaveCount(0)
      // No further call is sent.
      await tab.page.clock.runFor(1_000)
      expect(inFlight.get(tab)!.length).toBe(1)
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
      for (let row = 0; row < ROWS_READ; row += 1)
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
