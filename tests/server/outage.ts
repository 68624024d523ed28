/**
 * Kills servers under load and reports the effects: `npm run outage`. Real processes of the server on a real PostgreSQL, and
 * sockets that behave like consoles (reconnect with the spec's delays; after a gap fetch what changed meanwhile).
 * Ends with an error where a socket does not reconnect in time, or a notification or a count is lost, doubled or wrong.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { SOCKET } from '@contract/constants'
import type { Notification } from '@contract/entities/notification'
import { HANDSHAKE_REFUSED, type NotificationsStand } from '@contract/socket'
import { openDatabase } from '@server/db/open'
import { DEMO_PASSWORD } from '@server/db/demo'
import type { Db } from '@server/platform/ports/db'
import { notify } from '@server/platform/modules/notifications/store'
import { signInAt, type Caller } from '@server/simulate/caller'
import { startPostgres } from '@tests/kit/postgres'
import { consoleSocket, pause, type LiveSocket } from './kit/live'
import { freePort, startServer, type ServerProcess } from './kit/processes'

/** Time within which all sockets must reconnect after the server is back, milliseconds. */
const BACK_WITHIN_MS = 6000
const SETTLE_MS = 30_000

const USAGE = `npm run outage -- [--sockets 200] [--people 40] [--rate 50] [--seconds 5]
  --sockets N  consoles that are connected   --people N  members of staff behind them
  --rate N     notifications a second        --seconds N how long before the kill and after the return
  --processes N  1: one process is killed and comes back; 2: one of two is killed; both by default`

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '200' },
    people: { type: 'string', default: '40' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '5' },
    processes: { type: 'string', default: 'both' },
    help: { type: 'boolean', default: false },
  },
})
const [SOCKETS, PEOPLE, RATE, SECONDS] = [values.sockets, values.people, values.rate, values.seconds].map(Number) as [
  number,
  number,
  number,
  number,
]

/** One console: its socket and its state. */
interface Console {
  person: Caller
  socket: LiveSocket
  shown: Set<string>
  stand: NotificationsStand
  /** Notifications that were pushed twice over one connection. */
  doubled: number
  /** performance.now() when it had last reconnected and fetched what it missed. */
  backAt: number
  support: number
  /** Number of refused handshakes. */
  refused: number
}

function openConsole(person: Caller, token: string, base: string): Console {
  const socket = consoleSocket(
    base,
    { access_token: token, client: SOCKET.client },
    {
      reconnection: true,
      reconnectionDelay: SOCKET.reconnectionDelay,
      reconnectionDelayMax: SOCKET.reconnectionDelayMax,
      randomizationFactor: SOCKET.randomizationFactor,
      timeout: SOCKET.timeout,
    },
  )
  const own: Console = {
    person,
    socket,
    shown: new Set(),
    stand: { unread_count: 0, revision: 0 },
    doubled: 0,
    backAt: 0,
    support: -1,
    refused: 0,
  }
  let pushedHere = new Set<string>()
  const learn = (stand: NotificationsStand) => {
    if (stand.revision >= own.stand.revision) own.stand = { unread_count: stand.unread_count, revision: stand.revision }
  }
  /** Fetches the changes since the highest revision that it had received, until it succeeds. */
  async function catchUp(since: number) {
    for (;;) {
      const answer = await fetch(`${base}/api/v1/admin-notification?since=${since}`, {
        headers: { authorization: `Bearer ${token}` },
      }).catch(() => null)
      if (answer?.ok) {
        const body = (await answer.json()) as NotificationsStand & { data: Notification[] }
        for (const { id } of body.data) own.shown.add(id)
        return learn(body)
      }
      if (!socket.connected) return
      await pause(200)
    }
  }
  socket.on('connect', () => {
    pushedHere = new Set()
    socket.emit('support_ticket:message_count')
    void catchUp(own.stand.revision).then(() => void (own.backAt = performance.now()))
  })
  // Like the console: a refusal for another reason than the token is retried.
  socket.on('connect_error', (error) => {
    if (socket.active) return
    own.refused += 1
    if (error.message !== HANDSHAKE_REFUSED) setTimeout(() => socket.connect(), SOCKET.reconnectionDelay)
  })
  socket.on(
    'disconnect',
    (reason) =>
      void (reason === 'io server disconnect' && setTimeout(() => socket.connect(), SOCKET.reconnectionDelay)),
  )
  socket.on('notification:admin_notification_response', ({ data, ...stand }) => {
    if (pushedHere.has(data.id)) own.doubled += 1
    pushedHere.add(data.id)
    own.shown.add(data.id)
    learn(stand)
  })
  socket.on('notification:changed', learn)
  socket.on('support_ticket:message_count_response', ({ data }) => void (own.support = data))
  return own
}

