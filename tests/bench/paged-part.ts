/**
 * Lists that are read in pages, with a million rows on PostgreSQL: each declared path beside the best query that we can write by
 * hand, a search beside one in fewer rows, and the console beside the same console with few rows.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import type { Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import { createKeys } from '@server/platform/lib/secrets'
import type { Principal } from '@server/platform/modules/access/principal'
import { createRecordPages } from '@server/platform/records/pages'
import { SOURCES } from '@server/platform/records/sources'
import type { TestPostgres } from '../kit/postgres'
import { held, launchBrowser, onFreshPage, timeToFirst, until, wait, type Frames } from './browser'
import { SECRET, seedDatabase, signedInState, startServer, type Server, type SignedIn } from './platform'
import { root } from './processes'
import { makeRows } from './rows'
import { inTurn, median, timed } from './statistics'
import { nodeCrypto } from '@server/node/crypto'

export const PAGED = { rows: 1_000_000, searched: 50_000, scrolled: 10_000, few: 1_000 } as const
const PAGE = 50
/** Queries of each kind in one round, of which the median counts. */
const QUERIES = 40

/** A figure of ours and what it is compared with. */
export interface Beside {
  what: string
  ours: number
  other: number
}
/** What was seen of the frames while the console did something. */
export interface Moved {
  what: string
  worst: number
}
export interface PagedResults {
  browser: string
  rounds: number
  /** Each path, its first page and one from its middle: milliseconds, and the query by hand. */
  pages: readonly Beside[]
  /** A search for one of all people, and in fewer rows. */
  search: { many: number; fewer: number }
  /** Time to the first row, cold: with all rows, and with few. */
  first: { many: number; few: number }
  moved: readonly Moved[]
  /** Heap after the rows were scrolled both ways, megabytes: of the million, and where there are no others. */
  heap: { many: number; scrolled: number }
}

const TABLE = 'newsletter_subscribers'
const [FIRST, LAST] = [
  'olivia liam joao mariana jonas greta zofia lukasz aarav priya minh thao elif mehmet sofia nikos olena taras amina youssef yuki haruto mei wei',
  'walker hayes souza araujo schaefer vogel wojcik krol sharma iyer nguyen tran yilmaz demir papadou georgiou shevchenko koval haddad mansour sato tanaka chen zhang',
].map((names) => `array['${names.split(' ').join("','")}']`)
/** One every seven minutes, in three stores; one state is that of the oldest tenth alone. */
const FILL = `insert into ${TABLE} (id, email, source, consent_at, consent_text, locale, status, store_code, created_at, updated_at)
  select gen_random_uuid(),
    (${FIRST})[1 + n * 7919 / 13 % 24] || '.' || (${LAST})[1 + n * 104729 / 17 % 24] || n || '@mail' || n % 7 || '.example',
    (array['FOOTER', 'SIGN_UP', 'APP', 'IMPORT'])[1 + n % 4], t, 'Yes, send me the newsletter.',
    (array['en', 'de', 'el', 'uk', 'ja'])[1 + n % 5],
    case when n > $1::int * 0.9 then 'BOUNCED' when n % 11 = 0 then 'UNSUBSCRIBED' else 'SUBSCRIBED' end,
    (array['NORTHGATE', 'LUMEN', 'HARBOR'])[1 + n % 3], t, t
  from (select n::bigint, timestamptz '2026-01-01' - n * interval '7 minutes' as t from generate_series(1, $1::int) n) x`

async function fill(url: string, rows: number): Promise<void> {
  await seedDatabase(url, makeRows(10))
  const db = await openDatabase({ kind: 'postgres', url, as: 'owner' }, { demo: null })
  await db.query(FILL, [rows])
  await db.query(`vacuum (analyze) ${TABLE}`)
  await db.close()
}

const READER: Principal = {
  staffId: '01900000-0000-7000-8000-000000000001',
  sessionId: '01900000-0000-7000-8000-000000000001',
  username: 'reader',
  role: 'SUPER_ADMIN',
  store: null,
  storeCode: null,
  access: { accessible_pages: ['*'], permissions: [] },
  stores: null,
}

/** A value that a path compares for equality. */
const VALUES: Readonly<Record<string, string>> = { status: 'UNSUBSCRIBED', source: 'APP', locale: 'el' }
const COLUMNS: Readonly<Record<string, string>> = { createdAt: 'created_at', consent_at: 'consent_at' }

/** The columns of a list as it is opened. */
const SHOWN = ['email', 'user', 'source', 'consent_at', 'locale', 'status']
/** @returns conditions that are bounds of the index of a path, from the row at `end` on; null: from the start */
export function boundsOf(equal: readonly string[], order: string, end: string | null): string[] {
  const columns = [...equal, order, 'id']
  const values = equal.map((_name, at) => `$${at + 1}`)
  const row = (of: readonly string[]) => (of.length === 1 ? of[0]! : `(${of.join(', ')})`)
  return [
    ...(end === null
      ? equal.length > 0
        ? [`${row(equal)} <= ${row(values)}`]
        : []
      : [`${row(columns)} < ${row([...values, `'${end}'`, `'ffffffff-ffff-ffff-ffff-ffffffffffff'`])}`]),
    ...(equal.length > 0 ? [`${row(equal)} >= ${row(values)}`] : []),
  ]
}
/**
 * The page as we would write it for this one list: the same rows, as the same JSON. Of the forms that we tried this is the
 * fastest: bounds of the index instead of equations, and texts that are joined instead of a JSON array.
 */
