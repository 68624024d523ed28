/** The server's part of the bench: whole lists, a page, a one-row update; ours beside bare servers doing the same work. */
import autocannon from 'autocannon'
import pg from 'pg'
import type { TestPostgres } from '../kit/postgres'
import { startServer, seedDatabase } from './platform'
import { freePort, peakMemory, startProgram } from './processes'
import type { MakeRows } from './rows'
import { inTurn, median } from './statistics'

export interface ServerOptions {
  rows: number
  rounds: number
  /** Of each load. */
  seconds: number
}

export interface ServerResults extends ServerOptions {
  /** Medians. `lists` are full lists a second, `peak` megabytes, `page` and `update` requests a second, `p99` milliseconds. */
  ours: { lists: number; peak: number; page: Rate; update: Rate }
  cursor: { lists: number; peak: number }
  fastify: { page: Rate; update: Rate; updateAtOnce: Rate }
}
export interface Rate {
  rate: number
  p99: number
}

/** A server that a load is put on. `page` and `row` are paths; `row` is completed by an id. */
interface Target {
  base: string
  pid: number
  token: string
  stop: () => Promise<void>
}
type Start = (databaseUrl: string) => Promise<Target>

const FIELDS = 'first_name,last_name,email,username,role,Creator,is_deleted'
const PAGE = { size: 25, number: 201 }
const PATHS = {
  list: `/api/v1/users?itemNo=${Number.MAX_SAFE_INTEGER}&fields=${FIELDS}`,
  page: `/api/v1/users?itemNo=${PAGE.size}&page=${PAGE.number}&fields=${FIELDS}`,
  row: '/api/v1/users/',
  floorPage: `/page?offset=${PAGE.size * (PAGE.number - 1)}`,
} as const
const WARM_UP_SECONDS = 1

const startOurs: Start = async (databaseUrl) => {
  const server = await startServer(databaseUrl)
  return { ...server, token: (await server.signIn()).token }
}
const startFloor =
  (kind: 'cursor' | 'fastify'): Start =>
  async (databaseUrl) => {
    const port = await freePort()
    const program = await startProgram(
      ['tests/bench/floor/servers.mjs', kind],
      { DATABASE_URL: databaseUrl, PORT: String(port) },
      /^ready/m,
    )
    const base = `http://127.0.0.1:${port}`
    return { ...program, base, token: await (await fetch(`${base}/token`)).text() }
  }

/** Starts a server, measures it, and stops it whatever happens. */
async function on<R>(start: Start, databaseUrl: string, measure: (target: Target) => Promise<R>): Promise<R> {
  const target = await start(databaseUrl)
  try {
    return await measure(target)
  } finally {
    await target.stop()
  }
}

type Load = Omit<Parameters<typeof autocannon>[0], 'url' | 'duration'> & { path?: string }

/** Puts a load on a server. @throws where a request fails: a refusal is no fast answer */
async function load(target: Target, { path = '/', ...options }: Load, seconds: number) {
  const result = await autocannon({
    timeout: 60,
    ...options,
    headers: { authorization: `Bearer ${target.token}`, ...options.headers },
    url: target.base + path,
    duration: seconds,
  })
  if (result.errors + result.non2xx > 0)
    throw new Error(`${path}: ${result.errors} requests failed and ${result.non2xx} were refused`)
  return result
}
const rateOf = ({ requests, latency, duration }: Awaited<ReturnType<typeof load>>): Rate => ({
  rate: requests.total / duration,
  p99: latency.p99,
})

/** The fields of a row, whatever their order: the floor has that of the request, ours that of the definition. */
const fieldsOf = (row: object) => Object.keys(row).toSorted().join()
const WANTED = ['id', ...FIELDS.split(','), 'version'].toSorted().join()

/** @throws where the whole list is not what it should be: all rows, and the line that says how many */
async function checkList(target: Target, path: string, count: number) {
  const answer = await fetch(target.base + path, {
    headers: { authorization: `Bearer ${target.token}`, accept: 'application/x-ndjson' },
  })
  const lines = (await answer.text()).trimEnd().split('\n')
  const fields = fieldsOf(JSON.parse(lines[0]!) as object)
  if (lines.length !== count + 1 || lines.at(-1) !== `{"total_count":${count}}` || fields !== WANTED) {
    throw new Error(`${path} has ${lines.length} lines of ${fields}, its last is ${lines.at(-1)?.slice(0, 80)}`)
  }
}

