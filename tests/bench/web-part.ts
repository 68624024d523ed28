/** The browser's part of the bench: the built console on the built server, beside plain DOM and, where given, the peers. */
import type { Browser, Page } from 'playwright'
import type { TestPostgres } from '../kit/postgres'
import { countScripts, launchBrowser, onFreshPage, timeToFirst, wait, type FreshPage } from './browser'
import { copyBuilt } from './console-copy'
import { openPeers, type PeerPage, type Peers } from './peers'
import { seedDatabase, signedInState, startServer, type Server } from './platform'
import type { MakeRows } from './rows'
import { inTurn, median } from './statistics'

export interface WebOptions {
  rounds: number
  /** Folder of a built copy of the peers' bench. */
  peers?: string
}
const FEW = 1000
const MANY = 100_000
const SLOWER = 4

/** Milliseconds at a four times slower processor. */
export interface Start {
  fcp: number
  lcp: number
  /** What tasks take beyond 50 ms each. */
  blocking: number
}

/** Medians. Times are milliseconds, `scripts` bytes (gzip). */
export interface WebResults {
  rounds: number
  browser: string
  ours: {
    clickFew: number
    clickMany: number
    coldFew: number
    cold: number
    /** Until the list itself has its first row, where the page showed a picture of it before. */
    readyFew: number
    ready: number
    scripts: { login: number; list: number }
    login: Start
  }
  floor: { click: number; cold: number }
  peers: null | {
    tables: Record<string, { name: string; load: number }>
    few: { name: string; load: number }
    shell: { name: string; scripts: number } & Start
  }
}

const FIRST_ROW = '[role=row][data-index="0"] [data-col="username"]'
/** Of the list that React has drawn: it answers clicks. */
const FIRST_READY_ROW = `#root ${FIRST_ROW}`
const FLOOR_FIRST_ROW = '.row[data-index="0"] [data-col="username"]'
const LOGIN_READY = 'form button[type=submit]'
/** What is still loaded this long after the first thing of use counts as loaded with it, as in the peers' bench. */
const SETTLE_MS = 800
/** LCP and long tasks are told by then. */
const OBSERVE_MS = 1500

interface Place {
  server: Server
  firstUsername: string
  state: () => FreshPage['state']
}

/** @throws where the first row is not the list's first: a wrong row is no fast row */
async function checkFirst(page: Page, selector: string, expected: string) {
  const shown = await page.locator(selector).first().textContent()
  if (shown?.trim() !== expected) throw new Error(`${page.url()} shows ${shown} first, not ${expected}`)
}

/** From the click on a link of a page that has come to rest, to just after the frame with the first row. */
async function timeFromClick(page: Page, url: string, link: string, selector: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' })
  const box = await page.locator(link).first().boundingBox()
  if (!box) throw new Error(`${url} has no ${link}`)
  const shown = page.evaluate((css) => window.__bench.shown(css), selector)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const at = await shown
  return at - (await page.evaluate(() => window.__bench.click))
}

async function startOf(page: Page, url: string): Promise<Start> {
  await timeToFirst(page, url)
  await wait(OBSERVE_MS)
  const { fcp, lcp, longtasks } = await page.evaluate(() => ({
    fcp: window.__bench.fcp,
    lcp: window.__bench.lcp,
    longtasks: window.__bench.longtasks,
  }))
  if (!(fcp > 0 && lcp >= fcp)) throw new Error(`${url} was not painted: FCP ${fcp}, LCP ${lcp}`)
  return { fcp, lcp, blocking: longtasks.reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0) }
}

const scriptsOf = (browser: Browser, url: string, options: FreshPage) =>
  onFreshPage(browser, options, async (page) => {
    const size = countScripts(page)
    await timeToFirst(page, url)
    await wait(SETTLE_MS)
    const bytes = await size()
    if (bytes === 0) throw new Error(`${url} loaded no JavaScript`)
    return bytes
  })

const medianStart = (runs: readonly Start[]): Start => ({
  fcp: median(runs.map(({ fcp }) => fcp)),
  lcp: median(runs.map(({ lcp }) => lcp)),
  blocking: median(runs.map(({ blocking }) => blocking)),
})