interface Truth {
  ids: Map<string, Set<string>>
  unread: Map<string, number>
}
async function truthOf(db: Db): Promise<Truth> {
  const rows = await db.query<{ staff_id: string; id: string; is_read: boolean }>(
    'select staff_id::text as staff_id, id::text as id, is_read from notifications where not is_removed',
  )
  const truth: Truth = { ids: new Map(), unread: new Map() }
  for (const { staff_id: staffId, id, is_read } of rows) {
    truth.ids.set(staffId, (truth.ids.get(staffId) ?? new Set()).add(id))
    truth.unread.set(staffId, (truth.unread.get(staffId) ?? 0) + (is_read ? 0 : 1))
  }
  return truth
}

interface Wrongs {
  lost: number
  foreign: number
  doubled: number
  counts: number
  support: number
}
async function wrongsOf(db: Db, consoles: readonly Console[]): Promise<Wrongs> {
  const truth = await truthOf(db)
  const [tickets] = await db.query<{ unassigned: number }>(
    `select coalesce(sum(unread_count) filter (where assignee_id is null and status <> 'CLOSED'), 0)::int as unassigned from support_tickets`,
  )
  const own = new Map(
    (
      await db.query<{ id: string; n: number }>(
        `select assignee_id::text as id, sum(unread_count)::int as n from support_tickets where assignee_id is not null and status <> 'CLOSED' group by 1`,
      )
    ).map(({ id, n }) => [id, n]),
  )
  const wrongs: Wrongs = { lost: 0, foreign: 0, doubled: 0, counts: 0, support: 0 }
  for (const { person, shown, stand, doubled, support } of consoles) {
    const ids = truth.ids.get(person.id) ?? new Set()
    wrongs.lost += [...ids].filter((id) => !shown.has(id)).length
    wrongs.foreign += [...shown].filter((id) => !ids.has(id)).length
    wrongs.doubled += doubled
    if (stand.unread_count !== (truth.unread.get(person.id) ?? 0)) wrongs.counts += 1
    if (support !== tickets!.unassigned + (own.get(person.id) ?? 0)) wrongs.support += 1
  }
  return wrongs
}
const isRight = (wrongs: Wrongs) => Object.values(wrongs).every((count) => count === 0)

/** Writes notifications and users' messages until it is stopped: like processes that die before they announce them. */
function startWriting(db: Db, people: readonly Caller[]) {
  let [running, written] = [true, 0]
  const done = (async () => {
    const began = performance.now()
    while (running) {
      const to = people[written % people.length]!
      await db.transaction((tx) =>
        notify(tx, { now: Date.now }, [to.id], {
          keyword: 'TICKET_ASSIGNED',
          keywordId: randomUUID(),
          eventKey: randomUUID(),
          title: 'Ticket assigned to you',
          description: String(written),
        }),
      )
      if (written % 5 === 0)
        await db.query(
          `update support_tickets set unread_count = unread_count + 1, last_seq = last_seq + 1 where id = (select id from support_tickets where status <> 'CLOSED' order by random() limit 1)`,
        )
      written += 1
      await pause(Math.max(0, began + (written * 1000) / RATE - performance.now()))
    }
    return written
  })()
  return { stop: () => ((running = false), done) }
}

async function until(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const ends = performance.now() + withinMs
  while (performance.now() < ends) {
    if (await condition()) return true
    await pause(100)
  }
  return condition()
}

const progress = (words: string) => console.error(`${Math.round(performance.now() / 1000)} s  ${words}`)