async function checkPage(target: Target, path: string) {
  const answer = await fetch(target.base + path, { headers: { authorization: `Bearer ${target.token}` } })
  const { data } = (await answer.json()) as { data: object[] }
  if (data.length !== PAGE.size || fieldsOf(data[0]!) !== WANTED)
    throw new Error(`${path} is no page: ${JSON.stringify(data).slice(0, 200)}`)
}

const listLoad =
  (path: string, { rows, seconds }: ServerOptions) =>
  async (target: Target) => {
    await checkList(target, path, rows)
    const { requests, duration } = await load(
      target,
      { path, connections: 4, headers: { accept: 'application/x-ndjson' } },
      seconds,
    )
    return { lists: requests.total / duration, peak: peakMemory(target.pid) }
  }

const pageLoad =
  (path: string, { seconds }: ServerOptions) =>
  async (target: Target) => {
    await checkPage(target, path)
    await load(target, { path, connections: 50 }, WARM_UP_SECONDS)
    return rateOf(await load(target, { path, connections: 50 }, seconds))
  }

/** Each record in turn is switched, with the version that it then has. */
const updateLoad =
  (path: string, records: readonly { id: string; is_deleted: boolean }[], { seconds }: ServerOptions) =>
  async (target: Target) => {
    let sent = 0
    const requests = [
      {
        method: 'PATCH',
        setupRequest: (request: object) => {
          const { id, is_deleted } = records[sent % records.length]!
          const turn = Math.floor(sent / records.length)
          sent += 1
          return {
            ...request,
            path: path + id,
            body: JSON.stringify({ is_deleted: is_deleted === (turn % 2 === 1) }),
            headers: {
              authorization: `Bearer ${target.token}`,
              'content-type': 'application/json',
              'if-match': `"${turn + 1}"`,
            },
          }
        },
      },
    ]
    await load(target, { requests, connections: 50 }, WARM_UP_SECONDS)
    return rateOf(await load(target, { requests, connections: 50 }, seconds))
  }

const medians = (rates: readonly Rate[]): Rate => ({
  rate: median(rates.map(({ rate }) => rate)),
  p99: median(rates.map(({ p99 }) => p99)),
})
const medianLists = (runs: readonly { lists: number; peak: number }[]) => ({
  lists: median(runs.map(({ lists }) => lists)),
  peak: median(runs.map(({ peak }) => peak)),
})

/**
 * Measures all, each server a fresh process each time.
 * @param only parts of it: list, page, update
 */
export async function measureServer(
  postgres: TestPostgres,
  makeRows: MakeRows,
  options: ServerOptions,
  say: (line: string) => void,
): Promise<ServerResults> {
  const seeded = await postgres.createDatabase()
  await seedDatabase(seeded, makeRows(options.rows))
  const client = new pg.Client({ connectionString: seeded })
  await client.connect()
  const { rows: records } = await client.query<{ id: string; is_deleted: boolean }>(
    'select id, is_deleted from users order by id desc',
  )
  await client.end()

  const tell = async <R>(what: string, work: Promise<R>): Promise<R> => {
    const result = await work
    say(
      `${what}: ${JSON.stringify(result, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value))}`,
    )
    return result
  }
  const lists = await inTurn(options.rounds, {
    cursor: () => tell('list, bare cursor', on(startFloor('cursor'), seeded, listLoad('/list', options))),
    ours: () => tell('list, ours', on(startOurs, seeded, listLoad(PATHS.list, options))),
  })
  const pages = await inTurn(options.rounds, {
    fastify: () => tell('page, bare fastify', on(startFloor('fastify'), seeded, pageLoad(PATHS.floorPage, options))),
    ours: () => tell('page, ours', on(startOurs, seeded, pageLoad(PATHS.page, options))),
  })
  /** Every round starts from the same table, without dead rows. */
  const update = async (start: Start, path: string) =>
    on(start, await postgres.createDatabase(seeded), updateLoad(path, records, options))
  const updates = await inTurn(options.rounds, {
    fastify: () => tell('update, bare fastify', update(startFloor('fastify'), '/row/')),
    atOnce: () => tell('update, bare fastify in one statement', update(startFloor('fastify'), '/row-at-once/')),
    ours: () => tell('update, ours', update(startOurs, PATHS.row)),
  })
  return {
    ...options,
    ours: { ...medianLists(lists.ours), page: medians(pages.ours), update: medians(updates.ours) },
    cursor: medianLists(lists.cursor),
    fastify: { page: medians(pages.fastify), update: medians(updates.fastify), updateAtOnce: medians(updates.atOnce) },
  }
}