/** What is measured in turn, each on a fresh page. */
function firstRows(
  browser: Browser,
  few: Place,
  many: Place,
  peers: Peers | null,
): Record<string, () => Promise<number>> {
  const click =
    ({ server, firstUsername, state }: Place) =>
    () =>
      onFreshPage(browser, { state: state() }, async (page) => {
        const time = await timeFromClick(page, server.base, 'nav a[href="/users"]', FIRST_ROW)
        await checkFirst(page, FIRST_ROW, firstUsername)
        return time
      })
  const cold =
    ({ server, firstUsername, state }: Place, path: string, first: string) =>
    () =>
      onFreshPage(browser, { state: state(), first }, async (page) => {
        const time = await timeToFirst(page, server.base + path)
        await checkFirst(page, first, firstUsername)
        return time
      })
  const peer =
    ({ url, first }: PeerPage) =>
    () =>
      onFreshPage(browser, { first }, (page) => timeToFirst(page, url))
  return {
    clickFew: click(few),
    clickMany: click(many),
    coldFew: cold(few, '/users', FIRST_ROW),
    cold: cold(many, '/users', FIRST_ROW),
    readyFew: cold(few, '/users', FIRST_READY_ROW),
    ready: cold(many, '/users', FIRST_READY_ROW),
    floorClick: () =>
      onFreshPage(browser, { state: many.state() }, async (page) => {
        const time = await timeFromClick(page, `${many.server.base}/floor/users.html`, 'a', FLOOR_FIRST_ROW)
        await checkFirst(page, FLOOR_FIRST_ROW, many.firstUsername)
        return time
      }),
    floorCold: cold(many, '/floor/users.html?cold', FLOOR_FIRST_ROW),
    ...Object.fromEntries(Object.entries(peers?.tables ?? {}).map(([id, page]) => [id, peer(page)])),
    ...(peers && { peerFew: peer(peers.few) }),
  }
}

async function measure(
  browser: Browser,
  few: Place,
  many: Place,
  peers: Peers | null,
  rounds: number,
  say: (line: string) => void,
): Promise<WebResults> {
  const rows = firstRows(browser, few, many, peers)
  const starts: Record<string, () => Promise<Start>> = {
    ours: () =>
      onFreshPage(browser, { first: LOGIN_READY, throttle: SLOWER }, (page) =>
        startOf(page, `${many.server.base}/login`),
      ),
    ...(peers && {
      shell: () =>
        onFreshPage(browser, { first: peers.shell.first, throttle: SLOWER }, (page) => startOf(page, peers.shell.url)),
    }),
  }
  // A new browser's first pages, and a new server's first answers, pay for what all others find ready.
  for (const once of [...Object.values(rows), ...Object.values(starts)]) await once()
  const times = await inTurn(rounds, rows)
  for (const [id, values] of Object.entries(times)) say(`${id}: ${values.map(Math.round).join(' ')}`)
  const began = await inTurn(rounds, starts)
  for (const [id, values] of Object.entries(began))
    say(
      `${id}: ${values.map((start) => `LCP ${Math.round(start.lcp)}, blocking ${Math.round(start.blocking)}`).join('; ')}`,
    )
  const time = (id: string) => median(times[id]!)
  return {
    rounds,
    browser: browser.version(),
    ours: {
      clickFew: time('clickFew'),
      clickMany: time('clickMany'),
      coldFew: time('coldFew'),
      cold: time('cold'),
      readyFew: time('readyFew'),
      ready: time('ready'),
      scripts: {
        login: await scriptsOf(browser, `${many.server.base}/login`, { first: LOGIN_READY }),
        // From the list that answers clicks on: what is then loaded ahead is counted on a fast and on a slow machine.
        list: await scriptsOf(browser, `${many.server.base}/users`, { first: FIRST_READY_ROW, state: many.state() }),
      },
      login: medianStart(began.ours!),
    },
    floor: { click: time('floorClick'), cold: time('floorCold') },
    peers: peers && {
      tables: Object.fromEntries(Object.entries(peers.tables).map(([id, { name }]) => [id, { name, load: time(id) }])),
      few: { name: peers.few.name, load: time('peerFew') },
      shell: {
        name: peers.shell.name,
        scripts: await scriptsOf(browser, peers.shell.url, { first: peers.shell.first }),
        ...medianStart(began.shell!),
      },
    },
  }
}

/** Measures all on two platforms, one with few rows and one with many. */
export async function measureWeb(
  postgres: TestPostgres,
  makeRows: MakeRows,
  { rounds, peers: folder }: WebOptions,
  say: (line: string) => void,
): Promise<WebResults> {
  const { folder: built, remove } = copyBuilt()
  const stops: (() => unknown)[] = [remove]
  try {
    const place = async (count: number): Promise<Place> => {
      const database = await postgres.createDatabase()
      const rows = makeRows(count)
      await seedDatabase(database, rows)
      const server = await startServer(database, built)
      stops.push(() => server.stop())
      const signedIn = await server.signIn()
      return { server, firstUsername: rows[0]!.username, state: () => signedInState(server.base, signedIn) }
    }
    const [few, many] = [await place(FEW), await place(MANY)]
    const peers = folder ? await openPeers(folder, MANY, FEW) : null
    if (peers) stops.push(() => peers.stop())
    const browser = await launchBrowser()
    stops.push(() => browser.close())
    return await measure(browser, few, many, peers, rounds, say)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
