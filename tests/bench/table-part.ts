/** The table's part of the bench: live changes and memory in the running console, and the peers' own bench with the console in it. */
import type { Browser, Page } from 'playwright'
import type { TestPostgres } from '../kit/postgres'
import { held, launchBrowser, onFreshPage, timeToFirst, until, wait, type Frames } from './browser'
import { copyBuilt } from './console-copy'
import { addNotes, LAST_NOTE, LIVE, openLiveChanges, sendChanges, type LiveChanges } from './live-changes'
import { runPeersBench, type PeersTables } from './peers-bench'
import { seedDatabase, signedInState, startServer, type Server } from './platform'
import type { MakeRows } from './rows'
import { median } from './statistics'
import { measureWholeList, type WholeList } from './whole-list'

export interface TableOptions {
  rows: number
  /** Fresh pages for each figure. */
  rounds: number
  /** Folder of a built copy of the peers' bench. */
  peers: string
}

/** Medians. Times are milliseconds, sizes megabytes. */
export interface TableResults extends Omit<TableOptions, 'peers'> {
  browser: string
  /** Changes by another client through the real server; `lag`: from the last one's sending to its text on the screen. */
  live: Frames & { lag: number }
  memory: {
    loaded: number
    /** Before the 180 actions, with the script that Playwright adds for a locator. */
    before: number
    after: number
    listenersBefore: number
    listenersAfter: number
    elementsBefore: number
    elementsAfter: number
  }
  /** The list from its call to its last row, at two lengths. */
  whole: WholeList[]
  peers: PeersTables
}

export const COLUMNS = [
  'first_name',
  'last_name',
  'email',
  'username',
  'pinned_note',
  'Creator',
  'is_deleted',
  'createdAt',
  'cash_balance',
]
const PATH = `/users?columns=${COLUMNS.join()}`
export const cell = (index: number, column: string) => `#root [role=row][data-index="${index}"] [data-col="${column}"]`
/** After the last row: orders and texts for the search are made in idle time. */
const REST_MS = 3000
/** How many times longer the second list is whose loading is measured. */
const LONGER = 3
/** 12 rounds of 15 acts: as many as a busy person does in three minutes. */
const CYCLES = 12

interface Place {
  server: Server
  changes: LiveChanges
  state: () => Promise<ReturnType<typeof signedInState>>
}

/**
 * Opens the list of users and waits until all of its rows are there. It asks the page instead of waiting with a locator, for which
 * Playwright would add 1.9 MB of its own script to the page whose memory is measured.
 */
export async function openTable(page: Page, base: string, count: number) {
  await timeToFirst(page, base + PATH)
  const whole = `[role=grid][aria-rowcount="${count + 1}"]:not([aria-busy])`
  await until('all rows', () => page.evaluate((selector) => document.querySelector(selector) !== null, whole))
  await wait(REST_MS)
}

/** Has the console write its rows into a file. @returns note and account of each, by username, as the console holds them */
async function exported(page: Page): Promise<Map<string, string>> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const stream = await (await coming).createReadStream()
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk)
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  const titles = head.split(',')
  const [username, note, account] = ['Username', 'Note', 'Account'].map((title) => titles.indexOf(title))
  if (username === -1 || note === -1 || account === -1) throw new Error(`The console's file has the columns ${head}`)
  return new Map(
    lines.map((line) => {
      const fields = line.split(',')
      return [fields[username!]!, `${fields[note!]} ${fields[account!]}`]
    }),
  )
}

/** @throws where any row is not as the server has it: fast and wrong does not count */
export async function checkRows(page: Page, { rows }: LiveChanges) {
  const held = await exported(page)
  const expected = ({ pinned_note, is_deleted }: LiveChanges['rows'][number]) =>
    `${pinned_note} ${is_deleted ? 'Disabled' : 'Enabled'}`
  const wrong = rows.filter((row) => held.get(row.username) !== expected(row))
  if (held.size !== rows.length || wrong.length > 0) {
    throw new Error(
      `After the changes ${held.size} rows are held, ${wrong.length} of them wrong, as ${JSON.stringify(wrong[0])}: ${held.get(wrong[0]?.username ?? '')}`,
    )
  }
  // No named function in it: the loader would have it call a helper that the page does not have.
  const shown = await page
    .locator('#root [role=row][data-index]')
    .evaluateAll((found) =>
      found.map(
        (row) =>
          [
            Number((row as HTMLElement).dataset.index),
            ...['username', 'pinned_note', 'is_deleted'].map(
              (column) => row.querySelector(`[data-col="${column}"]`)?.textContent.trim() ?? '',
            ),
          ] as [number, string, string, string],
      ),
    )
  for (const [index, username, note, account] of shown) {
    const row = rows[index]!
    if (
      username !== row.username ||
      note !== row.pinned_note ||
      !account.startsWith(row.is_deleted ? 'Disabled' : 'Enabled')
    )
      throw new Error(`Row ${index} shows ${username} ${note} ${account}, not ${JSON.stringify(row)}`)
  }
}

