/**
 * `npm run bench [-- server|web|table|live|notifications|day|paged|images|simulate|ledger|spins|money] [--rounds n] [--seconds n] [--peers folder] [--rows module] [--print]`: measures
 * what is built (`npm run build` first) and writes docs/measurements.md. `--peers` is a built copy of the peers' bench, without
 * which there are no parts table, live and notifications; `--rows` a module with `makeRows(count)` (theirs, where peers are given), `--print` leaves the
 * document alone, `--transfers` and `--withdrawals` are the sizes of the ledger and of its largest queue.
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { startPostgres } from '../kit/postgres'
import { DAY, measureDay } from './day-part'
import {
  dayLines,
  imagesLines,
  ledgerLines,
  liveLines,
  moneyLines,
  notificationsLines,
  pagedLines,
  serverLines,
  simulateLines,
  spinsLines,
  tableLines,
  webLines,
  type Line,
} from './goals'
import { IMAGES, measureImages } from './images-part'
import { LEDGER, measureLedger } from './ledger-part'
import { measureLive, THROTTLE } from './live-part'
import { measureMoney, MONEY } from './money-part'
import { measureNotifications } from './notifications-part'
import { measurePaged, PAGED } from './paged-part'
import { loadNow, toBlock, toTable, writePart, type Part } from './report'
import { makeRows, rowsFrom } from './rows'
import { measureServer } from './server-part'
import { measureSimulated, SIMULATED } from './simulate-part'
import { measureSpins, SPINS } from './spins-part'
import { measureTable } from './table-part'
import { measureWeb } from './web-part'

const PARTS = [
  'server',
  'web',
  'table',
  'live',
  'notifications',
  'day',
  'paged',
  'images',
  'simulate',
  'ledger',
  'spins',
  'money',
] as const satisfies readonly Part[]
const ROUNDS = {
  server: 3,
  web: 7,
  table: 5,
  live: 3,
  notifications: 7,
  day: 1,
  paged: 3,
  images: 3,
  simulate: 1,
  ledger: 3,
  spins: 1,
  money: 3,
} as const
/** Measured beside the peers alone. */
const OF_PEERS: readonly Part[] = ['table', 'live', 'notifications']
const SECONDS = 10
const ROWS = 100_000

interface Measured {
  lines: Line[]
  notes: string[]
}

