/**
 * `npm run test:money -- [--actions 10000] [--database postgres|embedded|both] [--servers 3] [--minutes 40] [--seed n]`: 50 workers adjust,
 * grant, credit claims, pay jackpots, spin, void, deposit, withdraw, load and redeem through the API, with the approvals of colleagues, on real
 * servers that are killed with `kill -9` at random moments and started again. Half of the flows contend for 20 users; all grants contend for one budget, all claims for the limits
 * of two offers, all spins for one budget of a day. A call is sent again, with the same Idempotency-Key, until it has an answer. The run
 * continues until at least five kills fell between a commit and its response, and five between a commit and the delivery of its
 * notification. No fail point is needed: after each kill the database says what was committed without a response, and what was not delivered.
 *
 * The bank that pays withdrawals, the platform whose accounts are loaded and redeemed, and the wallet service where users pay coins are
 * sandboxes, which fail at 10 % and leave 5 % unknown, and are killed, too. At the end each order has an outcome, by a look-up or by two people;
 * half of what failed is tried again, and the money of some payments that failed is returned.
 *
 * In the end everything that was acknowledged exists once, what was refused does not exist, the money of each user has changed by exactly
 * what was acknowledged, each notification arrived once, and `ledger:check` finds nothing.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Db } from '@server/platform/ports/db'
import { databaseFolder, openDatabase } from '@server/db/open'
import { freePort } from '../server/kit/processes'
import { startPostgres } from '../kit/postgres'
import { faultsIn, readBefore } from './checks'
import { createDriver, pick, randomFrom, type Driver, type Server } from './driver'
import type { People, Told } from './acting'
import { createFlow, prepareGround } from './flows'
import {
  discrepanciesSince,
  faultsOfBank,
  faultsOfPlatform,
  faultsOfSends,
  faultsOfWallet,
  settleAll,
  startRail,
} from './rails'
import { faultsOfStatements } from './statements'

const WORKERS = 50
const HOT_USERS = 20
const KILLS_OF_EACH_KIND = 5
/** Share of the kills of a server after which one of the rails is killed, too. */
const RAIL_KILLED = 0.7
/** The run of one database is ended as failed after this time. */
const MINUTES = 40
const SIZE = { staff: 40, users: 400 } as const
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Look-ups of attempts and deposits are planned ahead, up to an hour. */
const IS_DUE = `topic not in ('railLookup', 'depositLookup')`
/** What the servers log. */
const LOG = join(root, 'test-results/money/servers.log')

type Database = 'postgres' | 'embedded'
/** Time between two kills, milliseconds. */
const KILL_AFTER: Record<Database, { least: number; most: number }> = {
  postgres: { least: 500, most: 6000 },
  embedded: { least: 300, most: 2500 },
}

/** A database of the run. */
interface Place {
  /** Environment of its servers. */
  env: Record<string, string>
  /** Opens it beside the servers, or while none runs. */
  open: () => Promise<Db>
  close: () => Promise<void>
  /**
   * Folder of its write-ahead log, where only one process writes. One process does one thing after the other, and answers within a
   * millisecond after a commit: kills at random moments would hardly ever fall in between, so most wait for the next write.
   */
  log?: string
}

async function placeOf(database: Database): Promise<Place> {
  if (database === 'postgres') {
    const postgres = await startPostgres()
    if (!postgres) throw new Error('There is no PostgreSQL: see above.')
    const url = await postgres.createDatabase()
    await (await openDatabase({ kind: 'postgres', url }, { demo: { size: SIZE } })).close()
    return {
      env: { DATABASE_URL: url },
      open: () => openDatabase({ kind: 'postgres', url }, { demo: null }),
      close: () => postgres.stop(),
    }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'pitboss-money-'))
  const open = () => openDatabase({ kind: 'folder', dataDir }, { demo: { size: SIZE } })
  await (await open()).close()
  return {
    env: { DATA_DIR: dataDir },
    log: join(databaseFolder(dataDir), 'pg_wal'),
    open,
    close: () => Promise.resolve(rmSync(dataDir, { recursive: true, force: true })),
  }
}

/** Resolves at the next change of a file in a folder: a commit writes the database's log. */
const nextWrite = (folder: string) =>
  new Promise<void>((resolve) => {
    const watcher = watch(folder, () => {
      watcher.close()
      resolve()
    })
  })

interface Running extends Server {
  child: ChildProcess
  port: number
}
async function start(env: Record<string, string>, port: number): Promise<Running> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    cwd: root,
    stdio: ['ignore', openSync(LOG, 'a'), 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'error',
      SESSION_SECRET: 'a secret of the money test, long enough to be one',
      DEMO: 'true',
      PORT: String(port),
      ...env,
    },
  })
  const base = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`a server ended at its start with ${child.exitCode}`)
    const isUp = await fetch(`${base}/api/auth/session`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { child, base, port, waiting: new Set(), isUp: true }
    await pause(50)
  }
}

