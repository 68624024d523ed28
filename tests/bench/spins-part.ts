/**
 * Spins of a wheel through the API of the built server on PostgreSQL, on many connections, with the budget of the day and the caps of
 * each user enforced: at a given rate, and as fast as they go, beside bare transactions that wait for one row in the same way.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { SPIN_REFUSAL } from '@contract/records/play/wheel'
import type { Db } from '@server/platform/ports/db'
import { HOME_STORE } from '@server/db/demo'
import { openDatabase } from '@server/db/open'
import { createAppKeys } from '@server/platform/modules/apps/keys'
import { checkLedger } from '@server/platform/modules/ledger/check'
import type { TestPostgres } from '../kit/postgres'
import { createDriver } from '../money/driver'
import { DAILY_SPINS, openDailyWheel } from '../money/flows'
import { startServer } from './platform'
import { nodeHash } from '@server/node/crypto'

export const SPINS = { rate: 200, connections: 50, seconds: 20, users: 5000 } as const
/** A key makes up to 600 calls a minute. */
const KEYS = 40
/** A spin costs 1.80 on average. */
const BUDGET = 20_000
/** Seconds. */
const WARM_UP = 5

export interface SpinsResults {
  seconds: number
  /** At the given rate: spins a second that were stored, and the time of one at the median and at the 95th of 100, milliseconds. */
  steady: { stored: number; median: number; late: number }
  /** Spins a second that were stored, as fast as they go; and bare transactions. */
  most: number
  bare: number
  /** Spins that were refused for the budget after it was reached, and what all cost, of the budget. */
  refused: number
  cost: number
  budget: number
}

interface Reply {
  status: number
  text: string
  ms: number
}

/** What a transaction that waits for one row needs at least: it locks and updates that row, and adds another one. */
async function bareRate(url: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: SPINS.connections })
  try {
    await pool.query('create table bench_day (id int primary key, spins int not null, cost numeric not null)')
    await pool.query('create table bench_spin (id uuid primary key, at timestamptz not null)')
    await pool.query('insert into bench_day values (1, 0, 0)')
    const end = performance.now() + seconds * 1000
    let done = 0
    await Promise.all(
      Array.from({ length: SPINS.connections }, async () => {
        while (performance.now() < end) {
          const client = await pool.connect()
          try {
            await client.query('begin')
            await client.query('select cost from bench_day where id = 1 for update')
            await client.query('update bench_day set spins = spins + 1, cost = cost + 1 where id = 1')
            await client.query('insert into bench_spin values ($1::uuid, now())', [randomUUID()])
            await client.query('commit')
            done += 1
          } finally {
            client.release()
          }
        }
      }),
    )
    return done / seconds
  } finally {
    await pool.end()
  }
}

