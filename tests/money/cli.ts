/**
 * `npm run test:money -- [--actions 10000] [--servers 3] [--seed n]`: posts mixed transfers from 50 workers to several server
 * processes on one PostgreSQL, which are killed with `kill -9` at random moments and started again. Half of the actions contend for
 * 20 users. A worker repeats an action, with the same id, until it has an answer. It continues until at least five kills fell
 * between a commit and its response, and five between a commit and the delivery of its outbox message. No fail point is needed:
 * after each kill the database says which of the calls in progress were committed, and which of that server's messages had not
 * been delivered.
 *
 * In the end every acknowledged action must exist exactly once, every refused one not at all, each reader must be notified exactly
 * once, and `ledger:check` must find nothing.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '@server/db/open'
import { sealAudit } from '@server/modules/audit/sealer'
import { checkLedger } from '@server/modules/ledger/check'
import { startPostgres } from '../kit/postgres'
import { SOURCE, type Action } from './server'

const WORKERS = 50
const HOT_USERS = 20
const READERS = 20
const KILLS_OF_EACH_KIND = 5
/** Time between two kills, milliseconds. */
const KILL_AFTER = { least: 500, most: 4000 } as const
/** The run is ended as failed after this time, milliseconds. */
const TIME_LIMIT_MS = 20 * 60_000
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Random numbers from 0 up to 1 that a seed determines. */
function randomFrom(seed: string) {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE(0) / 2 ** 32
  }
}
type Random = ReturnType<typeof randomFrom>
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

const KINDS = [
  [['ADJUSTMENT_UP', 'ADJUSTMENT', 'CASH']],
  [['ADJUSTMENT_DOWN', 'CASH', 'ADJUSTMENT']],
  [['BONUS_GRANTED', 'BONUS_COST', 'BONUS']],
  [['BONUS_RELEASED', 'BONUS', 'CASH']],
  [['BONUS_REVOKED', 'BONUS', 'BONUS_COST']],
  [
    ['SPIN_PAID', 'CASH', 'PROMOTION_COST'],
    ['SPIN_WON', 'PROMOTION_COST', 'CASH'],
  ],
  [['OFFER_CREDITED', 'PROMOTION_COST', 'CASH']],
  [['WITHDRAWAL_REQUESTED', 'CASH', 'LOCKED']],
] as const

interface Server {
  name: string
  child: ChildProcess
  base: string
  /** Ids of the actions that wait for a response of this process. */
  waiting: Set<string>
  isKilled: boolean
}

