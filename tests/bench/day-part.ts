/**
 * A working day in one open console: eight hours on a simulated clock that page and server share, the shift asked for each
 * second, 2,000 real notifications, 100 losses of the socket. What the page holds after the first hour and at the end is compared.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { createServer } from '@server/server'
import { openDatabase } from '@server/db/open'
import { notify } from '@server/platform/modules/notifications/store'
import type { TestPostgres } from '../kit/postgres'
import { BELL, held, heldByScripts, launchBrowser, entryOf, onFreshPage, type Held, until } from './browser'
import { ADMIN, SECRET, seedDatabase, signedInState, signIn } from './platform'
import { root } from './processes'
import { makeRows } from './rows'

/** `data`: what its scripts hold of the heap, without compiled code; megabytes. */
interface Standing extends Held {
  data: number
}

export interface DayResults {
  browser: string
  /** After each hour. */
  hours: readonly Standing[]
  /** Questions for the shift that went over the socket, and seconds in which one could go. */
  polls: number
  seconds: number
}

export const DAY = { seconds: 8 * 3600, notifications: 2000, losses: 100 } as const
const HOUR = 3600
const QUESTION = 'shift_handover:user_shift_details'
/** The foot of the sidebar says it for those who see. */
const isLive = (page: Page) => page.locator('[aria-hidden]').getByText('Live', { exact: true }).first().isVisible()

export async function measureDay(postgres: TestPostgres, say: (line: string) => void): Promise<DayResults> {
  if (!existsSync(join(root, 'dist/console/index.html')))
    throw new Error('The console is not built: run npm run build first')
  const url = await postgres.createDatabase()
  await seedDatabase(url, makeRows(10))
  const db = await openDatabase({ kind: 'postgres', url }, { demo: null })
  let now = Date.now()
  const clock = { now: () => now }
  const platform = await createServer({
    db,
    secrets: { session: SECRET },
    demo: false,
    clock,
    consoleDir: join(root, 'dist/console'),
  })
  const browser = await launchBrowser()
  try {
    const base = await platform.start({ port: 0 })
    const [person] = await db.query<{ id: string }>('select id::text as id from staff where email = $1', [ADMIN.email])
    const tell = (number: number) =>
      db.transaction((tx) =>
        notify(tx, clock, [person!.id], {
          keyword: 'TICKET_ASSIGNED',
          keywordId: randomUUID(),
          eventKey: randomUUID(),
          title: `Ticket ${number} assigned`,
          description: `Support ticket ${number} was assigned to you`,
        }),
      )
    return await onFreshPage(browser, { state: signedInState(base, await signIn(base)) }, async (page) => {
      let polls = 0
      page.on('websocket', (line) =>
        line.on('framesent', ({ payload }) => {
          if (String(payload).includes(`"${QUESTION}"`)) polls += 1
        }),
      )
      await page.clock.install({ time: now })
      await page.goto(base)
      await page.waitForSelector(BELL)
      now = (await page.evaluate(() => Date.now())) + 1000
      await page.clock.pauseAt(now)
      const pass = async (seconds: number) => {
        now += seconds * 1000
        await page.clock.runFor(seconds * 1000)
      }
      const hours: Standing[] = []
      for (let second = 1, told = 0; second <= DAY.seconds; second += 1) {
        await pass(1)
        while (told < Math.floor((second * DAY.notifications) / DAY.seconds)) await tell((told += 1))
        if (second % (DAY.seconds / DAY.losses) === 0) {
          for (const { conn } of platform.io.sockets.sockets.values()) conn.close()
        }
        if (second % HOUR > 0) continue
        await until('the socket', async () => {
          await pass(5)
          return isLive(page)
        })
        hours.push({ ...(await held(page)), data: await heldByScripts(page) })
        say(`after ${hours.length} h: ${JSON.stringify(hours.at(-1))}, ${polls} questions`)
      }
      await page.click(BELL)
      const last = `Ticket ${DAY.notifications} assigned`
      await until(`'${last}' in the panel`, async () => {
        await pass(1)
        return (await entryOf(page, last).count()) > 0
      })
      return { browser: browser.version(), hours, polls, seconds: DAY.seconds }
    })
  } finally {
    await browser.close()
    await platform.close()
    await db.close()
  }
}
