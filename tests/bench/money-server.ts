/**
 * What the money part measures on the built server: loads end to end through the sandbox of a game platform, and the frames of a console that
 * shows the queue of withdrawals while users request more.
 */
import type { Db } from '@server/platform/ports/db'
import { HOME_STORE } from '@server/db/demo'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { nodeHash } from '@server/node/crypto'
import { createDriver } from '../money/driver'
import { startRail } from '../money/rails'
import { launchBrowser, onFreshPage, timeToFirst, wait, type Frames } from './browser'
import { addAdministrator, signedInState, startServer, type Server } from './platform'
import { freePort } from './processes'

export const LOADS = { rate: 50, seconds: 60 } as const
export const ARRIVALS = { perMinute: 100, seconds: 60 } as const
/** A key makes up to 600 calls a minute. */
const KEYS = 10
/** A load that is not done after this time is lost, milliseconds. */
const PATIENCE_MS = 120_000
/** So many users have an account at the platform: none of them requests many loads at once. */
const ACCOUNTS = 600

export interface LoadsResults {
  /** Loads a second that were done, from the first request to the last of them. */
  done: number
  /** From the request to the end of a load, milliseconds: the median, and that of the 95th of 100. */
  median: number
  late: number
}
export interface ServerResults {
  browser: string
  loads: LoadsResults
  queue: { arrived: number; frames: Frames }
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

/** Calls of apps, with several keys. One that the server could not take is sent again. @returns ids of what they add */
async function createApp(db: Db, base: string) {
  const driver = createDriver([{ base, waiting: new Set(), isUp: true }], () => false)
  const apps = await Promise.all(
    Array.from({ length: KEYS }, async () =>
      driver.app((await createAppKeys(db, { now: Date.now }, nodeHash).create(HOME_STORE)).key),
    ),
  )
  let nth = 0
  return async (path: string, body: object): Promise<string> => {
    nth += 1
    const { status, data, text } = await apps[nth % KEYS]!.write<{ id: string }>('POST', path, { body })
    if (status !== 200) throw new Error(text)
    return data.id
  }
}
type App = Awaited<ReturnType<typeof createApp>>

/** Calls at a rate, whether those before have ended or not. @returns what each of them returned */
async function paced<T>({ rate, seconds }: { rate: number; seconds: number }, call: (nth: number) => Promise<T>) {
  const calls: Promise<T>[] = []
  const began = performance.now()
  const all = Math.round(rate * seconds)
  while (calls.length < all) {
    const due = Math.min(all, Math.floor(((performance.now() - began) / 1000) * rate) + 1)
    while (calls.length < due) calls.push(call(calls.length))
    await wait(2)
  }
  return Promise.all(calls)
}

/** Users with cash, each with an account at the platform that the sandbox serves. @returns ids of the accounts */
async function openAccounts(owner: Db): Promise<string[]> {
  const rows = await owner.query<{ id: string }>(
    `insert into platform_accounts (id, user_id, store_platform_id, platform_username, status, asked_at, store_code, created_at, updated_at)
     select gen_random_uuid(), u.id, p.id, 'bench-' || u.id, 'ACTIVE', now(), u.store, now(), now()
     from (select * from users where store = $1::text and account_status = 'ACTIVE' and not is_deleted and cash_balance > 200 and currency = 'USD'
       order by id limit ${ACCOUNTS}) u
     cross join (select s.id from store_platforms s join stores o on o.code = s.store_code
       where s.store_code = $1::text and s.rail = 'GAMES' and s.health = 'OK' and not s.is_deleted order by s.id limit 1) p
     returning id::text as id`,
    [HOME_STORE],
  )
  if (rows.length < ACCOUNTS / 2) throw new Error(`only ${rows.length} users can load an account`)
  return rows.map(({ id }) => id)
}

async function measureLoads(
  { owner, db }: { owner: Db; db: Db },
  app: App,
  seconds: number,
  say: (line: string) => void,
): Promise<LoadsResults> {
  const accounts = await openAccounts(owner)
  const load = (nth: number) =>
    app('/api/v1/platform-deposit', {
      platform_account: accounts[nth % accounts.length]!,
      amount: '10.00',
      source: 'APP',
    })
  // Connections are opened, and statements are planned.
  await paced({ rate: LOADS.rate / 2, seconds: 2 }, load)
  const began = performance.now()
  const ids = await paced({ rate: LOADS.rate, seconds }, load)
  const open = () =>
    db.query<{ n: number }>(
      `select count(*)::int as n from platform_deposits where id = any($1::uuid[]) and status <> 'COMPLETED'`,
      [ids],
    )
  for (let left = ids.length; left > 0; left = (await open())[0]!.n) {
    if (performance.now() - began > seconds * 1000 + PATIENCE_MS) throw new Error(`${left} loads were not done`)
    await wait(100)
  }
  const done = ids.length / ((performance.now() - began) / 1000)
  const times = await db.query<{ ms: number }>(
    `select (extract(epoch from decided_at - requested_at) * 1000)::float8 as ms from platform_deposits where id = any($1::uuid[]) order by 1`,
    [ids],
  )
  const sorted = times.map(({ ms }) => ms)
  // The withdrawals of the bench have no transfers, so that ledger:check would refuse them: of each load the transfers are counted.
  const [posted] = await db.query<{ loads: number; transfers: number }>(
    `select count(distinct source_id)::int as loads, count(*)::int as transfers from transfers
     where source_type = 'platform_deposit' and source_id = any($1::uuid[]) and purpose = 'LOAD_COMPLETED'`,
    [ids],
  )
  if (posted!.loads !== ids.length || posted!.transfers !== ids.length)
    throw new Error(`${ids.length} loads have ${posted!.transfers} transfers`)
  const results = { done, median: at(sorted, 0.5), late: at(sorted, 0.95) }
  say(`loads: ${JSON.stringify(results)}`)
  return results
}

const QUEUE = '/withdrawal/manual-withdrawal?tab=pending'
const FIRST = '[role=row][data-index="0"] [data-col="reference"]'

async function measureQueue(
  server: Server,
  db: Db,
  app: App,
  seconds: number,
  say: (line: string) => void,
): Promise<Pick<ServerResults, 'browser' | 'queue'>> {
  const users = await db.query<{ id: string; name: string }>(
    `select u.id::text as id, u.first_name || ' ' || u.last_name as name from users u where u.store = $1::text and u.account_status = 'ACTIVE'
       and not u.is_deleted and u.cash_balance > 50 order by u.id desc limit 500`,
    [HOME_STORE],
  )
  const [method] = await db.query<{ id: string }>(
    `select id::text as id from payment_methods where name = 'PIX' and store_code = $1::text`,
    [HOME_STORE],
  )
  const request = (nth: number) =>
    app('/api/v1/manual-withdrawal', {
      user: users[nth % users.length]!.id,
      payment_method: method!.id,
      amount: '20.00',
      payee: users[nth % users.length]!.name,
      details: [{ label: 'Chave PIX', value: `bench-${nth}` }],
      source: 'APP',
    })
  const browser = await launchBrowser()
  try {
    const state = signedInState(server.base, await server.signIn())
    return await onFreshPage(browser, { state, first: FIRST }, async (page) => {
      await timeToFirst(page, `${server.base}${QUEUE}`)
      await wait(2000)
      await page.evaluate(() => Object.assign(window, { ended: window.__bench.countFrames() }))
      const arrived = await paced({ rate: ARRIVALS.perMinute / 60, seconds }, request)
      await wait(2000)
      const frames = await page.evaluate(() => (window as unknown as { ended: () => Promise<Frames> }).ended())
      say(`queue: ${arrived.length} arrived, ${JSON.stringify(frames)}`)
      return { browser: browser.version(), queue: { arrived: arrived.length, frames } }
    })
  } finally {
    await browser.close()
  }
}

/** @param seconds that loads are requested for, and rows arrive for */
export async function measureOnServer(
  place: { url: string; owner: Db; db: Db },
  seconds: { loads: number; arrivals: number },
  say: (line: string) => void,
): Promise<ServerResults> {
  await addAdministrator(place.url)
  const port = await freePort()
  const rail = await startRail('GAMES', port, { fail: '0', unknown: '0' })
  const stops: (() => unknown)[] = [() => rail.remove()]
  try {
    const server = await startServer(place.url, undefined, { DEMO: 'true', ...rail.env, PORT: String(port) })
    stops.push(() => server.stop())
    const app = await createApp(place.db, server.base)
    const shown = await measureQueue(server, place.db, app, seconds.arrivals, say)
    const loads = await measureLoads(place, app, seconds.loads, say)
    return { ...shown, loads }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
