/**
 * The live part of the bench: a colleague changes rows while the list of 100,000 is in view, on a page that is made six times
 * slower. A peer shows the same rows, fed by the same socket and the same calls.
 */
import { readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright'
import type { TestPostgres } from '../kit/postgres'
import { launchBrowser, onFreshPage, wait, type Frames } from './browser'
import { copyBuilt } from './console-copy'
import { addNotes, LAST_NOTE, openLiveChanges, sendChanges, type LiveChanges, type Pace } from './live-changes'
import { seedDatabase, signedInState, startServer, type Server } from './platform'
import type { MakeRows } from './rows'
import { median } from './statistics'
import { cell, checkRows, COLUMNS, fractions, openTable } from './table-part'

export const THROTTLE = 6
export const RATES = [200, 1000] as const
const LASTS_MS = 5000
/** The peer with the fewest dropped frames among those of the table's part that hold all rows. */
const PEER = { id: 'ag-grid', name: 'AG Grid', cell: '.ag-row[row-index="0"] [col-id="role"]' } as const

export interface LiveOptions {
  rows: number
  /** Fresh pages for each figure. */
  rounds: number
  /** Folder of a built copy of the peers' bench. */
  peers: string
}

/** `lag`: milliseconds from when the server has made the last change until its text is on the screen; `key`: from a key to its frame, the slowest one. */
export type Live = Frames & { lag: number; key: number }
export interface LiveRate {
  /** Changes a second. */
  rate: number
  ours: Live
  peer: Live
}
export interface LiveResults extends Omit<LiveOptions, 'peers'> {
  browser: string
  peer: string
  rates: LiveRate[]
}

interface Place {
  browser: Browser
  server: Server
  changes: LiveChanges
  random: () => number
}

/** Counts frames while the changes are made and until the last one is shown. */
async function watch(page: Page, selector: string, { changes, random }: Place, pace: Pace): Promise<Omit<Live, 'key'>> {
  await page.evaluate(() => Object.assign(window, { ended: window.__bench.countFrames() }))
  const painted = page.evaluate(([css, text]) => window.__bench.shows(css, text), [selector, LAST_NOTE] as const)
  painted.catch(() => undefined) // A refused change, which it would follow from, is reported first.
  const { made } = await sendChanges(changes, pace, random)
  await changes.answered()
  const lag = Math.max(0, (await painted) - (await made))
  const frames = await page.evaluate(() => (window as unknown as { ended: () => Promise<Frames> }).ended())
  return { ...frames, lag }
}

const KEY_EVERY_MS = 400

/** Moves the active cell down and up until it is told to stop. @returns how to stop it, with the slowest key to frame */
async function pressKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const keys: number[] = []
    Object.assign(window, { keys })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  let over = false
  const pressing = (async () => {
    for (let down = true; !over; down = !down) {
      await page.keyboard.press(down ? 'ArrowDown' : 'ArrowUp')
      await wait(KEY_EVERY_MS)
    }
  })()
  return async () => {
    over = true
    await pressing
    return page.evaluate(() => Math.max(0, ...(window as unknown as { keys: number[] }).keys))
  }
}

/** As `watch`, while somebody moves through the table by keys. */
async function watchWithKeys(page: Page, selector: string, place: Place, pace: Pace): Promise<Live> {
  const stopKeys = await pressKeys(page)
  const frames = await watch(page, selector, place, pace).catch(async (error: unknown) => {
    await stopKeys()
    throw error
  })
  return { ...frames, key: await stopKeys() }
}

/** The console's figures. @throws where a row is not as the server has it in the end */
async function ours(place: Place, pace: Pace): Promise<Live> {
  const { browser, server, changes } = place
  const state = signedInState(server.base, await server.signIn())
  const figures = await onFreshPage(browser, { state, throttle: THROTTLE }, async (page) => {
    await openTable(page, server.base, changes.rows.length)
    await page.locator('#root [role=grid]').focus()
    const live = await watchWithKeys(page, cell(0, 'pinned_note'), place, pace)
    await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await settled(page, changes)
    return live
  })
  await changes.restore()
  return figures
}

