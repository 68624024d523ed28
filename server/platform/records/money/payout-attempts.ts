/** Attempts to pay a withdrawal by a rail: one call each, with a reference of its own (money, Calls that move something). */
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ATTEMPT_STATES } from '@contract/records/money/manual-withdrawal'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { enqueue } from '@server/platform/modules/outbox/messages'
import type { Queryable } from '@server/platform/ports/db'

const time = () => timestamp({ precision: 3, withTimezone: true })
export const payout_attempts = pgTable(
  'payout_attempts',
  {
    id: uuid().primaryKey(),
    withdrawal_id: uuid().notNull(),
    number: integer().notNull(),
    /** Ours; the rail knows the payout by it. */
    reference: text().notNull(),
    rail: text().notNull(),
    state: text().notNull().default('QUEUED'),
    created_at: time().notNull(),
    /** When it was sent. */
    started_at: time(),
    external_ref: text(),
    /** What the rail, or whoever resolved it, said last. */
    message: text(),
    /** The day of the rail's statement that has it as paid (statements.ts). */
    stated_on: date(),
  },
  ({ withdrawal_id, number, reference, state, rail }) => [
    uniqueIndex('payout_attempts_number').on(withdrawal_id, number),
    uniqueIndex('payout_attempts_reference').on(reference),
    index('payout_attempts_open')
      .on(state)
      .where(sql`state in ('SENDING', 'ACCEPTED', 'UNKNOWN')`),
    index('payout_attempts_unstated')
      .on(rail)
      .where(sql`state = 'PAID' and stated_on is null`),
  ],
)
export type AttemptState = keyof typeof ATTEMPT_STATES

/** States of an attempt that the rail may have carried out, or may still: it is neither sent again nor given up. */
const UNDER_WAY: readonly AttemptState[] = ['SENDING', 'ACCEPTED', 'UNKNOWN']
export const isUnderWay = (state: AttemptState): boolean => UNDER_WAY.includes(state)

/**
 * Adds the next attempt of an approved withdrawal, and the message with which the outbox sends it.
 * @param withdrawal locked by the caller @param at ISO time
 */
export async function queueAttempt(
  tx: Queryable,
  withdrawal: { id: string; reference: string; rail: string },
  at: string,
): Promise<void> {
  const id = uuidV7()
  await tx.query(
    `insert into payout_attempts (id, withdrawal_id, number, reference, rail, created_at)
     select $1::uuid, $2::uuid, n.number, $3::text || '-' || n.number, $4::text, $5::timestamptz
     from (select coalesce(max(a.number), 0) + 1 as number from payout_attempts a where a.withdrawal_id = $2::uuid) n`,
    [id, withdrawal.id, withdrawal.reference, withdrawal.rail, at],
  )
  await enqueue(tx, 'payout', { attempt: id })
}

/** Withdraws an attempt that was not sent. @returns whether there was none, or it could be withdrawn: false where it is being sent */
export async function withdrawAttempt(tx: Queryable, withdrawal: string): Promise<boolean> {
  await tx.query(`delete from payout_attempts where withdrawal_id = $1::uuid and state = 'QUEUED'`, [withdrawal])
  const [open] = await tx.query(
    `select from payout_attempts where withdrawal_id = $1::uuid and state = any($2::text[])`,
    [withdrawal, [...UNDER_WAY]],
  )
  return !open
}
