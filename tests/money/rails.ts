/**
 * The bank, the game platform and the wallet service of the money test: sandboxes in processes of their own, which are killed and started
 * again, and whose books must agree with ours.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Db } from '@server/platform/ports/db'
import { openBooks, type Books } from '@server/sandbox/books'
import { openJobBooks, type JobBooks } from '@server/sandbox/platform'
import { keyOf, openWalletBooks, type WalletBooks } from '@server/sandbox/wallet-books'
import { freePort } from '../server/kit/processes'
import { act, cents, claimed, decide, done, type People, type RailFlow, type Told } from './acting'
import { bonusOf } from './cash-flows'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SECRET = 'whsec_dGhlIG1vbmV5IHRlc3QgaGFzIGEgYmFuaywgdG9v'
/** Shares of what they are asked to do that fail, and whose outcome the answer does not tell (money, What it must show). */
const [FAIL, UNKNOWN] = ['10%', '5%'] as const
/** Look-ups after which people say what became of what the books do not have. */
const LOOKUPS = 3
const BETWEEN_MS = 700
/** Share of what failed that is tried again, once; and of the payouts that failed in the end, whose money is returned. */
const RETRIED = 0.5
const GIVEN_BACK = 0.5
/** Orders that are settled at the same time. */
const AT_ONCE = 8

/** Rails of the demo, and a call that each kind answers with 401 where it is not signed. */
const RAILS = {
  BANK: { kind: 'payout', named: 'PAYOUT_RAILS', probe: 'balances/USD', open: openBooks },
  GAMES: { kind: 'platform', named: 'PLATFORM_RAILS', probe: 'check', open: openJobBooks },
  COINS: { kind: 'chain', named: 'CHAIN_RAILS', probe: 'balances/BITCOIN/BTC', open: openWalletBooks },
} as const
export type RailName = keyof typeof RAILS

export interface Rail<B> {
  /** Settings of the servers. */
  env: Record<string, string>
  /** Kills it with `kill -9`, and starts it again with its books. */
  kill(): Promise<void>
  /** Its books; it is ended first. */
  end(): Promise<B>
  remove(): void
}