/** Rows that are not in view come later: until they are all there, or the check says which one is wrong. */
export async function settled(page: Page, changes: LiveChanges): Promise<void> {
  const patience = performance.now() + 60_000
  for (;;) {
    try {
      return await checkRows(page, changes)
    } catch (error) {
      if (performance.now() > patience) throw error
      await wait(1000)
    }
  }
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** The peer's page at an address of the server, so that it may use its socket and its API. */
async function peer(place: Place, pace: Pace, folder: string, answer: string): Promise<Live> {
  const { browser, server, changes } = place
  const { token } = await server.signIn()
  const figures = await onFreshPage(browser, { throttle: THROTTLE }, async (page) => {
    // A page that a route fulfils counts as one from outside, which may not reach this machine without it.
    await page.context().grantPermissions(['local-network-access'])
    await page.addInitScript(readFileSync(join(import.meta.dirname, 'live-peer.js'), 'utf8'))
    await page.route(`${server.base}/${PEER.id}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      const file = join(folder, 'dist', pathname.endsWith('/') ? `${pathname}index.html` : pathname)
      return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] })
    })
    await page.route('**/api/v1/admin-users?*', (route) =>
      route.fulfill({ body: answer, contentType: 'application/json' }),
    )
    await page.goto(`${server.base}/${PEER.id}/?n=${changes.rows.length}`)
    await page.evaluate((selector) => window.__bench.shown(selector), PEER.cell)
    await page.unrouteAll()
    await wait(3000)
    await page.evaluate(
      ([bearer, fields, ids]) =>
        (window as unknown as { __feed(feed: object): Promise<void> }).__feed({
          token: bearer,
          fields,
          indexes: Object.fromEntries(ids.map((id, index) => [id, index])),
        }),
      [token, COLUMNS, changes.rows.map(({ id }) => id)] as const,
    )
    await page.locator(PEER.cell).click()
    return watchWithKeys(page, PEER.cell, place, pace)
  })
  await changes.restore()
  return figures
}

const medians = <K extends string>(runs: readonly Record<K, number>[]): Record<K, number> =>
  Object.fromEntries((Object.keys(runs[0]!) as K[]).map((key) => [key, median(runs.map((run) => run[key]))])) as Record<
    K,
    number
  >

export async function measureLive(
  postgres: TestPostgres,
  makeRows: MakeRows,
  { rows, rounds, peers }: LiveOptions,
  say: (line: string) => void,
): Promise<LiveResults> {
  const { folder: built, remove } = copyBuilt()
  const stops: (() => unknown)[] = [remove]
  try {
    const database = await postgres.createDatabase()
    const made = makeRows(rows)
    await seedDatabase(database, made)
    await addNotes(database)
    const server = await startServer(database, built)
    stops.push(() => server.stop())
    const browser = await launchBrowser()
    stops.push(() => browser.close())
    const place: Place = { browser, server, changes: await openLiveChanges(database, server), random: fractions() }
    const data = made.map((row, index) => ({ ...row, id: index + 1 }))
    const answer = JSON.stringify({ success: true, data, total_count: rows })
    const rates: LiveRate[] = []
    for (const rate of RATES) {
      const pace = { changes: (rate * LASTS_MS) / 1000, ms: LASTS_MS }
      const runs: { ours: Live; peer: Live }[] = []
      for (let round = 0; round < rounds; round++) {
        runs.push({ ours: await ours(place, pace), peer: await peer(place, pace, resolve(peers), answer) })
        say(`${rate} changes a second: ${JSON.stringify(runs.at(-1))}`)
      }
      rates.push({ rate, ours: medians(runs.map((run) => run.ours)), peer: medians(runs.map((run) => run.peer)) })
    }
    return { rows, rounds, browser: browser.version(), peer: PEER.name, rates }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
