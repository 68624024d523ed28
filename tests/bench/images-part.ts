/**
 * A list with images: the console with 10,000 games, each with a thumbnail of its own, is scrolled from end to end as under a dragged
 * scrollbar, and as by a wheel, whose rows are drawn with their images while they pass.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { drawnIcon, iconOf } from '@demo/icons'
import type { Db } from '@server/platform/ports/db'
import { openDatabase } from '@server/db/open'
import type { TestPostgres } from '../kit/postgres'
import { launchBrowser, onFreshPage, timeToFirst, wait, type Rested, type Scrolled } from './browser'
import { addAdministrator, signedInState, startServer, type Server } from './platform'
import { root } from './processes'
import { median } from './statistics'

export const IMAGES = { rows: 10_000, scrollMs: 5000, wheelMs: 3000, wheelPixels: 60 } as const

interface Run {
  scroll: Scrolled
  wheel: Scrolled
  rested: Rested
}
/** Medians; `blank` and `painted` over all runs. */
export interface ImagesResults {
  browser: string
  rounds: number
  /** Frames a second, the longest frame in milliseconds, and the share of frames with a place without a row, percent. */
  scroll: { fps: number; worst: number; blank: number }
  wheel: { fps: number; worst: number; blank: number }
  rested: Rested
}

const PATH = '/seo/games'
const SCROLLER = '#root [data-table-scroller]'
const ROW = '#root [role=row][data-index]'
const FIRST_ROW = '#root [role=row][data-index="0"] [data-col="name"]'
const REST_MS = 3000

const LETTERS = 'BCEFGHJKLMNOPQRSTUV'
/** Files that one statement writes. */
const BATCH = 500

/** The thumbnail of the nth game: no other has this letter in this colour. */
function thumbnailOf(index: number): Uint8Array {
  const colour = (index * 1_001_177 + 0x30_40_50) % 0x100_00_00
  return iconOf(drawnIcon(LETTERS[index % LETTERS.length]!, colour.toString(16).padStart(6, '0')))!.bytes()
}

/** Gives each game of the demo a thumbnail of its own. */
async function drawThumbnails(db: Db): Promise<void> {
  const games = await db.query<{ id: string }>('select id from games order by position, id')
  if (games.length !== IMAGES.rows) throw new Error(`The demo has ${games.length} games, not ${IMAGES.rows}`)
  await db.query(`update games set thumbnail_id = null`)
  await db.query(`delete from files where purpose = 'game.thumbnail'`)
  for (let from = 0; from < games.length; from += BATCH) {
    const drawn = games.slice(from, from + BATCH).map(({ id }, at) => ({ id, bytes: thumbnailOf(from + at) }))
    await db.query(
      `with made as (
         insert into files (id, purpose, visibility, record_id, content_type, byte_size, width, height, sha256, bytes, thumbnail, created_by, created_at, attached_at)
         select gen_random_uuid(), 'game.thumbnail', 'public', game, 'image/png', length(image), 64, 64, sha256, image, image,
           (select id from staff order by created_at, id limit 1), now(), now()
         from (select game, sha256, decode(hex, 'hex') as image from unnest($1::uuid[], $2::text[], $3::text[]) t(game, sha256, hex)) t
         returning id, record_id)
       update games g set thumbnail_id = made.id from made where g.id = made.record_id`,
      [
        drawn.map(({ id }) => id),
        drawn.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
        drawn.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
      ],
    )
  }
  const [found] = await db.query<{ files: number; contents: number }>(
    `select count(*)::int as files, count(distinct f.sha256)::int as contents from games g join files f on f.id = g.thumbnail_id`,
  )
  if (found!.files !== IMAGES.rows || found!.contents !== IMAGES.rows)
    throw new Error(`${found!.files} games have a thumbnail, of ${found!.contents} contents`)
}

async function fill(url: string): Promise<void> {
  const db = await openDatabase(
    { kind: 'postgres', url, as: 'owner' },
    { demo: { size: { staff: 20, users: 300, many: IMAGES.rows } } },
  )
  try {
    await drawThumbnails(db)
    await db.query('vacuum (analyze) games')
    await db.query('vacuum (analyze) files')
  } finally {
    await db.close()
  }
  await addAdministrator(url)
}

/** Waits until each row in view shows its thumbnail. */
const thumbnailsInView = (page: Page): Promise<Rested> =>
  page.evaluate(([scroller, row, cell]) => window.__bench.imagesInView(scroller, row, cell), [
    SCROLLER,
    ROW,
    '[data-col="thumbnail"]',
  ] as const)

async function scrollOnce(browser: Browser, server: Server): Promise<Run> {
  const state = signedInState(server.base, await server.signIn())
  return onFreshPage(browser, { state, first: FIRST_ROW }, async (page) => {
    await timeToFirst(page, server.base + PATH)
    await page.waitForSelector(`[role=grid][aria-rowcount="${IMAGES.rows + 1}"]:not([aria-busy])`)
    await wait(REST_MS)
    const scrollBy = (way: { ms: number; pixels?: number }) =>
      page.evaluate(([scroller, row, to]) => window.__bench.scroll(scroller, row, to), [SCROLLER, ROW, way] as const)
    const scroll = await scrollBy({ ms: IMAGES.scrollMs })
    const rested = await thumbnailsInView(page)
    if (scroll.reached < 0.99) throw new Error(`The scroll reached ${scroll.reached} of the list`)
    await wait(REST_MS / 3)
    const wheel = await scrollBy({ ms: IMAGES.wheelMs, pixels: -IMAGES.wheelPixels })
    return { scroll, wheel, rested }
  })
}

export async function measureImages(
  postgres: TestPostgres,
  rounds: number,
  say: (line: string) => void,
): Promise<ImagesResults> {
  if (!existsSync(join(root, 'dist/console/index.html')))
    throw new Error('The console is not built: run npm run build first')
  const stops: (() => unknown)[] = []
  try {
    const url = await postgres.createDatabase()
    await fill(url)
    const server = await startServer(url)
    stops.push(() => server.stop())
    const browser = await launchBrowser()
    stops.push(() => browser.close())
    const runs: Run[] = []
    for (let round = 0; round < rounds; round++) {
      runs.push(await scrollOnce(browser, server))
      say(JSON.stringify(runs.at(-1)))
    }
    const of = (way: 'scroll' | 'wheel') => {
      const all = runs.map((run) => run[way])
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      return {
        fps: median(all.map(({ fps }) => fps)),
        worst: median(all.map(({ worst }) => worst)),
        blank: (100 * sum(all.map(({ blank }) => blank))) / sum(all.map(({ checked }) => checked)),
      }
    }
    const rests = runs.map(({ rested }) => rested)
    return {
      browser: browser.version(),
      rounds,
      scroll: of('scroll'),
      wheel: of('wheel'),
      rested: {
        painted: Math.min(...rests.map(({ painted }) => painted)),
        inView: Math.max(...rests.map(({ inView }) => inView)),
        after: median(rests.map(({ after }) => after)),
      },
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