function whole(text: string | undefined, fallback: number, name: string): number {
  const value = text === undefined ? fallback : Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number`)
  return value
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      peers: { type: 'string' },
      rows: { type: 'string' },
      transfers: { type: 'string' },
      withdrawals: { type: 'string' },
      print: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.find((name) => !PARTS.includes(name as Part))
  if (unknown) throw new Error(`There is no part ${unknown}: ${PARTS.join(', ')}`)
  const parts =
    positionals.length > 0 ? (positionals as Part[]) : PARTS.filter((part) => !OF_PEERS.includes(part) || values.peers)
  if (!values.peers && parts.some((part) => OF_PEERS.includes(part)))
    throw new Error(`${OF_PEERS.join(' and ')} are measured beside their peers: --peers <their bench>`)
  const rowsModule = values.rows ?? (values.peers && join(values.peers, 'lib/gen.mjs'))
  const rows = rowsModule ? await rowsFrom(rowsModule) : makeRows
  const postgres = await startPostgres({ durable: true })
  if (!postgres) throw new Error('The bench needs PostgreSQL: see above.')
  const own = process.env.DATABASE_URL ? 'the PostgreSQL of DATABASE_URL' : 'PostgreSQL 18 with fsync on'

  const measure: Record<Part, () => Promise<Measured>> = {
    async server() {
      const results = await measureServer(
        postgres,
        rows,
        {
          rows: ROWS,
          rounds: whole(values.rounds, ROUNDS.server, 'rounds'),
          seconds: whole(values.seconds, SECONDS, 'seconds'),
        },
        console.log,
      )
      return {
        lines: serverLines(results),
        notes: [
          `${own}; medians of ${results.rounds} rounds of ${results.seconds} s, ours and the floors in turn, the load from the same machine.`,
        ],
      }
    },
    async web() {
      const results = await measureWeb(
        postgres,
        rows,
        { rounds: whole(values.rounds, ROUNDS.web, 'rounds'), peers: values.peers },
        console.log,
      )
      return {
        lines: webLines(results),
        notes: [
          `Chromium ${results.browser}, headless; ${own}; medians of ${results.rounds} fresh pages, ours, the floor and the peers in turn.`,
        ],
      }
    },
    async table() {
      const results = await measureTable(
        postgres,
        rows,
        { rows: ROWS, rounds: whole(values.rounds, ROUNDS.table, 'rounds'), peers: values.peers! },
        console.log,
      )
      return {
        lines: tableLines(results),
        notes: [
          `Chromium ${results.browser}, headless; ${own}; medians of ${results.rounds} fresh pages, INP over all their keys; ours, the floor and the peers in turn.`,
        ],
      }
    },
    async live() {
      const results = await measureLive(
        postgres,
        rows,
        { rows: ROWS, rounds: whole(values.rounds, ROUNDS.live, 'rounds'), peers: values.peers! },
        console.log,
      )
      return {
        lines: liveLines(results),
        notes: [
          `Chromium ${results.browser}, headless, ${THROTTLE} times slower; ${own}; medians of ${results.rounds} fresh pages, ours and the peer in turn.`,
        ],
      }
    },
    async notifications() {
      const results = await measureNotifications(postgres, {
        rounds: whole(values.rounds, ROUNDS.notifications, 'rounds'),
        peers: values.peers!,
      })
      return {
        lines: notificationsLines(results),
        notes: [
          `Chromium ${results.browser}, headless; main thread: medians of ${results.rounds} fresh pages; the longest task of all of them.`,
        ],
      }
    },
    async day() {
      const results = await measureDay(postgres, console.log)
      return {
        lines: dayLines(results),
        notes: [
          `Chromium ${results.browser}, headless; heap after two forced collections; ${DAY.notifications.toLocaleString('en')} notifications, the last of them in the panel at the end, and ${DAY.losses} losses of the socket.`,
        ],
      }
    },
    async paged() {
      const results = await measurePaged(postgres, whole(values.rounds, ROUNDS.paged, 'rounds'), console.log)
      return {
        lines: pagedLines(results),
        notes: [
          `Chromium ${results.browser}, headless; ${own}; ${PAGED.rows.toLocaleString('en')} rows; medians of ${results.rounds} rounds, ours and the query by hand in turn, in the process of the bench.`,
        ],
      }
    },
    async images() {
      const results = await measureImages(postgres, whole(values.rounds, ROUNDS.images, 'rounds'), console.log)
      return {
        lines: imagesLines(results),
        notes: [
          `Chromium ${results.browser}, headless; ${own}; ${IMAGES.rows.toLocaleString('en')} games and files; medians of ${results.rounds} fresh pages.`,
        ],
      }
    },
    async simulate() {
      const seconds = whole(values.seconds, SIMULATED.seconds, 'seconds')
      const results = await measureSimulated(postgres, seconds, console.log)
      return {
        lines: simulateLines(results),
        notes: [
          `Chromium ${results.browser}, headless; ${own}; ${SIMULATED.consoles} open consoles: ${results.lists.length} pages with a list in view, and sockets that ask for their shift every second; ${results.documents.toLocaleString('en')} documents and ${results.signUps.toLocaleString('en')} sign-ups in ${seconds} s, ${SIMULATED.rate} calls a second in all.`,
        ],
      }
    },
    async spins() {
      const results = await measureSpins(postgres, whole(values.seconds, SPINS.seconds, 'seconds'), console.log)
      return {
        lines: spinsLines(results),
        notes: [
          `${own}; one wheel, ${SPINS.connections} connections, ${results.seconds} s; the load from the same machine. In the end all spins together cost ${results.cost.toLocaleString('en')} of the budget of ${results.budget.toLocaleString('en')}, the next ${results.refused} were refused, no user had more than the caps allow, and ledger:check finds nothing.`,
        ],
      }
    },
    async money() {
      const results = await measureMoney(
        postgres,
        {
          rounds: whole(values.rounds, ROUNDS.money, 'rounds'),
          ...(values.seconds !== undefined && { seconds: whole(values.seconds, SECONDS, 'seconds') }),
          withdrawals: whole(values.withdrawals, MONEY.withdrawals, 'withdrawals'),
          transfers: whole(values.transfers, MONEY.transfers, 'transfers'),
        },
        console.log,
      )
      return {
        lines: moneyLines(results),
        notes: [
          `Chromium ${results.server.browser}, headless; ${own}; ${results.withdrawals.toLocaleString('en')} withdrawals and ${results.transfers.toLocaleString('en')} transfers; medians of ${results.rounds} rounds, ours and the other in turn, in the process of the bench. Loads and the queue: the built server, with the sandbox of the game platform and the load on the same machine.`,
        ],
      }
    },
    async ledger() {
      const results = await measureLedger(
        postgres,
        {
          rounds: whole(values.rounds, ROUNDS.ledger, 'rounds'),
          seconds: whole(values.seconds, LEDGER.seconds, 'seconds'),
          transfers: whole(values.transfers, LEDGER.transfers, 'transfers'),
        },
        console.log,
      )
      return {
        lines: ledgerLines(results),
        notes: [
          `${own}; ${results.transfers.toLocaleString('en')} transfers, added in ${results.seeded.toFixed(0)} s; medians of ${results.rounds} rounds, ours and the other in turn, in the process of the bench.`,
        ],
      }
    },
  }
  try {
    for (const part of parts) {
      const before = loadNow()
      if (before > cpus().length)
        console.warn(`The load average is ${before.toFixed(1)}: only ratios mean something, and not much.`)
      const { lines, notes } = await measure[part]()
      console.log(`\n${toTable(lines)}\n`)
      const options = values.peers ? ' --peers <their bench>' : ''
      const block = toBlock(lines, {
        date: new Date().toISOString().slice(0, 10),
        command: `npm run bench -- ${part}${options}`,
        notes,
        loads: [before, loadNow()],
      })
      if (!values.print) writePart(part, block)
    }
  } finally {
    await postgres.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