/** @throws where a user span more often than allowed, the wheel cost more than its budget, or the ledger is wrong */
async function checkSpins(db: Db, wheel: string): Promise<number> {
  const [sums] = await db.query<{ cost: number; most: number }>(
    `select sum(case when reward_type = 'NONE' then 0 else reward_value end - cost)::float8 as cost,
       (select max(n)::int from (select count(*) as n from daily_spins where wheel_id = $1::uuid and not is_free group by user_id, business_day) u) as most
     from daily_spins where wheel_id = $1::uuid`,
    [wheel],
  )
  if (sums!.most > DAILY_SPINS) throw new Error(`a user span ${sums!.most} times on a day`)
  if (sums!.cost > BUDGET) throw new Error(`the spins cost ${sums!.cost}, and the budget is ${BUDGET}`)
  const { error } = await checkLedger(db, nodeHash)
  if (error) throw new Error(error)
  return sums!.cost
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

export async function measureSpins(
  postgres: TestPostgres,
  seconds: number,
  say: (line: string) => void,
): Promise<SpinsResults> {
  const url = await postgres.createDatabase()
  const stops: (() => unknown)[] = []
  try {
    say('seeding')
    const db = await openDatabase({ kind: 'postgres', url }, { demo: { size: { staff: 40, users: SPINS.users } } })
    stops.push(() => db.close())
    const server = await startServer(url, undefined, { DEMO: 'true' })
    stops.push(() => server.stop())
    say('server is up')
    const driver = createDriver([{ base: server.base, waiting: new Set(), isUp: true }], () => false)
    const [manager, admin, boss] = await Promise.all(
      ['manager', 'admin', 'super'].map((name) => driver.staff(`${name}@pitboss.test`)),
    )
    const wheel = await openDailyWheel(
      { manager: manager!, admin: admin!, boss: boss! },
      { expected_spins_per_day: BUDGET / 2, budget_per_day: String(BUDGET) },
    )
    say('wheel is open')
    const keys = await Promise.all(
      Array.from({ length: KEYS }, () => createAppKeys(db, { now: Date.now }, nodeHash).create(HOME_STORE)),
    )
    const users = await db.query<{ id: string }>(
      `select id::text as id from users where store = $1 and account_status = 'ACTIVE' and not is_deleted and cash_balance > 10 order by id`,
      [HOME_STORE],
    )
    say(`a wheel, and ${users.length} users with cash`)
    let nth = 0
    const spin = async (): Promise<Reply> => {
      nth += 1
      const began = performance.now()
      const response = await fetch(`${server.base}/api/v1/fortune-wheel-history`, {
        method: 'POST',
        headers: {
          [APP_KEY_HEADER]: keys[nth % KEYS]!.key,
          [IDEMPOTENCY_KEY_HEADER]: randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ user: users[nth % users.length]!.id, wheel, device: 'bench', ip: '203.0.113.9' }),
      })
      const text = await response.text()
      return { status: response.status, text, ms: performance.now() - began }
    }
    const counted = (replies: readonly Reply[]) => {
      const wrong = replies.find(({ status, text }) => status !== 200 && !text.includes(SPIN_REFUSAL.budget))
      if (wrong) throw new Error(wrong.text)
      return replies.filter(({ status }) => status === 200)
    }
    /** Spins on all connections until the end or the first refusal. @returns how many were stored a second */
    const asFast = async (during: number) => {
      const replies: Reply[] = []
      const from = performance.now()
      let isReached = false
      await Promise.all(
        Array.from({ length: SPINS.connections }, async () => {
          while (!isReached && performance.now() < from + during * 1000) {
            const reply = await spin()
            replies.push(reply)
            isReached ||= reply.status !== 200
          }
        }),
      )
      return counted(replies).length / ((performance.now() - from) / 1000)
    }
    // The connections are open, the statements planned, and the code compiled.
    await asFast(WARM_UP)

    /** A spin is due every few milliseconds, whether those before it have ended or not. */
    const steady: Promise<Reply>[] = []
    const began = performance.now()
    const due = () => Math.min(((performance.now() - began) * SPINS.rate) / 1000, seconds * SPINS.rate)
    while (steady.length < seconds * SPINS.rate) {
      while (steady.length < due()) steady.push(spin())
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const stored = counted(await Promise.all(steady))
    const storedRate = stored.length / ((performance.now() - began) / 1000)
    const times = stored.map(({ ms }) => ms).toSorted((a, b) => a - b)
    say(`${stored.length} spins at ${storedRate.toFixed(0)} a second, median ${at(times, 0.5).toFixed(0)} ms`)

    const bare = await bareRate(url, seconds / 2)
    const most = await asFast(seconds)
    // Until the day's budget has no room for the highest win any more.
    let refused = 0
    while (refused < SPINS.connections) {
      const more = await Promise.all(Array.from({ length: SPINS.connections }, spin))
      refused += more.length - counted(more).length
    }
    const cost = await checkSpins(db, wheel)
    return {
      seconds,
      steady: { stored: storedRate, median: at(times, 0.5), late: at(times, 0.95) },
      most,
      bare,
      refused,
      cost,
      budget: BUDGET,
    }
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}