async function live(page: Page, { server, changes }: Place, random: () => number): Promise<Frames & { lag: number }> {
  await openTable(page, server.base, changes.rows.length)
  await page.evaluate(() => Object.assign(window, { ended: window.__bench.countFrames() }))
  const painted = page.evaluate(([selector, text]) => window.__bench.shows(selector, text), [
    cell(0, 'pinned_note'),
    LAST_NOTE,
  ] as const)
  const { sent } = await sendChanges(changes, LIVE, random)
  const lag = (await painted) - sent
  const frames = await page.evaluate(() => (window as unknown as { ended: () => Promise<Frames> }).ended())
  await changes.answered()
  // The last fetch of what was told.
  await wait(1000)
  await checkRows(page, changes)
  return { ...frames, lag }
}

/** Scrolls, searches, clears and sorts, as the peers' bench does. */
async function act(page: Page, cycle: number, { rows }: LiveChanges) {
  for (const share of [0.2, 0.7, 0.95, 0]) {
    await page
      .locator('#root [data-table-scroller]')
      .evaluate((element, at) => void (element.scrollTop = (element.scrollHeight - element.clientHeight) * at), share)
    await wait(60)
  }
  const search = page.getByRole('searchbox')
  const term = rows[Math.floor(rows.length * 0.42) + cycle]!.username
  await search.focus()
  for (const key of term.slice(-5)) await page.keyboard.press(key)
  await wait(350)
  await search.press('Control+A')
  await search.press('Delete')
  await wait(250)
  const head = page.locator(`[role=columnheader][data-col="${cycle % 2 ? 'email' : 'username'}"] button`).first()
  for (let click = 0; click < 3; click++) {
    await head.click()
    await wait(150)
  }
}

async function memory(page: Page, { server, changes }: Place): Promise<TableResults['memory']> {
  await openTable(page, server.base, changes.rows.length)
  const { heap: loaded } = await held(page)
  // Playwright adds its script with the first locator; what the actions add besides counts as growth.
  await page.locator('[role=grid]').count()
  const before = await held(page)
  for (let cycle = 0; cycle < CYCLES; cycle++) await act(page, cycle, changes)
  await wait(500)
  const after = await held(page)
  return {
    loaded,
    before: before.heap,
    after: after.heap,
    listenersBefore: before.listeners,
    listenersAfter: after.listeners,
    elementsBefore: before.elements,
    elementsAfter: after.elements,
  }
}

function medians<K extends string>(runs: readonly Record<K, number>[]): Record<K, number> {
  return Object.fromEntries(
    (Object.keys(runs[0]!) as K[]).map((key) => [key, median(runs.map((run) => run[key]))]),
  ) as Record<K, number>
}

/** Fractions from 0 to 1, the same ones in each run. */
export function fractions(): () => number {
  let state = 7
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
}

async function measureConsole(browser: Browser, place: Place, rounds: number, say: (line: string) => void) {
  const lives: (Frames & { lag: number })[] = []
  const random = fractions()
  for (let round = 0; round < rounds; round++) {
    lives.push(await onFreshPage(browser, { state: await place.state() }, (page) => live(page, place, random)))
    await place.changes.restore()
    say(`live: ${JSON.stringify(lives.at(-1))}`)
  }
  const held = await onFreshPage(browser, { state: await place.state() }, (page) => memory(page, place))
  say(`memory: ${JSON.stringify(held)}`)
  return { live: medians(lives), memory: held }
}

export async function measureTable(
  postgres: TestPostgres,
  makeRows: MakeRows,
  options: TableOptions,
  say: (line: string) => void,
): Promise<TableResults> {
  const { folder: built, remove } = copyBuilt()
  const stops: (() => unknown)[] = [remove]
  try {
    const database = await postgres.createDatabase()
    await seedDatabase(database, makeRows(options.rows))
    await addNotes(database)
    const server = await startServer(database, built)
    stops.push(() => server.stop())
    const place: Place = {
      server,
      changes: await openLiveChanges(database, server),
      state: async () => signedInState(server.base, await server.signIn()),
    }
    const browser = await launchBrowser()
    stops.push(() => browser.close())
    const ours = await measureConsole(browser, place, options.rounds, say)
    const whole = [await measureWholeList(browser, { server, path: PATH, rows: options.rows }, options.rounds)]
    const longer = await postgres.createDatabase()
    const rows = LONGER * options.rows
    await seedDatabase(longer, makeRows(rows))
    const longerServer = await startServer(longer, built)
    stops.push(() => longerServer.stop())
    whole.push(await measureWholeList(browser, { server: longerServer, path: PATH, rows }, options.rounds))
    say(`whole lists: ${JSON.stringify(whole)}`)
    const version = browser.version()
    // Nothing of ours runs beside the peers but what their bench starts.
    for (const stop of stops.splice(0).toReversed()) await stop()
    return { ...options, ...ours, whole, browser: version, peers: await runPeersBench(options.peers, options, say) }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
