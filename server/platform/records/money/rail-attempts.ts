/**
 * Attempts of rails: one call each, with a reference of its own (money, Calls that move something). What one was asked to do never changes,
 * and its end is final: a trigger (migration `attempt_history`) sees to it.
 */
import { sql } from 'drizzle-orm'
import { date, index, integer, numeric, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ATTEMPT_STATES } from '@contract/records/money/rail-attempts'
import { isoTime } from '@server/platform/db/iso-time'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { enqueue } from '@server/platform/modules/outbox/messages'
import type { Queryable } from '@server/platform/ports/db'

/** What rails are asked to do, by the names that transfers give their sources. */
export type OrderType = 'withdrawal' | 'crypto_withdrawal' | 'platform_deposit' | 'platform_withdrawal'

const time = () => timestamp({ precision: 3, withTimezone: true })
export const rail_attempts = pgTable(
  'rail_attempts',
  {
    id: uuid().primaryKey(),
    /** The row that it is made for. */
    order_type: text().notNull(),
    order_id: uuid().notNull(),
    store_code: text(),
    number: integer().notNull(),
    /** Ours; the rail knows it by this. */
    reference: text().notNull(),
    rail: text().notNull(),
    /**
     * What is to be moved, of which unit (a currency, credits, or a coin); null: whatever there is, until it is done. With the places that it
     * is written with: two of money and credits, of a coin as many as it needs.
     */
    amount: numeric(),
    unit: text().notNull(),
    state: text().notNull().default('QUEUED'),
    created_at: time().notNull(),
    /** When it was sent. */
    started_at: time(),
    /** When it was done, as far as the platform knows. */
    done_at: time(),
    external_ref: text(),
    /** Of a transaction that the network has. */
    confirmations: integer(),
    /** What the rail, or whoever resolved it, said last. */
    message: text(),
    /** The day of the rail's statement that has it (statements.ts). */
    stated_on: date(),
  },
  ({ order_type, order_id, number, reference, state, rail, created_at }) => [
    uniqueIndex('rail_attempts_number').on(order_type, order_id, number),
    uniqueIndex('rail_attempts_reference').on(reference),
    // Two attempts at once could move it twice.
    uniqueIndex('rail_attempts_one')
      .on(order_type, order_id)
      .where(sql`state in ('QUEUED', 'SENDING', 'ACCEPTED', 'UNKNOWN')`),
    // The last calls of a rail say how it is.
    index('rail_attempts_recent').on(rail, created_at),
    index('rail_attempts_open')
      .on(state)
      .where(sql`state in ('SENDING', 'ACCEPTED', 'UNKNOWN')`),
    index('rail_attempts_unstated')
      .on(rail)
      .where(sql`state = 'DONE' and stated_on is null`),
  ],
)
export type AttemptState = keyof typeof ATTEMPT_STATES

/** States of an attempt that the rail may have carried out, or may still: it is neither sent again nor given up. */
const UNDER_WAY: readonly AttemptState[] = ['SENDING', 'ACCEPTED', 'UNKNOWN']
export const isUnderWay = (state: AttemptState): boolean => UNDER_WAY.includes(state)

/** Column of discrepancies that refers to an order, by its type. */
export const ORDER_COLUMNS: Readonly<Record<OrderType, string>> = {
  withdrawal: 'withdrawal_id',
  crypto_withdrawal: 'crypto_withdrawal_id',
  platform_deposit: 'load_id',
  platform_withdrawal: 'redeem_id',
}
/** @returns whether a rail says, and nobody has found out yet, that an order was done which the platform does not have as done */
export async function isContradicted(tx: Queryable, type: OrderType, id: string): Promise<boolean> {
  const [found] = await tx.query(
    `select from discrepancies where ${ORDER_COLUMNS[type]} = $1::uuid and status = 'OPEN' and kind in ('CONTRADICTION', 'MISSING_HERE')`,
    [id],
  )
  return found !== undefined
}

/** What a rail is to be asked for. */
export interface NewAttempt {
  type: OrderType
  id: string
  store: string | null
  /** Of the row; attempts add their number. */
  reference: string
  rail: string
  /** Decimal text; null: whatever there is. */
  amount: string | null
  unit: string
}
/**
 * Adds the next attempt of a row, and the message with which the outbox sends it.
 * @param order its row is locked by the caller @param at ISO time
 */
export async function queueAttempt(tx: Queryable, order: NewAttempt, at: string): Promise<void> {
  const id = uuidV7()
  const { type, id: row, store, reference, rail, amount, unit } = order
  await tx.query(
    `insert into rail_attempts (id, order_type, order_id, store_code, number, reference, rail, amount, unit, created_at)
     select $1::uuid, $2::text, $3::uuid, $4::text, n.number, $5::text || '-' || n.number, $6::text, $7::numeric, $8::text, $9::timestamptz
     from (select coalesce(max(a.number), 0) + 1 as number from rail_attempts a where a.order_type = $2::text and a.order_id = $3::uuid) n`,
    [id, type, row, store, reference, rail, amount, unit, at],
  )
  await enqueue(tx, 'railCall', { attempt: id })
}

/** Withdraws an attempt that was not sent. @returns whether there was none, or it could be withdrawn: false where it is being sent */
export async function withdrawAttempt(tx: Queryable, type: OrderType, id: string): Promise<boolean> {
  const of = 'order_type = $1::text and order_id = $2::uuid'
  await tx.query(`delete from rail_attempts where ${of} and state = 'QUEUED'`, [type, id])
  const [open] = await tx.query(`select from rail_attempts where ${of} and state = any($3::text[])`, [
    type,
    id,
    [...UNDER_WAY],
  ])
  return !open
}

/** @returns SQL of the attempts of the row `u`, as its page lists them */
export const attemptsOf = (type: OrderType): string =>
  `coalesce((select jsonb_agg(jsonb_build_object('number', a.number, 'reference', a.reference, 'started_at', ${isoTime('a.started_at')},
      'outcome', a.state, 'message', a.message) order by a.number desc) from rail_attempts a
    where a.order_type = '${type}' and a.order_id = u.id), '[]'::jsonb)`
