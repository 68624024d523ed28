/**
 * Compares the statements of rails with what the platform has, in the background (money, Rails: Statements). A day in UTC is
 * compared once for each rail, after it is over; several processes may do it at the same time.
 */
import type { Changed } from '@server/platform/modules/approvals/effects'
import { retriedTransaction } from '@server/platform/db/retry'
import { repeat } from '@server/platform/lib/background'
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import type { ConnectedRail, ConnectedRails } from '@server/platform/ports/rails'
import { date, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { moneyText } from '@contract/amounts'
import { expectedOf, NO_PAYMENT, openDiscrepancies, type Finding } from './discrepancy'
import { askAbout, statementOf, type Stated } from './rail-answers'
import { isUnderWay, type AttemptState, type OrderType } from './rail-attempts'

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
/** The clocks of rail and platform may differ by so much: what was done around midnight can be in the statement of the day before or after. */
const CLOCKS = `interval '15 minutes'`

export interface StatementDeps {
  db: Db
  clock: Clock
  rails: ConnectedRails
  /** Asks a rail what became of an attempt that is under way, and applies what it says. */
  lookUp: (attempt: string) => Promise<void>
  /** Notifies consoles of new rows. */
  changed: (what: readonly Changed[]) => Promise<void>
}

/** What the platform has of a reference. */
interface Ours {
  id: string
  reference: string
  state: AttemptState
  type: OrderType
  order: string
  store: string | null
  /** Decimal text; null: whatever there was, and it is not done. */
  amount: string | null
  unit: string
  /** Of a transaction that the network has. */
  isOnNetwork: boolean
  /** The day of the statement that has it. */
  stated_on: string | null
}
const OURS = `select a.id::text as id, a.reference, a.state, a.order_type as type, a.order_id::text as "order", a.store_code as store,
    a.amount::text as amount, a.unit, a.confirmations is not null as "isOnNetwork", a.stated_on::text as stated_on from rail_attempts a`
const knownOf = (rail: string, { reference, state, type, order, store, amount, unit }: Ours) => ({
  rail,
  rail_reference: reference,
  order: { type, id: order, store },
  expected: expectedOf(state, type, { amount: amount ?? '0.00', unit }),
})

/** @returns what the platform has of references @param references of the rail */
async function oursOf(on: Queryable, rail: string, references: readonly string[]): Promise<Map<string, Ours>> {
  const known = await on.query<Ours>(`${OURS} where a.rail = $1::text and a.reference = any($2::text[])`, [
    rail,
    [...references],
  ])
  return new Map(known.map((ours) => [ours.reference, ours]))
}

const referencesOf = (lines: readonly Stated[], isReturned: boolean) => [
  ...new Set(lines.filter((line) => line.isReturned === isReturned).map(({ reference }) => reference)),
]

/**
 * Asks the rail about lines that the platform does not have as done: the statement is of a day that is over, and an event of the last
 * minutes before midnight can be late or lost. What is under way is settled by the answer.
 * @returns what has come back since: it was done on that day, and has failed here
 */
async function caughtUp(
  { db, lookUp }: Pick<StatementDeps, 'db' | 'lookUp'>,
  name: string,
  rail: ConnectedRail,
  lines: readonly Stated[],
): Promise<Set<string>> {
  const done = referencesOf(lines, false)
  const before = await oursOf(db, name, done)
  for (const { id, state } of before.values()) if (isUnderWay(state)) await lookUp(id)
  const returned = new Set(referencesOf(lines, true))
  for (const { reference, state } of (await oursOf(db, name, done)).values()) {
    if (state !== 'FAILED' || returned.has(reference)) continue
    const called = await askAbout(rail, reference)
    if (called.is === 'answered' && called.answer?.is === 'RETURNED') returned.add(reference)
  }
  return returned
}

/** @returns what a line of a statement differs in from what the platform has; null where both agree */
function differenceOf(rail: string, line: Stated, ours: Ours | undefined, isReturned: boolean): Finding | null {
  const reported = `${line.said} ${moneyText(line.amount, line.unit)}`
  if (!ours)
    return { rail, rail_reference: line.reference, reported, kind: 'MISSING_HERE', order: null, expected: NO_PAYMENT }
  const known = { ...knownOf(rail, ours), reported }
  if (line.amount !== (ours.amount ?? line.amount) || line.unit !== ours.unit)
    return { ...known, kind: 'AMOUNT_DIFFERS' }
  const isDone = ours.state === 'DONE'
  if (line.isReturned) return isDone ? { ...known, kind: 'CONTRADICTION' } : null
  // It was sent, and is done once it has its confirmations.
  if (ours.state === 'ACCEPTED' && ours.isOnNetwork) return null
  // What came back before it was booked as done has failed.
  return isDone || isReturned ? null : { ...known, kind: 'MISSING_HERE' }
}

/** @returns what the rail lists more than once, on this day or on two: it has moved twice, and the platform has it once */
function repeatedIn(rail: string, day: string, lines: readonly Stated[], known: ReadonlyMap<string, Ours>): Finding[] {
  const same = new Map<string, { line: Stated; times: number }>()
  for (const line of lines) {
    const key = `${line.isReturned} ${line.reference}`
    same.set(key, { line, times: (same.get(key)?.times ?? 0) + 1 })
  }
  return [...same.values()].flatMap(({ line, times }): Finding[] => {
    const { reference, isReturned, amount, unit, said } = line
    const ours = known.get(reference)
    const before = isReturned || !ours || ours.stated_on === day ? null : ours.stated_on
    if (times === 1 && before === null) return []
    const days = `${times === 1 ? '' : `, ${times} times`} on ${day}${before === null ? '' : `, and on ${before}`}`
    return [
      {
        ...(ours ? knownOf(rail, ours) : { rail, rail_reference: reference, order: null, expected: NO_PAYMENT }),
        kind: isReturned && ours ? 'CONTRADICTION' : 'MISSING_HERE',
        reported: `${said} ${moneyText(amount, unit)}${days}`,
      },
    ]
  })
}

/** @returns what a statement differs in from what the platform has; it notes what the statement has. @param returned what came back */
async function findingsOf(
  tx: Queryable,
  rail: string,
  day: string,
  { lines, returned }: { lines: readonly Stated[]; returned: ReadonlySet<string> },
): Promise<Finding[]> {
  const known = await oursOf(
    tx,
    rail,
    lines.map(({ reference }) => reference),
  )
  const done = referencesOf(lines, false)
  const differences = lines.flatMap(
    (line) => differenceOf(rail, line, known.get(line.reference), returned.has(line.reference)) ?? [],
  )
  const missing = await tx.query<Ours>(
    // The rail may have booked it on any day from when it was sent to when the platform heard of it.
    `${OURS} where a.rail = $1::text and a.state = 'DONE' and a.stated_on is null and a.reference <> all($2::text[])
       and a.done_at >= $3::date::timestamp at time zone 'UTC' - ${CLOCKS}
       and a.done_at < ($3::date + 1)::timestamp at time zone 'UTC' - ${CLOCKS}
       and not exists (select from generate_series(
           ((coalesce(a.started_at, a.created_at) - ${CLOCKS}) at time zone 'UTC')::date, $3::date - 1, interval '1 day') as passed(day)
         where not exists (select from rail_statements s where s.rail = a.rail and s.day = passed.day::date))
     order by a.done_at`,
    [rail, done, day],
  )
  const repeated = repeatedIn(rail, day, lines, known)
  await tx.query(
    `update rail_attempts set stated_on = $3::date where rail = $1::text and reference = any($2::text[]) and stated_on is null`,
    [rail, done, day],
  )
  return [
    ...differences,
    ...repeated,
    ...missing.map((ours): Finding => ({
      ...knownOf(rail, ours),
      kind: 'MISSING_THERE',
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
  { db, clock, rails, lookUp, changed }: StatementDeps,
  rail: string,
  day: string,
  { isAgain = false }: { isAgain?: boolean } = {},
): Promise<boolean> {
  const connected = rails.get(rail)!
  const called = await statementOf(connected, day)
  if (called.is !== 'answered') return false
  const lines = called.answer
  const returned = await caughtUp({ db, lookUp }, rail, connected, lines)
  const opened = await retriedTransaction(db, async (tx) => {
    const [compared] = await tx.query(
      `insert into rail_statements (rail, day, compared_at) values ($1::text, $2::date, clock_timestamp())
       on conflict (rail, day) do ${isAgain ? 'update set compared_at = excluded.compared_at' : 'nothing'} returning rail`,
      [rail, day],
    )
    // Another process has compared it meanwhile.
    if (!compared) return []
    return openDiscrepancies(tx, clock, await findingsOf(tx, rail, day, { lines, returned }), 'once')
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
