/**
 * The notifications' part of the bench: 1,000 pushes in a second to an open console, beside the React page of the peers' bench that
 * applies its pushes once a frame. Both get them over a socket of this process, paced by the same clock; ours in the
 * contract's envelope, with revision and count.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright'
import { createServer } from '@server/server'
import { openDatabase } from '@server/db/open'
import type { TestPostgres } from '../kit/postgres'
import { BELL, launchBrowser, entryOf, onFreshPage, type FreshPage, until, wait } from './browser'
import { makeRows } from './rows'
import { SECRET, seedDatabase, signedInState, signIn } from './platform'
import { root } from './processes'
import { inTurn, median } from './statistics'

/** Of one page while they came, and for `SETTLE_MS` after: milliseconds. */
export interface Burst {
  /** What the main thread was busy for. */
  main: number
  longest: number
}
export interface NotificationsResults {
  rounds: number
  browser: string
  closed: Burst
  open: Burst
  reference: Burst & { name: string }
}

const COUNT = 1000
const MS = 1000
const SETTLE_MS = 600
const EVENT = 'notification:admin_notification_response'
const REFERENCE = 'socket-raf'

/** Of a server: how many are connected. */
interface Sockets {
  readonly engine: { readonly clientsCount: number }
}
interface PeerServer {
  startServer(): Promise<{
    base: string
    io: Sockets
    pushNotifications(count: number, rate: number): Promise<number>
    close(): Promise<void>
  }>
}

/** Sends all, paced by the clock. */
async function paced(send: (index: number) => void): Promise<void> {
  const began = performance.now()
  for (let sent = 0; sent < COUNT;) {
    const due = Math.min(COUNT, Math.floor(((performance.now() - began) * COUNT) / MS))
    for (; sent < due; sent++) send(sent + 1)
    await wait(1)
  }
}

const busyFor = async (devtools: CDPSession) =>
  (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000

/** @param push sends all to the page, which must hold one socket by then */
async function measured(page: Page, sockets: () => number, push: () => Promise<unknown>): Promise<Burst> {
  await until('the socket of the page', () => sockets() === 1)
  await wait(1500)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const began = await page.evaluate(() => performance.now())
  const before = await busyFor(devtools)
  await push()
  await wait(SETTLE_MS)
  const after = await busyFor(devtools)
  const tasks = await page.evaluate(
    (from) => window.__bench.longtasks.filter(([start]) => start >= from).map(([, duration]) => duration),
    began,
  )
  return { main: after - before, longest: Math.max(0, ...tasks) }
}

async function ours(
  browser: Browser,
  base: string,
  state: FreshPage['state'],
  io: Sockets,
  push: () => Promise<void>,
  isOpen: boolean,
): Promise<Burst> {
  const burst = await onFreshPage(browser, { state }, async (page) => {
    await page.goto(base)
    if (isOpen) await page.click(BELL)
    else await page.waitForSelector(BELL)
    // The console loads what a later click may need once, before the work of a day begins; that is not part of a push.
    await page.waitForFunction(() => performance.getEntriesByName('pitboss:preloaded').length > 0)
    const result = await measured(page, () => io.engine.clientsCount, push)
    if (!isOpen) await page.click(BELL)
    const last = `Ticket ${COUNT} assigned`
    await until(`'${last}' in the panel`, async () => (await entryOf(page, last).count()) > 0)
    return result
  })
  await until('the end of the socket', () => io.engine.clientsCount === 0)
  return burst
}

/** @param folder of a built copy of the peers' bench */
export async function measureNotifications(
  postgres: TestPostgres,
  { rounds, peers: folder }: { rounds: number; peers: string },
): Promise<NotificationsResults> {
  const at = resolve(folder)
  if (!existsSync(join(at, `dist/${REFERENCE}/index.html`)))
    throw new Error(`${folder} is not built: npm install && npm run build there`)
  if (!existsSync(join(root, 'dist/console/index.html')))
    throw new Error('The console is not built: run npm run build first')
  const url = await postgres.createDatabase()
  await seedDatabase(url, makeRows(10))
  const db = await openDatabase({ kind: 'postgres', url }, { demo: null })
  const platform = await createServer({
    db,
    secrets: { session: SECRET },
    demo: false,
    consoleDir: join(root, 'dist/console'),
  })
  const peer = await ((await import(pathToFileURL(join(at, 'runner/server.mjs')).href)) as PeerServer).startServer()
  const browser = await launchBrowser()
  try {
    const base = await platform.start({ port: 0 })
    const state = signedInState(base, await signIn(base))
    let revision = 0
    const push = () => {
      // Beyond all that the database knows.
      revision = Math.max(revision, 1_000_000)
      return paced((count) => {
        revision += 1
        const data = {
          id: `00000000-0000-7000-8000-${String(revision).padStart(12, '0')}`,
          title: `Ticket ${count} assigned`,
          description: `Support ticket ${count} was assigned to you`,
          keyword: 'TICKET_ASSIGNED' as const,
          keyword_id: null,
          is_read: false,
          createdAt: new Date().toISOString(),
          revision,
        }
        platform.io.emit(EVENT, { success: true, data, unread_count: count, revision })
      })
    }
    const reference = () =>
      onFreshPage(browser, {}, async (page) => {
        await page.goto(`${peer.base}/${REFERENCE}/`)
        await page.waitForSelector('[data-badge]')
        const result = await measured(
          page,
          () => peer.io.engine.clientsCount,
          () => peer.pushNotifications(COUNT, COUNT / (MS / 1000)),
        )
        if ((await page.locator('[data-badge]').getAttribute('data-count')) !== String(COUNT))
          throw new Error('The reference page lost some')
        return result
      }).then(async (burst) => {
        await until('the end of the socket', () => peer.io.engine.clientsCount === 0)
        return burst
      })
    const pages = {
      reference,
      closed: () => ours(browser, base, state, platform.io, push, false),
      open: () => ours(browser, base, state, platform.io, push, true),
    }
    // A new browser's first pages pay for what all others find ready.
    for (const once of Object.values(pages)) await once()
    const bursts = await inTurn(rounds, pages)
    const middle = (id: keyof typeof pages): Burst => ({
      main: median(bursts[id].map(({ main }) => main)),
      longest: Math.max(...bursts[id].map(({ longest }) => longest)),
    })
    return {
      rounds,
      browser: browser.version(),
      closed: middle('closed'),
      open: middle('open'),
      reference: { ...middle('reference'), name: 'React, batched once a frame' },
    }
  } finally {
    await browser.close()
    await peer.close()
    await platform.close()
    await db.close()
  }
}
