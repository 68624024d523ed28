/**
 * Measures the cost of idle consoles: `npm run idle`. Real processes of the server on a real PostgreSQL, and for each member of
 * staff a socket that behaves like an idle console: it requests its counts once and its shift every second.
 * Prints the database's transactions per second; ends with an error where they reach the limit, or where a response is missing
 * or wrong.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '@server/db/open'
import { startPostgres } from '@tests/kit/postgres'
import { openIdleConsole, signInAll, type IdleConsole } from './kit/idle-consoles'
import { pause } from './kit/live'
import { freePort, startServer, type ServerProcess } from './kit/processes'

const USAGE = `npm run idle -- [--staff 500] [--seconds 30] [--processes 1|2|both] [--limit 5] [--root folder]
  --staff N     members of staff, each with one idle console    --seconds N  how long is measured
  --processes N servers that share the database                 --limit N    transactions a second, in total
  --root FOLDER the checkout whose server is measured; this one by default`

const { values } = parseArgs({
  options: {
    staff: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '30' },
    processes: { type: 'string', default: 'both' },
    limit: { type: 'string', default: '5' },
    root: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [STAFF, SECONDS, LIMIT] = [values.staff, values.seconds, values.limit].map(Number) as [number, number, number]
/** Wait after the last console has connected. An idle PostgreSQL connection reports its statistics only after 10 s. */
const SETTLE_MS = 12_000

/** The number of committed and rolled back transactions from PostgreSQL. @param admin connected to another database, so that this query is not counted */
async function transactionsOf(admin: pg.Client, databaseUrl: string): Promise<number> {
  const { rows } = await admin.query<{ n: string }>(
    'select xact_commit + xact_rollback as n from pg_stat_database where datname = $1',
    [new URL(databaseUrl).pathname.slice(1)],
  )
  return Number(rows[0]!.n)
}

const progress = (text: string) => console.error(`${Math.round(performance.now() / 1000)} s  ${text}`)

async function measure(processes: number): Promise<boolean> {
  const postgres = await startPostgres({ durable: true })
  if (!postgres) throw new Error('There is no PostgreSQL to measure. Set DATABASE_URL.')
  const url = await postgres.createDatabase()
  const admin = new pg.Client({ connectionString: postgres.server.url })
  await admin.connect()
  const servers: ServerProcess[] = []
  const consoles: IdleConsole[] = []
  try {
    // The first server migrates the tables to its own version, which may be that of another checkout.
    for (let index = 0; index < processes; index += 1)
      servers.push(await startServer(url, await freePort(), values.root))
    const db = await openDatabase(
      { kind: 'postgres', url },
      { demo: { size: { staff: Math.ceil(STAFF * 1.2) + 20, users: 300 } } },
    )
    const tokens = await signInAll(db, STAFF)
    await db.close()
    progress(`${tokens.length} members of staff have a session`)
    for (const [index, token] of tokens.entries())
      consoles.push(await openIdleConsole(servers[index % processes]!.base, token))
    progress(`${consoles.length} consoles are connected to ${processes} ${processes === 1 ? 'process' : 'processes'}`)
    await pause(SETTLE_MS)
    for (const own of consoles) Object.assign(own, { longest: 0 })
    const before = { at: performance.now(), n: await transactionsOf(admin, url), answers: sum('answered') }
    await pause(SECONDS * 1000)
    const seconds = (performance.now() - before.at) / 1000
    const perSecond = ((await transactionsOf(admin, url)) - before.n) / seconds
    const answers = sum('answered') - before.answers
    await pause(1000)
    const missing = sum('asked') - sum('answered')
    const connected = consoles.filter(({ socket }) => socket.connected).length
    console.log(
      JSON.stringify({
        processes,
        consoles: connected,
        seconds: Math.round(seconds),
        transactions_a_second: Number(perSecond.toFixed(2)),
        answers_a_second: Math.round(answers / seconds),
        longest_answer_ms: Math.round(Math.max(...consoles.map(({ longest }) => longest))),
        open_questions: missing,
      }),
    )
    // The last requests may still be in flight.
    return perSecond < LIMIT && connected === STAFF && missing <= STAFF
  } finally {
    for (const own of consoles) own.close()
    await Promise.all(servers.map((server) => server.kill()))
    await admin.end()
    await postgres.stop()
  }

  function sum(field: 'asked' | 'answered'): number {
    return consoles.reduce((total, own) => total + own[field], 0)
  }
}

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE)
  const counts = values.processes === 'both' ? [1, 2] : [Number(values.processes)]
  for (const count of counts) if (!(await measure(count))) process.exitCode = 1
}

await main()