/** The people of one worker: two of them are other persons than those of the next worker. */
async function peopleOf(driver: Driver, worker: number): Promise<People> {
  const other = worker % 2 === 0 ? '' : '2'
  const [manager, finance, admin, boss] = await Promise.all(
    [`manager${other}`, `finance${other}`, 'admin', 'super'].map((name) => driver.staff(`${name}@pitboss.test`)),
  )
  return { manager: manager!, finance: finance!, admin: admin!, boss: boss! }
}

interface RunOptions {
  total: number
  processes: number
  minutes: number
  seed: string
}
async function run(database: Database, { total, processes, minutes, seed }: RunOptions): Promise<void> {
  const count = database === 'embedded' ? 1 : processes
  console.log(`npm run test:money -- --database ${database} --actions ${total} --servers ${count} --seed ${seed}`)
  const random = randomFrom(seed)
  const place = await placeOf(database)
  const servers: Running[] = []
  const deadline = performance.now() + minutes * 60_000
  const isOver = () => performance.now() > deadline
  /** Stays open on PostgreSQL; the embedded database belongs to one process. */
  let beside: Db | null = null
  const rails: { remove(): void }[] = []
  try {
    let db = await place.open()
    const before = await readBefore(db)
    if (database === 'postgres') beside = db
    else await db.close()
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const bank = await startRail('BANK', ports[0]!)
    rails.push(bank)
    const games = await startRail('GAMES', ports[0]!)
    rails.push(games)
    const wallet = await startRail('COINS', ports[0]!)
    rails.push(wallet)
    const env = { ...place.env, ...bank.env, ...games.env, ...wallet.env }
    for (const port of ports) servers.push(await start(env, port))
    const driver = createDriver(servers, isOver)

    const { demo } = (await (await fetch(`${servers[0]!.base}/api/auth/providers`)).json()) as {
      demo: { app: { key: string } }
    }
    const workers: People[] = []
    for (let worker = 0; worker < WORKERS; worker += 1) workers.push(await peopleOf(driver, worker))
    const ground = await prepareGround(workers[0]!, servers[0]!.base, HOT_USERS)
    const flow = createFlow(ground, driver.app(demo.app.key), HOT_USERS)
    console.log(
      `${WORKERS} workers with ${WORKERS * 4} sessions, ${ground.users.length} users, ${ground.accounts.length} platform accounts`,
    )

    const told: Told[] = []
    const kills = { all: 0, beforeResponse: 0, beforeDelivery: 0 }
    const isEnough = () =>
      driver.counts.answered >= total &&
      kills.beforeResponse >= KILLS_OF_EACH_KIND &&
      kills.beforeDelivery >= KILLS_OF_EACH_KIND
    let begun = 0
    const worker = async (people: People) => {
      while (!isEnough() && !isOver()) {
        begun += 1
        told.push(await flow(people, random, `money-${seed}-${begun}.`))
      }
    }

    const committedBefore = new Set<string>()
    /** What the killed process had committed without a response, and leased without a delivery. */
    async function interrupted(db: Db, unanswered: string[]) {
      const keys = await db.query<{ key: string }>('select key from idempotency_keys where key = any($1::text[])', [
        unanswered,
      ])
      const isCommitted = keys.some(({ key }) => !committedBefore.has(key))
      for (const { key } of keys) committedBefore.add(key)
      const leased = await db.query<{ id: string; lease: string | null }>(
        `select id::text as id, lease::text as lease from outbox where delivered_at is null and ${IS_DUE}`,
      )
      return { isCommitted, leased }
    }
    async function kill(): Promise<void> {
      const index = Math.floor(Math.random() * servers.length)
      const victim = servers[index]!
      const ended = new Promise((resolve) => victim.child.once('exit', resolve))
      if (place.log && Math.random() < 0.8) await nextWrite(place.log)
      victim.child.kill('SIGKILL')
      victim.isUp = false
      const unanswered = [...victim.waiting]
      await ended
      const db = beside ?? (await place.open())
      const { isCommitted, leased } = await interrupted(db, unanswered)
      kills.all += 1
      if (isCommitted) kills.beforeResponse += 1
      if (database === 'embedded') {
        if (leased.length > 0) kills.beforeDelivery += 1
        await db.close()
      }
      servers[index] = await start(env, victim.port)
      if (database === 'postgres') {
        // A lease that outlives this pause belongs to the process that is gone: a live one delivers within milliseconds.
        const still = await db.query(
          `select from outbox o join json_to_recordset($1::json) as t(id uuid, lease uuid) on t.id = o.id and t.lease = o.lease
           where o.delivered_at is null`,
          [JSON.stringify(leased.filter(({ lease }) => lease !== null))],
        )
        if (still.length > 0) kills.beforeDelivery += 1
      }
    }
    async function killer() {
      const { least, most } = KILL_AFTER[database]
      while (!isEnough() && !isOver()) {
        await pause(least + Math.random() * (most - least))
        if (!isEnough()) await kill()
        if (!isEnough() && Math.random() < RAIL_KILLED) await pick(Math.random, [bank, games, wallet]).kill()
      }
    }
    const began = performance.now()
    const progress = setInterval(() => console.log(JSON.stringify({ ...driver.counts, kills })), 30_000)
    await Promise.all([killer(), ...workers.map(worker)]).finally(() => clearInterval(progress))
    const seconds = (performance.now() - began) / 1000
    if (!isEnough()) throw new Error(`the time ended with ${JSON.stringify({ ...driver.counts, kills })}`)

    const orders = await settleAll(told, workers[0]!, isOver)
    // A message that a killed process had leased is due when the lease ends; the servers still deliver.
    await pause(35_000)
    for (const { child } of servers) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
    db = beside ?? (await place.open())
    beside = db
    const [left] = await db.query<{ n: number }>(
      `select count(*)::int as n from outbox where delivered_at is null and ${IS_DUE}`,
    )
    const { faults, transfers } = await faultsIn(db, ground, told, before)
    const books = { bank: await bank.end(), games: await games.end(), wallet: await wallet.end() }
    const { since } = ground
    faults.push(...(await faultsOfBank(db, books.bank, since)))
    faults.push(...(await faultsOfPlatform(db, books.games, since)))
    faults.push(...(await faultsOfWallet(db, books.wallet, since)))
    faults.push(...(await faultsOfSends(db, books.wallet, since)))
    faults.push(...(await faultsOfStatements(db, books, { since, lastTransfer: before.lastTransfer })))
    faults.push(...(await discrepanciesSince(db, since)))
    if (left!.n > 0) faults.push(`${left!.n} messages were not delivered`)

    const { answered, succeeded, refused, sentAgain } = driver.counts
    const perEnd = new Map<string, number>()
    for (const { kind, end } of told) perEnd.set(`${kind} ${end}`, (perEnd.get(`${kind} ${end}`) ?? 0) + 1)
    const ends = [...perEnd].map(([name, n]) => `${name} ${n}`).toSorted((x, y) => (x < y ? -1 : 1))
    console.log(
      `${answered} actions in ${seconds.toFixed(0)} s: ${succeeded} succeeded, ${refused} refused, ${sentAgain} sent again. ` +
        `${kills.all} kills: ${kills.beforeResponse} between commit and response, ${kills.beforeDelivery} between commit and delivery. ` +
        `${orders.all} orders by rails, ${orders.resolved} of them resolved or credited by people, ${orders.retried} tried again, ${orders.returned} returned. ${transfers} transfers checked; seed ${seed}.\n${told.length} flows: ${ends.join(', ')}.`,
    )
    for (const fault of faults.slice(0, 20)) console.error(fault)
    if (faults.length > 0) throw new Error(`${faults.length} faults`)
    console.log(
      'Everything that was acknowledged exists once, what was refused does not exist, the rails have done what we have as done and nothing else, by their books and by their statements, the money of every user is what was acknowledged, every notification arrived once, and the ledger is correct.',
    )
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
    for (const rail of rails) rail.remove()
    await beside?.close()
    await place.close()
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      actions: { type: 'string', default: '10000' },
      servers: { type: 'string', default: '3' },
      database: { type: 'string', default: 'both' },
      minutes: { type: 'string', default: String(MINUTES) },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  })
  const [total, processes, minutes] = [Number(values.actions), Number(values.servers), Number(values.minutes)]
  if (!(total > 0) || !(processes > 0) || !(minutes > 0))
    throw new Error('--actions, --servers and --minutes are numbers above 0')
  const databases = (['postgres', 'embedded'] as const).filter(
    (each) => values.database === 'both' || values.database === each,
  )
  if (databases.length === 0) throw new Error('--database is postgres, embedded or both')
  mkdirSync(dirname(LOG), { recursive: true })
  rmSync(LOG, { force: true })
  for (const database of databases) await run(database, { total, processes, minutes, seed: values.seed })
}

main().catch((error: unknown) => {
  console.error(error)
  console.error('The log of the servers: test-results/money/servers.log')
  process.exit(1)
})