const byHand = (equal: readonly string[], order: string, end: string | null) => {
  const bounds = boundsOf(equal, order, end)
  const columns = [...equal, order, 'id']
  return `select '[' || string_agg(row_to_json(p)::text, ',') || ']' as json from (
     select s.id, s.version, s.email, s.source,
       to_char(s.consent_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as consent_at, s.locale, s.status,
       case when u.id is not null then json_build_object('id', u.id, 'name', u.username) end as user
     from (select * from ${TABLE} where ${['erased_at is null', ...bounds].join(' and ')}
       order by ${columns.map((column) => `${column} desc`).join(', ')} limit ${PAGE + 1}) s
     left join users u on lower(u.email) = lower(s.email) and u.store = s.store_code
     order by s.${order} desc, s.id desc) p`
}

/**
 * @returns the median of many calls of each, taken in turn. As many go before: a server that runs has compiled its code, and its
 * connections have planned their statements
 */
async function medians(rounds: number, ours: () => Promise<unknown>, other: () => Promise<unknown>) {
  await inTurn(QUERIES, { ours, other })
  const times = await inTurn(rounds * QUERIES, { ours: () => timed(ours), other: () => timed(other) })
  return { ours: median(times.ours), other: median(times.other) }
}

export async function measurePages(db: Db, rounds: number, say: (line: string) => void): Promise<Beside[]> {
  const pages = createRecordPages(db, createKeys(SECRET, nodeCrypto))
  const source = SOURCES.newsletterSubscriber
  const results: Beside[] = []
  for (const { equal, order } of newsletterSubscriber.paths ?? []) {
    const column = COLUMNS[order]!
    const values = equal.map((name) => VALUES[name]!)
    const query = {
      ...Object.fromEntries(equal.map((name) => [name, [VALUES[name]!]])),
      sort_by: order,
      sort_order: 'desc' as const,
      itemNo: PAGE,
      fields: SHOWN,
    }
    const [middle] = await db.query<{ time: Date }>(
      `select ${column} as time from ${TABLE} where ${equal.map((name, at) => `${name} = $${at + 1}`).join(' and ') || 'true'} order by ${column} desc offset ${PAGED.searched} limit 1`,
      values,
    )
    const end = middle!.time.toISOString()
    const before = await pages.page(source, { ...query, [`${order}.to`]: end }, READER)
    for (const [what, ours, hand] of [
      ['first page', query, byHand(equal, column, null)],
      [
        'a page in its middle',
        { ...query, [`${order}.to`]: end, cursor: before.next_cursor! },
        byHand(equal, column, end),
      ],
    ] as const) {
      const measured = await medians(
        rounds,
        () => pages.page(source, ours, READER),
        () => db.plannedOnce.query(hand, values),
      )
      results.push({ what: `${[...equal, order].join(', ')}: ${what}`, ...measured })
      say(`${results.at(-1)!.what}: ${measured.ours.toFixed(2)} ms, by hand ${measured.other.toFixed(2)} ms`)
    }
  }
  return results
}

/** One of all people, by the whole name before the @. */
async function measureSearch(many: Db, fewer: Db, rounds: number) {
  const searchIn = (db: Db) => {
    const pages = createRecordPages(db, createKeys(SECRET, nodeCrypto))
    return async () => {
      const { json } = await pages.page(
        SOURCES.newsletterSubscriber,
        { search: sought, itemNo: PAGE, fields: SHOWN },
        READER,
      )
      if (!json.includes(sought)) throw new Error(`${sought} was not found`)
    }
  }
  const [row] = await fewer.query<{ email: string }>(
    `select email from ${TABLE} order by created_at offset 12345 limit 1`,
  )
  const sought = row!.email.split('@')[0]!
  const { ours, other } = await medians(rounds, searchIn(many), searchIn(fewer))
  return { many: ours, fewer: other }
}

interface Place {
  server: Server
  signedIn: SignedIn
}
const LIST = '/newsletter-subscriber'
const FIRST_ROW = '[role=row][data-index="0"] [data-col="email"]'
const onList = <R>(browser: Browser, { server, signedIn }: Place, work: (page: Page, url: string) => Promise<R>) =>
  onFreshPage(browser, { state: signedInState(server.base, signedIn), first: FIRST_ROW }, (page) =>
    work(page, `${server.base}${LIST}`),
  )
const timeFirst = (browser: Browser, place: Place) => onList(browser, place, (page, url) => timeToFirst(page, url))

