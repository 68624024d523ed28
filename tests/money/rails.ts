/** The bank of the money test: the sandbox in a process of its own, which is killed and started again, and whose books must agree with ours. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Db } from '@server/platform/ports/db'
import { openBooks, type Books } from '@server/sandbox/books'
import { freePort } from '../server/kit/processes'
import { decide, type People, type Told } from './flows'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SECRET = 'whsec_dGhlIG1vbmV5IHRlc3QgaGFzIGEgYmFuaywgdG9v'
/** Shares of the payouts that fail, and whose outcome the answer does not tell (money, What it must show). */
const [FAIL, UNKNOWN] = ['10%', '5%'] as const
const LIST = '/api/v1/admin-manual-withdrawal'
/** Look-ups after which people say what became of a payment that the books do not have. */
const LOOKUPS = 3
const BETWEEN_MS = 700

export interface Bank {
  /** Settings of the servers. */
  env: Record<string, string>
  /** Kills it with `kill -9`, and starts it again with its books. */
  kill(): Promise<void>
  /** Its books; it is ended first. */
  end(): Promise<Books>
  remove(): void
}

/** @param eventsTo port of the server that hears its events */
export async function startBank(eventsTo: number): Promise<Bank> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-bank-'))
  const file = join(folder, 'books.jsonl')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  async function start(): Promise<ChildProcess> {
    const options = {
      port,
      books: file,
      fail: FAIL,
      unknown: UNKNOWN,
      secret: SECRET,
      seed: Math.floor(Math.random() * 1e6),
    }
    const events = `http://127.0.0.1:${eventsTo}/api/v1/rails/BANK/events`
    const child = spawn(
      process.execPath,
      [
        ...['--import', 'tsx', 'server/sandbox.ts', '--events', events],
        ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ],
      { cwd: root, stdio: 'ignore' },
    )
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the bank ended at its start with ${child.exitCode}`)
      // Without a signature it answers 401.
      if (
        await fetch(`${url}/balances/USD`).then(
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
    env: { PAYOUT_RAILS: 'BANK', RAIL_BANK_URL: url, RAIL_BANK_SECRET: SECRET },
    async kill() {
      await stop()
      child = await start()
    },
    async end() {
      await stop()
      return openBooks(file)
    },
    remove: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Withdrawal {
  status: string
  version: number
  amount: string
}
/** A payment has its outcome, or nobody paid it: nothing more follows by itself. */
const SETTLED: readonly string[] = ['COMPLETED', 'FAILED']

/**
 * Asks the bank about each payment until it is settled; two people resolve what the bank does not know.
 * @param told the payments of the run get what they have changed @param isOver whether the time has ended
 * @returns the number of payments, and of those that people resolved
 */
export async function settleAll(
  told: readonly Told[],
  { finance, manager }: Pick<People, 'finance' | 'manager'>,
  isOver: () => boolean,
): Promise<{ all: number; resolved: number }> {
  let resolved = 0
  const payments = told.filter(({ kind, end }) => kind === 'payout' && end === 'moved')
  for (const payment of payments) {
    const { mark, user } = payment
    const path = `${LIST}/${mark}`
    for (let asked = 0; ; asked += 1) {
      const { status, amount } = await finance.read<Withdrawal>(path)
      if (status === 'COMPLETED') payment.net = -Math.round(Number(amount) * 100)
      if (SETTLED.includes(status)) break
      if (isOver()) throw new Error(`the payment of ${mark} stays ${status}`)
      const claimed = await finance.write<Withdrawal>('PATCH', `${path}/claim`, { body: { note: 'Money test' } })
      const { version } = claimed.data
      if (status === 'UNKNOWN' && asked >= LOOKUPS) {
        const body = { resolution: 'NOT_PAID', evidence: 'The books lack it', reason: 'Money test' }
        const said = await finance.write('PATCH', `${path}/resolve`, { body, ifMatch: version })
        if (said.status === 200) {
          const { reference } = await finance.read<{ reference: string }>(path)
          await decide([manager], { record: user, text: `The payment of ${reference} was not made` })
          resolved += 1
        }
      } else await finance.write('PATCH', `${path}/look-up`, { body: {}, ifMatch: version })
      await pause(BETWEEN_MS)
    }
  }
  return { all: payments.length, resolved }
}

/** @returns what of our payments and the bank's books does not agree */
export async function faultsOfBank(db: Db, books: Books, since: string): Promise<string[]> {
  const faults: string[] = []
  const ours = await db.query<{ reference: string; state: string; amount: string; withdrawal: string }>(
    `select a.reference, a.state, a.amount::text as amount, a.order_id::text as withdrawal
     from rail_attempts a where a.order_type = 'withdrawal' and a.created_at > $1::timestamptz`,
    [since],
  )
  const known = new Map(ours.map((each) => [each.reference, each]))
  for (const { reference, state, amount } of ours) {
    const theirs = books.find(reference)
    if (state === 'DONE' && theirs?.state !== 'PAID')
      faults.push(`${reference} is paid here, and ${theirs?.state ?? 'unknown'} there`)
    if (theirs?.state === 'PAID' && (state !== 'DONE' || theirs.amount !== amount))
      faults.push(`${reference} is ${state} ${amount} here, and paid ${theirs.amount} there`)
  }
  for (const { reference } of books.open()) if (!known.has(reference)) faults.push(`${reference} is not ours`)
  const paid = new Map<string, number>()
  for (const { withdrawal, state } of ours) if (state === 'DONE') paid.set(withdrawal, (paid.get(withdrawal) ?? 0) + 1)
  for (const [withdrawal, times] of paid) if (times > 1) faults.push(`withdrawal ${withdrawal} is paid ${times} times`)
  return faults
}
