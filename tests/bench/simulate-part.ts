/**
 * The simulation of the users' apps (`npm run simulate`) while consoles are open: two pages with a list in view, the others as
 * sockets. Every new row must be told to all of them, and both lists must show it in the end.
 */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import type { Subject } from '@contract/permissions'
import { RECORDS } from '@contract/records/records'
import type { RecordChanged, SeveralChanged } from '@contract/socket'
import type { Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import type { TestPostgres } from '../kit/postgres'
import { openIdleConsole, type IdleConsole } from '../server/kit/idle-consoles'
import { heardBy } from '../server/kit/live'
import { launchBrowser, onFreshPage, timeToFirst, until, wait, type Frames } from './browser'
import { addAdministrator, signedInState, startServer, type Server } from './platform'
import { root, runProgram } from './processes'

export const SIMULATED = { seconds: 120, rate: 5, users: 200, consoles: 20 } as const

const LISTS = [
  {
    what: 'Documents',
    path: '/user-doc-verification?sort=-submitted_at',
    record: RECORDS.userDocVerification,
    key: 'reference',
    table: 'user_documents',
    order: 'submitted_at',
  },
  {
    what: 'Subscribers',
    path: '/newsletter-subscriber',
    record: RECORDS.newsletterSubscriber,
    key: 'email',
    table: 'newsletter_subscribers',
    order: 'created_at',
  },
] as const
type List = (typeof LISTS)[number]

export interface SimulatedResults {
  browser: string
  documents: number
  signUps: number
  /** Of each list in view. */
  lists: { what: string; frames: Frames }[]
  /** New rows that a list in view did not show in the end. */
  lost: number
  /** Events of new rows that one of the other consoles did not get. */
  untold: number
}

/** Ids of the rows that came since a moment, the newest first, with what the list shows of them. */
const newRows = (db: Db, { table, key, order }: List, since: Date) =>
  db.query<{ id: string; shown: string }>(
    `select id::text as id, ${key} as shown from ${table} where created_at >= $1::timestamptz order by ${order} desc, id desc`,
    [since.toISOString()],
  )

const NOTICE = '[data-table-foot] button'
/** How often a person looks at what is new, milliseconds. */
const LOOKS_EVERY_MS = 10_000

/** Takes the new rows into the list whenever the foot offers them, until it is told to stop. */
function keepLooking(page: Page): () => Promise<void> {
  let isOver = false
  const look = async () => {
    const notice = page.locator(NOTICE)
    if (await notice.isVisible()) await notice.click()
  }
  const looking = (async () => {
    for (let left = LOOKS_EVERY_MS; !isOver; left -= 200) {
      await wait(200)
      if (left > 0) continue
      left = LOOKS_EVERY_MS
      await look()
    }
  })()
  return async () => {
    isOver = true
    await looking
  }
}

/** Scrolls from the top until all wanted texts were seen. @returns how many were not */
async function missingIn(page: Page, { key }: List, wanted: readonly string[]): Promise<number> {
  const left = new Set(wanted)
  const scroller = page.locator('#root [data-table-scroller]')
  await scroller.evaluate((element) => {
    element.scrollTop = 0
  })
  let still = 0
  while (left.size > 0 && still < 10) {
    await wait(150)
    const texts = await page.locator(`[role=row][data-index] [data-col="${key}"]`).allTextContents()
    const before = left.size
    const shown = texts.join('\n')
    for (const text of left) if (shown.includes(text)) left.delete(text)
    still = left.size === before ? still + 1 : 0
    await scroller.evaluate((element) => {
      element.scrollTop += element.clientHeight * 0.8
    })
  }
  return left.size
}

/** One page with a list in view, from before the simulation until after it. */
async function inView(
  browser: Browser,
  { server, db, since }: { server: Server; db: Db; since: Date },
  list: List,
  ready: () => Promise<void>,
): Promise<{ frames: Frames; lost: number }> {
  const first = `[role=row][data-index="0"] [data-col="${list.key}"]`
  const state = signedInState(server.base, await server.signIn())
  return onFreshPage(browser, { state, first }, async (page) => {
    await timeToFirst(page, `${server.base}${list.path}`)
    await wait(2000)
    await page.evaluate(() => Object.assign(window, { ended: window.__bench.countFrames() }))
    const stopLooking = keepLooking(page)
    await ready()
    await stopLooking()
    const frames = await page.evaluate(() => (window as unknown as { ended: () => Promise<Frames> }).ended())
    const rows = await newRows(db, list, since)
    await wait(2000)
    const notice = page.locator(NOTICE)
    if (await notice.isVisible()) await notice.click()
    await until('the list has taken its new rows', async () => !(await notice.isVisible()))
    return {
      frames,
      lost: await missingIn(
        page,
        list,
        rows.map(({ shown }) => shown),
      ),
    }
  })
}

export async function measureSimulated(
  postgres: TestPostgres,
  seconds: number,
  say: (line: string) => void,
): Promise<SimulatedResults> {
  const url = await postgres.createDatabase()
  const stops: (() => unknown)[] = []
  try {
    const db = await openDatabase({ kind: 'postgres', url }, { demo: { size: { staff: 60, users: 2000 } } })
    stops.push(() => db.close())
    await addAdministrator(url)
    const server = await startServer(url, undefined, { DEMO: 'true' })
    stops.push(() => server.stop())
    const consoles: IdleConsole[] = []
    while (consoles.length < SIMULATED.consoles - LISTS.length) {
      const own = await openIdleConsole(server.base, (await server.signIn()).token)
      consoles.push(own)
      stops.push(() => own.close())
    }
    const heard = consoles.map(({ socket }) => ({
      single: heardBy(socket, 'record:changed'),
      several: heardBy(socket, 'records:changed'),
    }))
    const browser = await launchBrowser()
    stops.push(() => browser.close())
    const since = new Date()
    say(`${consoles.length} consoles are connected`)

    // The pages measure from before the first call until after the last one.
    let open = 0
    let go!: () => void
    const areOpen = new Promise<void>((resolve) => {
      go = resolve
    })
    const simulated = areOpen.then(() =>
      runProgram([
        '--import',
        join(root, 'node_modules/tsx/dist/loader.mjs'),
        join(root, 'server/simulate.ts'),
        ...['--host', server.base, '--kind', 'apps', '--json'],
        ...['--seconds', seconds, '--rate', SIMULATED.rate, '--users', SIMULATED.users].map(String),
      ]),
    )
    const ready = async () => {
      open += 1
      if (open === LISTS.length) go()
      await simulated
      await wait(3000)
    }
    const seen = await Promise.all(LISTS.map((list) => inView(browser, { server, db, since }, list, ready)))
    const counts: number[] = []
    let untold = 0
    for (const list of LISTS) {
      const ids = (await newRows(db, list, since)).map(({ id }) => id)
      counts.push(ids.length)
      const subject: Subject = list.record.subject
      untold += heard.reduce((sum, events) => sum + missingOf(events, subject, ids), 0)
    }
    return {
      browser: browser.version(),
      documents: counts[0]!,
      signUps: counts[1]!,
      lists: seen.map(({ frames }, index) => ({ what: LISTS[index]!.what, frames })),
      lost: seen.reduce((sum, { lost }) => sum + lost, 0),
      untold,
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** What a console was told of changes, one or several at a time. */
interface Heard {
  single: readonly RecordChanged[]
  several: readonly SeveralChanged[]
}
/** How many of the ids no event named. */
function missingOf({ single, several }: Heard, subject: Subject, ids: readonly string[]): number {
  const named = new Set<string | null>()
  for (const event of single) if (event.subject === subject) named.add(event.id)
  for (const event of several) if (event.subject === subject) for (const { id } of event.changes) named.add(id)
  return named.has(null) ? 0 : ids.filter((id) => !named.has(id)).length
}