/** Frames from now until the work is done. */
async function framesOf(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    Object.assign(window, { __stopFrames: window.__bench.countFrames() })
  })
  await work()
  return page.evaluate(() => (window as unknown as { __stopFrames: () => Promise<Frames> }).__stopFrames())
}
const scroller = '#root [data-table-scroller]'
const topIndex = (page: Page) =>
  page.evaluate((selector) => Math.round(document.querySelector(selector)!.scrollTop / 40), scroller)
/** Scrolls as a wheel does, screen after screen, until the row is reached. */
async function scrollTo(page: Page, row: number, way: 1 | -1): Promise<void> {
  await page.evaluate(
    async ({ selector, row, way }) => {
      const element = document.querySelector(selector)!
      const end = performance.now() + 120_000
      while (way > 0 ? element.scrollTop / 40 < row : element.scrollTop / 40 > row) {
        element.scrollTop += way * 400
        await new Promise(requestAnimationFrame)
        if (performance.now() > end) throw new Error(`row ${row} was not reached`)
      }
    },
    { selector: scroller, row, way },
  )
}
const rests = (page: Page) =>
  until('the rows in sight', () =>
    page.evaluate(() => !document.querySelector('[data-missing]') && document.querySelector('[data-index]') !== null),
  )

async function measureMoves(browser: Browser, place: Place) {
  return onList(browser, place, async (page, url) => {
    await timeToFirst(page, url)
    await wait(1500)
    const moved: Moved[] = []
    const note = async (what: string, work: () => Promise<void>) =>
      moved.push({ what, worst: (await framesOf(page, work)).worst })
    const total = PAGED.scrolled - 100
    await note('10,000 rows down', () => scrollTo(page, total, 1))
    await note('10,000 rows up', async () => {
      await scrollTo(page, 0, -1)
      await rests(page)
    })
    const { heap } = await held(page)
    const key = (combination: string) => async () => {
      await page.locator(scroller).focus()
      await page.keyboard.press(combination)
      await wait(300)
      await rests(page)
    }
    await note('End', key('Control+End'))
    if ((await topIndex(page)) === 0) throw new Error('End did not lead to the end')
    await note('Home', key('Control+Home'))
    await page.getByRole('button', { name: 'Go to', exact: true }).click()
    await page.getByLabel(/^Day of/).fill('2024-05-17')
    await note('Go to date', async () => {
      await page.getByRole('button', { name: 'Go to day' }).click()
      await wait(500)
      await rests(page)
    })
    return { moved, heap }
  })
}

export async function measurePaged(
  postgres: TestPostgres,
  rounds: number,
  say: (line: string) => void,
): Promise<PagedResults> {
  if (!existsSync(join(root, 'dist/console/index.html')))
    throw new Error('The console is not built: run npm run build first')
  const stops: (() => unknown)[] = []
  try {
    const urlWith = async (rows: number) => {
      const url = await postgres.createDatabase()
      await fill(url, rows)
      return url
    }
    const place = async (url: string): Promise<Place> => {
      const server = await startServer(url)
      stops.push(() => server.stop())
      return { server, signedIn: await server.signIn() }
    }
    const [many, fewer, scrolled, few] = [
      await urlWith(PAGED.rows),
      await urlWith(PAGED.searched),
      await urlWith(PAGED.scrolled),
      await urlWith(PAGED.few),
    ]
    const open = async (url: string) => {
      const db = await openDatabase({ kind: 'postgres', url }, { demo: null })
      stops.push(() => db.close())
      return db
    }
    const [manyDb, fewerDb] = [await open(many), await open(fewer)]
    const pages = await measurePages(manyDb, rounds, say)
    const search = await measureSearch(manyDb, fewerDb, rounds)
    say(`search: ${search.many.toFixed(2)} ms, in ${PAGED.searched} rows ${search.fewer.toFixed(2)} ms`)

    const browser = await launchBrowser()
    stops.push(() => browser.close())
    const [manyAt, scrolledAt, fewAt] = [await place(many), await place(scrolled), await place(few)]
    const firsts = await inTurn(rounds * 2 + 1, {
      many: () => timeFirst(browser, manyAt),
      few: () => timeFirst(browser, fewAt),
    })
    const first = { many: median(firsts.many), few: median(firsts.few) }
    say(`first row: ${first.many.toFixed(0)} ms, of ${PAGED.few} rows ${first.few.toFixed(0)} ms`)
    const { moved, heap } = await measureMoves(browser, manyAt)
    for (const { what, worst } of moved) say(`${what}: longest frame ${worst.toFixed(0)} ms`)
    const other = await measureMoves(browser, scrolledAt)
    say(`heap: ${heap.toFixed(1)} MB, of ${PAGED.scrolled} rows ${other.heap.toFixed(1)} MB`)
    return {
      browser: browser.version(),
      rounds,
      pages,
      search,
      first,
      moved,
      heap: { many: heap, scrolled: other.heap },
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
