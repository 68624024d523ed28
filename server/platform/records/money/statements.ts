/**
 * Compares the statements of rails with the payments of the platform, in the background (money, Rails: Statements). A day in UTC is
 * compared once for each rail, after it is over; several processes may do it at the same time.
 */
import type { Changed } from '@server/platform/modules/approvals/effects'
import { retriedTransaction } from '@server/platform/db/retry'
import { repeat } from '@server/platform/lib/background'
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import { railNamed, type ConnectedRails, type StatementLine } from '@server/platform/ports/rails'
import { date, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { expectedOf, NO_PAYMENT, openDiscrepancies, reportedOf, type Finding } from './discrepancy'
import type { AttemptState } from './payout-attempts'

/** The days whose statements were compared. */
export const rail_statements = pgTable(
  'rail_statements',
  {
    rail: text().notNull(),
    day: date().notNull(),
    compared_at: timestamp({ precision: 3, withTimezone: true }).notNull(),
  },
  ({ rail, day }) => [primaryKey({ columns: [rail, day] })],
)

const DAY_MS = 24 * 3600_000
const EVERY_MS = 10 * 60_000
/** After a day its last events still arrive, and what is unknown is looked up every hour. */
const COMPARED_AFTER_MS = 2 * 3600_000
/** After a longer time without an answer of a rail, only so many days are compared. */
const DAYS_MAX = 7
/** Rail and platform may have a payment on different days around midnight: that of the last minutes can be in the next statement. */
const MIDNIGHT = `interval '15 minutes'`

export interface StatementDeps {
  db: Db
  clock: Clock
  rails: ConnectedRails
  /** Notifies consoles of new rows. */
  changed: (what: readonly Changed[]) => Promise<void>
}

/** A payment of the platform. Amounts are decimal texts with two places. */
interface Payment {
  reference: string
  state: AttemptState
  withdrawal: string
  store: string | null
  amount: string
  currency: string
}
const PAYMENTS = `select a.reference, a.state, w.id::text as withdrawal, w.store_code as store, w.net_amount::text as amount, p.currency
  from payout_attempts a join withdrawals w on w.id = a.withdrawal_id join users p on p.id = w.user_id`

/** @returns what a line of a statement differs in from the payment that it is about; null where both agree */
function differenceOf(
  rail: string,
  line: StatementLine,
  payment: Payment | undefined,
  isReturned: boolean,
): Finding | null {
  const reported = { rail, rail_reference: line.reference, reported: reportedOf(line.kind, line) }
  if (!payment) return { ...reported, kind: 'MISSING_HERE', withdrawal: null, expected: NO_PAYMENT }
  const { state, withdrawal, store, amount, currency } = payment
  const known = { ...reported, withdrawal: { id: withdrawal, store }, expected: expectedOf(state, payment) }
  if (line.amount !== amount || line.currency !== currency) return { ...known, kind: 'AMOUNT_DIFFERS' }
  const isPaid = state === 'PAID'
  if (line.kind === 'RETURNED') return isPaid ? { ...known, kind: 'CONTRADICTION' } : null
  // What came back before it was booked as paid has failed.
  return isPaid || isReturned ? null : { ...known, kind: 'MISSING_HERE' }
}

/** @returns what a statement differs in from the payments of the platform; it notes which payments the statement has */
async function findingsOf(
  tx: Queryable,
  rail: string,
  day: string,
  lines: readonly StatementLine[],
): Promise<Finding[]> {
  const payments = await tx.query<Payment>(`${PAYMENTS} where a.rail = $1::text and a.reference = any($2::text[])`, [
    rail,
    lines.map(({ reference }) => reference),
  ])
  const byReference = new Map(payments.map((payment) => [payment.reference, payment]))
  const returned = new Set(lines.filter(({ kind }) => kind === 'RETURNED').map(({ reference }) => reference))
  const paid = lines.filter(({ kind }) => kind === 'PAID').map(({ reference }) => reference)
  const differences = lines.flatMap((line) => {
    const { reference } = line
    return differenceOf(rail, line, byReference.get(reference), returned.has(reference)) ?? []
  })
  const missing = await tx.query<Payment>(
    `${PAYMENTS} where a.rail = $1::text and a.state = 'PAID' and a.stated_on is null and a.reference <> all($2::text[])
       and w.paid_at >= $3::date::timestamp at time zone 'UTC' - ${MIDNIGHT}
       and w.paid_at < ($3::date + 1)::timestamp at time zone 'UTC' - ${MIDNIGHT} order by w.paid_at`,
    [rail, paid, day],
  )
  await tx.query(
    `update payout_attempts set stated_on = $3::date where rail = $1::text and reference = any($2::text[]) and stated_on is null`,
    [rail, paid, day],
  )
  return [
    ...differences,
    ...missing.map((payment): Finding => ({
      rail,
      kind: 'MISSING_THERE',
      withdrawal: { id: payment.withdrawal, store: payment.store },
      rail_reference: payment.reference,
      expected: expectedOf(payment.state, payment),
      reported: `not in the statement of ${day}`,
    })),
  ]
}

/**
 * Compares the statement of a day.
 * @param day in UTC, `YYYY-MM-DD` @param isAgain also where it was compared before
 * @returns whether it is compared: false where the rail gives no statement
 */
export async function compareStatement(
  { db, clock, rails, changed }: StatementDeps,
  rail: string,
  day: string,
  { isAgain = false }: { isAgain?: boolean } = {},
): Promise<boolean> {
  const called = await railNamed(rails, 'PAYOUT', rail)?.payouts.statement(day)
  if (called?.is !== 'answered') return false
  const opened = await retriedTransaction(db, async (tx) => {
    const [compared] = await tx.query(
      `insert into rail_statements (rail, day, compared_at) values ($1::text, $2::date, clock_timestamp())
       on conflict (rail, day) do ${isAgain ? 'update set compared_at = excluded.compared_at' : 'nothing'} returning rail`,
      [rail, day],
    )
    // Another process has compared it meanwhile.
    if (!compared) return []
    return openDiscrepancies(tx, clock, await findingsOf(tx, rail, day, called.answer), 'once')
  })
  await changed(opened)
  return true
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Compares the days that are over and were not compared, for each rail the oldest first. @returns rails whose statements are still missing */
export async function compareStatements(deps: StatementDeps): Promise<string[]> {
  const last = deps.clock.now() - COMPARED_AFTER_MS - DAY_MS
  const silent: string[] = []
  for (const rail of deps.rails.keys()) {
    const [known] = await deps.db.query<{ day: string | null }>(
      'select max(day)::text as day from rail_statements where rail = $1::text',
      [rail],
    )
    const from = known!.day === null ? last : Date.parse(known!.day) + DAY_MS
    for (let at = Math.max(from, last - (DAYS_MAX - 1) * DAY_MS); dayOf(at) <= dayOf(last); at += DAY_MS)
      if (!(await compareStatement(deps, rail, dayOf(at)))) {
        silent.push(rail)
        break
      }
  }
  return silent
}

/** Starts comparing. A rail that gives no statement is reported, and asked again later. @returns stops it */
export function startComparingStatements({
  onError,
  ...deps
}: StatementDeps & { onError: (error: unknown, what: string) => void }): () => Promise<void> {
  async function compare(): Promise<void> {
    const silent = await compareStatements(deps)
    if (silent.length > 0) throw new Error(`no statement of ${silent.join(', ')}`)
  }
  return repeat(EVERY_MS, compare, onError, 'comparing statements')
}