/** @param eventsTo port of the server that hears its events @param shares of what it is asked to do that fail, or stay unknown */
export async function startRail<N extends RailName>(
  name: N,
  eventsTo: number,
  { fail, unknown }: { fail: string; unknown: string } = { fail: FAIL, unknown: UNKNOWN },
): Promise<Rail<ReturnType<(typeof RAILS)[N]['open']>>> {
  const { kind, named, probe, open } = RAILS[name]
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-rail-'))
  const file = join(folder, 'books.jsonl')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  async function start(): Promise<ChildProcess> {
    const options = {
      kind,
      port,
      books: file,
      fail,
      unknown,
      secret: SECRET,
      seed: Math.floor(Math.random() * 1e6),
    }
    const events = `http://127.0.0.1:${eventsTo}/api/v1/rails/${name}/events`
    const child = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', 'server/sandbox.ts', '--events', events],
        ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]),
      ],
      { cwd: root, stdio: 'ignore' },
    )
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${name} ended at its start with ${child.exitCode}`)
      if (
        await fetch(`${url}/${probe}`).then(
          ({ status }) => status === 401,
          () => false,
        )
      )
        return child
      await pause(50)
    }
  }
  let child = await start()
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  return {
    env: { [named]: name, [`RAIL_${name}_URL`]: url, [`RAIL_${name}_SECRET`]: SECRET },
    async kill() {
      await stop()
      child = await start()
    },
    async end() {
      await stop()
      return open(file) as ReturnType<(typeof RAILS)[N]['open']>
    },
    remove: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Order {
  reference: string
  status: string
  version: number
  amount: string | null
  returned?: string | null
  net_amount?: string | null
  /** Of a redeem: what it is withdrawn with, the withdrawal, or why there is none. */
  payout_method?: object | null
  withdrawal?: object | null
  not_withdrawn?: string | null
}
interface Settling {
  list: string
  /** Who asks the rail, and says what it does not know; and who approves that. */
  by: 'finance' | 'admin'
  /** What people resolve it as, and the beginning of the title of its approval. */
  resolution: string
  title: (reference: string) => string
  /** How a failed one is tried again, and how its money is returned where it is still locked. */
  retry: string
  giveBack?: string
  /** Change of the user's money where it is done, cents. */
  net: (order: Order) => number
}
const OF_WITHDRAWALS = {
  by: 'finance',
  resolution: 'NOT_PAID',
  title: (reference: string) => `The payment of ${reference} was not made`,
  retry: 'pay-again',
  giveBack: 'give-back',
  net: ({ amount }: Order) => -cents(amount!),
} as const
const SETTLING: Readonly<Record<Exclude<RailFlow, 'coins'>, Settling>> = {
  payout: { list: '/api/v1/admin-manual-withdrawal', ...OF_WITHDRAWALS },
  coinPayout: { list: '/api/v1/admin-withdrawal', ...OF_WITHDRAWALS },
  load: {
    list: '/api/v1/admin-platform/deposit',
    by: 'admin',
    resolution: 'NOT_LOADED',
    title: (reference) => `The load ${reference} was not made`,
    retry: 'retry',
    net: ({ amount, returned }) => cents(returned ?? '0') - cents(amount!),
  },
  redeem: {
    list: '/api/v1/admin-platform/withdraw',
    by: 'admin',
    resolution: 'NOT_REDEEMED',
    title: (reference) => `The redeem ${reference} was not made`,
    retry: 'retry',
    net: ({ net_amount }) => cents(net_amount!),
  },
}
/** It has its outcome, or nobody carried it out: nothing more follows by itself. */
const SETTLED: readonly string[] = ['COMPLETED', 'FAILED']
const isOfRail = (told: Told): told is Told & { kind: RailFlow } =>
  (told.kind === 'coins' || Object.hasOwn(SETTLING, told.kind)) && told.end === 'moved'

type Settlers = Pick<People, 'finance' | 'admin' | 'manager'>
export interface Settled {
  all: number
  /** Of those, what people resolved or credited, what was tried again after it had failed, and what was returned. */
  resolved: number
  retried: number
  returned: number
}
type Named<K> = Told & { kind: K }

/** Of a withdrawal, a load or a redeem. */
async function settleOrder(
  order: Named<keyof typeof SETTLING>,
  people: Settlers,
  counts: Settled,
  isOver: () => boolean,
): Promise<void> {
  const { mark, user, kind } = order
  const { list, by, resolution, title, retry, giveBack, net } = SETTLING[kind]
  const person = people[by]
  const path = `${list}/${mark}`
  let mayRetry = Math.random() < RETRIED
  for (let asked = 0; ; asked += 1) {
    const row = await person.read<Order>(path)
    const { status, reference } = row
    order.net = status === 'COMPLETED' ? net(row) : 0
    if (SETTLED.includes(status) && !(status === 'FAILED' && mayRetry)) {
      const { payout_method, withdrawal, not_withdrawn } = row
      if (status === 'COMPLETED' && payout_method && !withdrawal && !not_withdrawn)
        throw new Error(`the redeem ${mark} is done, and does not say what became of its withdrawal`)
      // No money moves for a redeem that failed.
      if (kind === 'redeem' && status === 'FAILED') order.end = 'open'
      if (status === 'FAILED' && giveBack !== undefined && Math.random() < GIVEN_BACK) {
        if ((await claimed(person, path)) === null) continue
        await done(person, path, giveBack)
        order.end = 'open'
        counts.returned += 1
      }
      return
    }
    if (isOver()) throw new Error(`the ${kind} ${mark} stays ${status}`)
    const version = await claimed(person, path)
    if (version === null) continue
    if (status === 'FAILED') {
      mayRetry = false
      const again = await person.write('PATCH', `${path}/${retry}`, {
        body: { reason: 'Money test' },
        ifMatch: version,
      })
      // Refused where the user has spent the money meanwhile.
      if (again.status === 200) counts.retried += 1
      asked = 0
    } else if (status === 'UNKNOWN' && asked >= LOOKUPS) {
      const body = { resolution, evidence: 'The books lack it', reason: 'Money test' }
      const said = await person.write('PATCH', `${path}/resolve`, { body, ifMatch: version })
      if (said.status === 200) {
        await decide([people.manager], { record: user, text: title(reference) })
        counts.resolved += 1
      }
    } else await person.write('PATCH', `${path}/look-up`, { body: {}, ifMatch: version })
    await pause(BETWEEN_MS)
  }
}

interface CoinDeposit {
  reference: string
  status: string
  amount: string | null
  bonus: string | null
}
/** States in which staff decide about what came. */
const TO_RESOLVE: readonly string[] = ['UNDERPAID', 'OVERPAID', 'LATE', 'REVIEW']
/** Of a deposit of coins. One that nobody has paid waits on: at the end the books tell whether that is so. */
async function settleCoins(
  order: Named<'coins'>,
  { finance, manager, admin }: Settlers,
  counts: Settled,
  isOver: () => boolean,
): Promise<void> {
  const path = `/api/v1/admin-deposit/${order.mark}`
  for (let asked = 0; ; asked += 1) {
    const { status, reference, amount, bonus } = await finance.read<CoinDeposit>(path)
    if (status === 'COMPLETED') {
      order.net = cents(amount!) + bonusOf(bonus)
      return
    }
    const isUnpaid = status === 'AWAITING_PAYMENT' && asked >= LOOKUPS
    if (isUnpaid || status === 'FAILED') break
    if (isOver()) throw new Error(`the deposit ${order.mark} stays ${status}`)
    const version = await claimed(finance, path)
    if (version === null) continue
    if (TO_RESOLVE.includes(status)) {
      const credited = await act(finance, path, 'credit')
      // The user may deposit no more today: it waits for another day.
      if (credited.status === 422) break
      if (credited.status !== 200) throw new Error(credited.text)
      if (credited.data.status !== 'COMPLETED') await decide([manager, admin], { record: order.user, text: reference })
      counts.resolved += 1
    } else {
      // A block comes each second; and what a killed service has not told is asked for.
      await finance.write('PATCH', `${path}/recheck`, { body: {}, ifMatch: version })
    }
    await pause(BETWEEN_MS)
  }
  order.end = 'open'
}

/**
 * Asks the rails about each order until it is settled; two people resolve what a rail does not know.
 * @param told the orders of the run get what they have changed @param isOver whether the time has ended
 * @returns how many there are
 */
export async function settleAll(told: readonly Told[], people: Settlers, isOver: () => boolean): Promise<Settled> {
  const orders = told.filter(isOfRail)
  const counts: Settled = { all: orders.length, resolved: 0, retried: 0, returned: 0 }
  let next = 0
  const lane = async () => {
    while (next < orders.length) {
      const order = orders[next]!
      next += 1
      if (order.kind === 'coins') await settleCoins(order as Named<'coins'>, people, counts, isOver)
      else await settleOrder(order as Named<keyof typeof SETTLING>, people, counts, isOver)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return counts
}

interface Attempt {
  reference: string
  state: string
  amount: string | null
  order: string
}
const attemptsSince = (db: Db, types: readonly string[], since: string): Promise<Attempt[]> =>
  db.query<Attempt>(
    `select a.reference, a.state, trim_scale(a.amount)::text as amount, a.order_id::text as "order"
     from rail_attempts a where a.order_type = any($2::text[]) and a.created_at > $1::timestamptz`,
    [since, [...types]],
  )
/** What the books of a rail have of a reference. */
interface Booked {
  isDone: boolean
  state: string
  amount: string | null
}
/** @param find what the books have @param others references that the books have, too @returns what does not agree */
function faultsBetween(
  ours: readonly Attempt[],
  find: (reference: string) => Booked | undefined,
  others: readonly string[],
): string[] {
  const faults: string[] = []
  const known = new Set(ours.map(({ reference }) => reference))
  for (const { reference, state, amount } of ours) {
    const theirs = find(reference)
    if (state === 'DONE' && !theirs?.isDone)
      faults.push(`${reference} is done here, and ${theirs?.state ?? 'unknown'} there`)
    if (theirs?.isDone && (state !== 'DONE' || Number(theirs.amount) !== Number(amount)))
      faults.push(`${reference} is ${state} ${amount} here, and done ${theirs.amount} there`)
  }
  for (const reference of others) if (!known.has(reference)) faults.push(`${reference} is not ours`)
  const done = new Map<string, number>()
  for (const { order, state } of ours) if (state === 'DONE') done.set(order, (done.get(order) ?? 0) + 1)
  for (const [order, times] of done) if (times > 1) faults.push(`order ${order} is done ${times} times`)
  return faults
}

/** @returns what of our payments and the bank's books does not agree */
export async function faultsOfBank(db: Db, books: Books, since: string): Promise<string[]> {
  const ours = await attemptsSince(db, ['withdrawal'], since)
  const find = (reference: string) => {
    const payout = books.find(reference)
    return payout && { isDone: payout.state === 'PAID', ...payout }
  }
  const open = books.open().map(({ reference }) => reference)
  return faultsBetween(ours, find, open)
}

/** @returns what of our loads and redeems and the platform's books does not agree */
export async function faultsOfPlatform(db: Db, books: JobBooks, since: string): Promise<string[]> {
  const ours = await attemptsSince(db, ['platform_deposit', 'platform_withdrawal'], since)
  const find = (reference: string) => {
    const job = books.find(reference)
    return job && { isDone: job.state === 'DONE', state: job.state, amount: job.credits }
  }
  const days = new Set([since, new Date().toISOString()].map((time) => time.slice(0, 10)))
  const done = [...days].flatMap((day) => books.linesOf(day))
  return faultsBetween(
    ours,
    find,
    [...books.open(), ...done].map(({ reference }) => reference),
  )
}

interface OwnPayment {
  key: string
  amount: string
}
interface OwnDeposit {
  reference: string
  status: string
  finding: string | null
  required: number
  payments: OwnPayment[]
}
/** @returns what of our withdrawals in coins and the wallet service's books does not agree */
export async function faultsOfSends(db: Db, books: WalletBooks, since: string): Promise<string[]> {
  const ours = await attemptsSince(db, ['crypto_withdrawal'], since)
  const find = (reference: string) => {
    const send = books.findSend(reference)
    return send && { isDone: send.state === 'CONFIRMED', state: send.state, amount: send.amount }
  }
  return faultsBetween(
    ours,
    find,
    books.sends().map(({ reference }) => reference),
  )
}

/** @returns what of our deposits of coins and the wallet service's books does not agree */
export async function faultsOfWallet(db: Db, books: WalletBooks, since: string): Promise<string[]> {
  const ours = await db.query<OwnDeposit>(
    `select d.reference, d.status, d.finding, d.required_confirmations as required,
       coalesce((select json_agg(json_build_object('key', p.network || ' ' || p.hash || ' ' || p.output, 'amount', trim_scale(p.amount)::text))
         from crypto_payments p where p.deposit_id = d.id), '[]') as payments
     from crypto_deposits d where d.requested_at > $1::timestamptz`,
    [since],
  )
  const faults: string[] = []
  for (const { reference, status, finding, required, payments } of ours) {
    const theirs = books.paymentsTo(reference)
    const listed = (all: readonly OwnPayment[]) =>
      all
        .map(({ key, amount }) => `${key} ${Number(amount)}`)
        .toSorted()
        .join()
    const [here, there] = [listed(payments), listed(theirs.map((each) => ({ key: keyOf(each), amount: each.amount })))]
    if (here !== there) faults.push(`${reference} has the payments ${here} here, and ${there} there`)
    const isPaid = theirs.length > 0 && theirs.every(({ confirmations }) => confirmations >= required)
    // What is paid is credited, or somebody is told why not.
    if (status === 'COMPLETED' ? !isPaid : isPaid && finding === null)
      faults.push(
        `${reference} is ${status} here, and has ${theirs.map((each) => each.confirmations).join()} of ${required} there`,
      )
  }
  const known = new Set(ours.map(({ reference }) => reference))
  for (const { reference } of books.onChain()) if (!known.has(reference)) faults.push(`${reference} is not ours`)
  return faults
}

/** @returns the discrepancies that were opened since: the rails do what they say, so that there are none */
export async function discrepanciesSince(db: Db, since: string): Promise<string[]> {
  const rows = await db.query<{ what: string }>(
    `select reference || ' ' || kind || ' ' || coalesce(rail_reference, '') || ': ' || coalesce(expected, '') || ' / ' || coalesce(reported, '') as what
     from discrepancies where created_at > $1::timestamptz order by created_at`,
    [since],
  )
  return rows.map(({ what }) => `discrepancy ${what}`)
}