/** @param processes number of processes that share the database; one is killed, and restarted where it is the only one */
async function round(processes: number): Promise<boolean> {
  const postgres = await startPostgres({ durable: true })
  if (!postgres) throw new Error('There is no PostgreSQL to try it on. Set DATABASE_URL.')
  const url = await postgres.createDatabase()
  const db = await openDatabase(
    { kind: 'postgres', url },
    { demo: { size: { staff: Math.ceil(PEOPLE * 1.6) + 10, users: 300 } } },
  )
  const servers: ServerProcess[] = []
  const consoles: Console[] = []
  let entry: Entry | null = null
  try {
    const ports = await Promise.all(Array.from({ length: processes }, freePort))
    for (const port of ports) servers.push(await startServer(url, port))
    const emails = await db.query<{ email: string }>(
      `select email from staff where not is_deleted and third_party_store_code is null and role in ('SUPER_ADMIN', 'ADMIN', 'MANAGER', 'SUPPORT_LEAD', 'SUPPORT_AGENT') order by created_at limit $1::int`,
      [PEOPLE],
    )
    const people: Caller[] = []
    const tokens = new Map<string, string>()
    for (const { email } of emails) {
      const person = await signInAt(servers[0]!.base, email, DEMO_PASSWORD)
      people.push(person)
      tokens.set(person.id, person.token())
    }
    progress(`${people.length} people are signed in`)
    // With one address for all processes, consoles of a killed process reconnect to another one.
    if (processes > 1) entry = await startEntry(ports)
    const base = entry?.base ?? servers[0]!.base
    for (let index = 0; index < SOCKETS; index += 1)
      consoles.push(openConsole(people[index % people.length]!, tokens.get(people[index % people.length]!.id)!, base))
    if (!(await until(() => consoles.every((own) => own.socket.connected && own.backAt > 0), 60_000)))
      throw new Error('The consoles did not all connect.')

    progress(`${consoles.length} consoles are connected`)
    const writing = startWriting(db, people)
    await pause(SECONDS * 1000)
    const killedAt = performance.now()
    const [victim] = servers
    const hit = consoles.filter((own) => !entry || entry.isOn(own.socket, victim!.base))
    progress('a server is killed')
    await victim!.kill()
    entry?.without(ports[0]!)
    let returnedAt = killedAt
    if (processes === 1) {
      await pause(3000)
      servers[0] = await startServer(url, ports[0]!)
      returnedAt = performance.now()
      progress('the server is back')
    }
    await until(
      () => consoles.every((own) => own.socket.connected && (!hit.includes(own) || own.backAt > killedAt)),
      SETTLE_MS,
    )
    progress(`${consoles.filter((own) => own.socket.connected).length} consoles are connected again`)
    const back = hit.map((own) => own.backAt - returnedAt)
    await pause(SECONDS * 1000)
    const written = await writing.stop()
    await until(async () => isRight(await wrongsOf(db, consoles)), SETTLE_MS)
    const wrongs = await wrongsOf(db, consoles)
    await pause(1500)
    const lastBack = Math.round(Math.max(0, ...back))
    const isIn = back.every((ms) => ms > -1 && ms <= BACK_WITHIN_MS) && consoles.every((own) => own.socket.connected)
    console.log(
      JSON.stringify({
        processes,
        sockets: consoles.length,
        people: people.length,
        killed_under: hit.length,
        down_ms: Math.round(returnedAt - killedAt),
        notifications: written,
        last_socket_back_ms: lastBack,
        median_back_ms: Math.round(back.toSorted((a, b) => a - b)[Math.floor(back.length / 2)] ?? 0),
        ...wrongs,
        not_back: hit.filter((own) => own.backAt < killedAt).length,
        not_connected: consoles.filter((own) => !own.socket.connected).length,
        refused: consoles.reduce((sum, { refused }) => sum + refused, 0),
        settled: isRight(wrongs),
      }),
    )
    return isIn && isRight(wrongs)
  } finally {
    for (const own of consoles) own.socket.disconnect()
    await Promise.all(servers.map((server) => server.kill()))
    // It ends once no connection runs through it any more.
    await entry?.close()
    await db.close()
    await postgres.stop()
  }
}

/** A simple TCP balancer in front of several processes: each connection goes to the next running process. */
type Entry = Awaited<ReturnType<typeof startEntry>>
async function startEntry(ports: readonly number[]) {
  const { connect } = await import('node:net')
  let alive = [...ports]
  let turn = 0
  const portOf = new Map<number, number>()
  const entry = createServer((socket) => {
    const port = alive[turn++ % alive.length]!
    const onward = connect(port, '127.0.0.1')
    if (socket.remotePort) portOf.set(socket.remotePort, port)
    for (const each of [socket, onward]) each.on('error', () => undefined)
    socket.on('close', () => onward.destroy())
    onward.on('close', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  const listening = await new Promise<number>((resolve) =>
    entry.listen(0, '127.0.0.1', () => resolve((entry.address() as { port: number }).port)),
  )
  const localPortOf = (socket: LiveSocket) =>
    (socket.io.engine.transport as unknown as { ws?: { _socket?: { localPort?: number } } }).ws?._socket?.localPort ?? 0
  return {
    base: `http://127.0.0.1:${listening}`,
    isOn: (socket: LiveSocket, base: string) => base.endsWith(`:${portOf.get(localPortOf(socket))}`),
    without(port: number) {
      alive = alive.filter((each) => each !== port)
    },
    close: () => new Promise<void>((resolve) => entry.close(() => resolve())),
  }
}

async function main(): Promise<void> {
  if (values.help) return console.log(USAGE)
  const alone = values.processes === '2' || (await round(1))
  const shared = values.processes === '1' || (await round(2))
  if (!alone || !shared) process.exitCode = 1
}

await main()