async function startServer(url: string, name: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--import', `${root}node_modules/tsx/dist/loader.mjs`, `${root}tests/money/server.ts`],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url, SERVER_NAME: name },
    },
  )
  const base = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout!.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const found = /^ready (\S+)/m.exec(text)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`server ${name} ended at its start with ${code}`)))
  })
  return { name, child, base, waiting: new Set(), isKilled: false }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { actions: { type: 'string' }, servers: { type: 'string' }, seed: { type: 'string' } },
  })
  const [total, processes] = [Number(values.actions ?? 10_000), Number(values.servers ?? 3)]
  if (!(total > 0) || !(processes > 0)) throw new Error('--actions and --servers are whole numbers above 0')
  const seed = values.seed ?? String(Date.now() % 1_000_000)
  console.log(`npm run test:money -- --actions ${total} --servers ${processes} --seed ${seed}`)
  const random = randomFrom(seed)

  const postgres = await startPostgres()
  if (!postgres) throw new Error('There is no PostgreSQL: see above.')
  const url = await postgres.createDatabase()
  const db = await openDatabase({ kind: 'postgres', url }, { demo: { size: { staff: 40, users: 300 } } })
  const servers: Server[] = []
  const deadline = performance.now() + TIME_LIMIT_MS
  try {
    const idsOf = async (sql: string) => (await db.query<{ id: string }>(sql)).map(({ id }) => id)
    const users = await idsOf('select id::text as id from users order by id')
    const readers = await idsOf(`select id::text as id from staff order by id limit ${READERS}`)
    let started = 0
    const start = async () => {
      started += 1
      const server = await startServer(url, `server ${started}`)
      servers.push(server)
      return server
    }
    await Promise.all(Array.from({ length: processes }, start))

    const uuid = () => {
      const hex = createHash('sha256').update(`${seed} id ${random()}`).digest('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    }
    const makeAction = (): Action => {
      const user_id = random() < 0.5 ? users[Math.floor(random() * HOT_USERS)]! : pick(random, users)
      return {
        id: uuid(),
        staff: pick(random, readers),
        lines: pick(random, KINDS).map(([purpose, debit, credit]) => ({
          purpose,
          debit,
          credit,
          user_id,
          amount: `${1 + Math.floor(random() * 20)}.${Math.floor(random() * 90) + 10}`,
        })),
      }
    }

    const acknowledged = new Map<string, number>()
    const refused = new Set<string>()
    const kills = { all: 0, beforeResponse: 0, beforeOutbox: 0 }
    let [made, repeated] = [0, 0]
    const isEnough = () =>
      made >= total && kills.beforeResponse >= KILLS_OF_EACH_KIND && kills.beforeOutbox >= KILLS_OF_EACH_KIND
    const isOver = () => performance.now() > deadline

    async function perform(action: Action): Promise<void> {
      for (;;) {
        const server = pick(
          Math.random,
          servers.filter(({ isKilled }) => !isKilled),
        )
        if (!server) {
          await pause(50)
          continue
        }
        server.waiting.add(action.id)
        const status = await fetch(server.base, { method: 'POST', body: JSON.stringify(action) }).then(
          async (response) => {
            const text = await response.text()
            if (response.status === 500) throw new Error(text)
            return response.status
          },
          // The process was killed: the result is unknown.
          () => null,
        )
        if (status !== null) {
          server.waiting.delete(action.id)
          if (status === 200) acknowledged.set(action.id, action.lines.length)
          else if (status === 409) refused.add(action.id)
          else throw new Error(`unexpected status ${status}`)
          return
        }
        repeated += 1
        if (isOver()) throw new Error(`an action has no answer: ${action.id}`)
      }
    }
    const worker = async () => {
      while (!isEnough() && !isOver()) {
        made += 1
        await perform(makeAction())
      }
    }

    /** Kills one server, and reads from the database what the kill interrupted. */
    async function kill(): Promise<void> {
      const victim = pick(Math.random, servers)
      victim.isKilled = true
      const ended = new Promise((resolve) => victim.child.once('exit', resolve))
      victim.child.kill('SIGKILL')
      const unanswered = [...victim.waiting]
      await ended
      // The connections of a killed process may still commit what was sent: a commit that is in progress is awaited.
      const [seen] = await db.query<{ committed: number; undelivered: number }>(
        `select (select count(distinct source_id)::int from transfers where source_type = '${SOURCE}' and source_id = any($1::uuid[])) as committed,
           (select count(*)::int from outbox o where o.delivered_at is null and o.payload->'what'->>'description' = $2::text
             and not exists (select from notifications n where n.event_key = o.payload->'what'->>'eventKey')) as undelivered`,
        [unanswered, victim.name],
      )
      kills.all += 1
      if (seen!.committed > 0) kills.beforeResponse += 1
      if (seen!.undelivered > 0) kills.beforeOutbox += 1
      servers.splice(servers.indexOf(victim), 1)
      await start()
    }
    async function killer() {
      while (!isEnough() && !isOver()) {
        await pause(KILL_AFTER.least + Math.random() * (KILL_AFTER.most - KILL_AFTER.least))
        if (!isEnough()) await kill()
      }
    }
    const began = performance.now()
    await Promise.all([killer(), ...Array.from({ length: WORKERS }, worker)])
    const seconds = (performance.now() - began) / 1000
    if (!isEnough()) throw new Error(`the time ended with ${JSON.stringify({ made, kills })}`)

    // A message that a killed process had leased is due when the lease ends.
    for (;;) {
      const [row] = await db.query<{ n: number }>('select count(*)::int as n from outbox where delivered_at is null')
      if (row!.n === 0) break
      if (isOver()) throw new Error(`${row!.n} messages were not delivered`)
      await pause(500)
    }

    const faults: string[] = []
    const posted = new Map(
      (
        await db.query<{ id: string; n: number }>(
          `select source_id::text as id, count(*)::int as n from transfers where source_type = '${SOURCE}' group by source_id`,
        )
      ).map(({ id, n }) => [id, n]),
    )
    for (const [id, lines] of acknowledged)
      if (posted.get(id) !== lines)
        faults.push(`${id} was acknowledged and has ${posted.get(id) ?? 0} transfers instead of ${lines}`)
    for (const id of posted.keys()) if (!acknowledged.has(id)) faults.push(`${id} was posted and not acknowledged`)
    const notified = await db.query<{ id: string; n: number }>(
      `select event_key as id, count(*)::int as n from notifications where event_key = any($1::text[]) group by event_key`,
      [[...acknowledged.keys(), ...refused]],
    )
    const told = new Map(notified.map(({ id, n }) => [id, n]))
    for (const id of acknowledged.keys())
      if (told.get(id) !== 1) faults.push(`${id} was notified ${told.get(id) ?? 0} times`)
    for (const id of refused) if (told.has(id)) faults.push(`${id} was refused and notified`)
    await sealAudit(db)
    const { transfers, error } = await checkLedger(db)
    if (error) faults.push(`ledger:check: ${error}`)

    console.log(
      `${made} actions in ${seconds.toFixed(0)} s: ${acknowledged.size} acknowledged, ${refused.size} refused for lack of money, ${repeated} sent again. ` +
        `${kills.all} kills: ${kills.beforeResponse} between commit and response, ${kills.beforeOutbox} between commit and outbox. ` +
        `${transfers} transfers checked; seed ${seed}.`,
    )
    if (acknowledged.size + refused.size !== made)
      faults.push(`${made} actions have ${acknowledged.size + refused.size} answers`)
    for (const fault of faults.slice(0, 20)) console.error(fault)
    if (faults.length > 0) throw new Error(`${faults.length} faults`)
    console.log(
      'Every acknowledged action exists once, none twice, every reader was notified once, and the ledger is correct.',
    )
  } finally {
    for (const { child } of servers) child.kill('SIGKILL')
    await db.close()
    await postgres.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
