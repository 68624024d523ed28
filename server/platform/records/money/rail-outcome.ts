/** What follows from what is known of an attempt: of its order, and of the locked money (money, UNKNOWN). */
import { moneyText } from '@contract/amounts'
import type { DiscrepancyKind } from '@contract/records/money/discrepancy'
import type { Queryable } from '@server/platform/ports/db'
import { enqueue } from '@server/platform/modules/outbox/messages'
import type { Columns } from '@server/platform/records/writes'
import type { Known } from './rail-answers'
import { isUnderWay, type AttemptState, type OrderType } from './rail-attempts'
import type { By, Order, OrderKind, OrderStatus } from './rail-orders'

/** An attempt, locked after its order. */
export interface Attempt {
  id: string
  state: AttemptState
  reference: string
  rail: string
  amount: string | null
  unit: string
  /** What was said of it last. */
  message: string | null
}

/** What an order becomes; without a status it stays as it is. */
export interface Outcome {
  /** One of `OrderStatus`, or the state in which such orders wait. */
  status: string | null
  columns: Columns
  /** What the history calls it, where the order stays in its state. */
  action?: string
  /** The rail says something else about what is settled, or another amount: nothing follows from it by itself. */
  differs: Extract<DiscrepancyKind, 'CONTRADICTION' | 'AMOUNT_DIFFERS'> | null
}

const NOTHING: Outcome = { status: null, columns: {}, differs: null }
const CONTRADICTION: Outcome = { ...NOTHING, differs: 'CONTRADICTION' }

/** Seconds after which an attempt is looked up, one look-up after the other; then every hour. */
const LOOKUP_AFTER_S = [5, 30, 120, 600] as const
const LOOKUP_LATER_S = 3600
/** 'No such reference' is believed only so long after the attempt, in seconds. */
export const LOOKUP_BELIEVED_S = 600

/** After so long without an end, in seconds, nobody waits for the rail any more: people can say what became of it. */
export const STALE_S = 3600

/** Schedules the next look-up. @param nth its number, from 0 */
export const scheduleLookup = (tx: Queryable, attempt: string, nth: number): Promise<string> =>
  enqueue(tx, 'railLookup', { attempt, nth }, { inSeconds: LOOKUP_AFTER_S[nth] ?? LOOKUP_LATER_S })

/** Finds an attempt. @param by for an order: its last one @returns null where there is none */
export async function findAttempt(
  on: Queryable,
  by: { id: string } | { reference: string; rail: string } | { type: OrderType; order: string },
): Promise<{ id: string; type: OrderType; order: string } | null> {
  const [where, values] =
    'id' in by
      ? ['a.id = $1::uuid', [by.id]]
      : 'order' in by
        ? ['a.order_type = $1::text and a.order_id = $2::uuid', [by.type, by.order]]
        : ['a.reference = $1::text and a.rail = $2::text', [by.reference, by.rail]]
  const [found] = await on.query<{ id: string; type: OrderType; order: string }>(
    `select a.id::text as id, a.order_type as type, a.order_id::text as "order" from rail_attempts a where ${where}
     order by a.number desc limit 1`,
    values,
  )
  return found ?? null
}

/** Locks an order, as every other change of it does first, and then the attempt. @returns both, as they are now; null where there is none */
export async function readAttempt<O extends Order>(
  tx: Queryable,
  kind: OrderKind<O>,
  { id, order: row }: { id: string; order: string },
): Promise<{ attempt: Attempt; order: O } | null> {
  const order = await kind.read(tx, row)
  const [attempt] = await tx.query<Attempt>(
    `select a.id::text as id, a.state, a.reference, a.rail, a.amount::text as amount, a.unit, a.message
     from rail_attempts a where a.id = $1::uuid for update`,
    [id],
  )
  return order && attempt ? { attempt, order } : null
}

/** States of an order whose attempt is not settled. */
const PAYING: readonly string[] = ['PROCESSING', 'UNKNOWN'] satisfies OrderStatus[]

/**
 * Notes what is known of an attempt, and posts the transfers that follow from it.
 * @param read as `readAttempt` gave it in this transaction @returns what the order becomes: the caller writes it
 */
export async function settle<O extends Order>(
  tx: Queryable,
  kind: OrderKind<O>,
  { attempt, order }: { attempt: Attempt; order: O },
  told: Known,
  by: By,
): Promise<Outcome> {
  const known: Known = told.is === 'ACCEPTED' && kind.isDone?.(order, told) ? { ...told, is: 'DONE' } : told
  // What an earlier attempt did is settled, also while a later one is under way.
  const isPaying = PAYING.includes(order.status) && isUnderWay(attempt.state)
  const become = (status: OrderStatus, columns: Columns = {}): Outcome => ({ ...NOTHING, status, columns })
  const note = (state: AttemptState, message = known.message) =>
    tx.query(
      `update rail_attempts set state = $2::text, message = $3::text, external_ref = coalesce($4::text, external_ref),
         amount = case when $2::text = 'DONE' then coalesce($5::numeric, amount) else amount end,
         done_at = case when $2::text = 'DONE' then $6::timestamptz else done_at end,
         confirmations = greatest(confirmations, $7::int) where id = $1::uuid`,
      [
        attempt.id,
        state,
        message,
        known.external_ref ?? null,
        known.amount ?? null,
        by.at,
        known.confirmations ?? null,
      ],
    )
  const isOther =
    (attempt.amount !== null && (known.amount ?? attempt.amount) !== attempt.amount) ||
    (known.unit ?? attempt.unit) !== attempt.unit ||
    (known.of ?? kind.type) !== kind.type
  if (isOther) {
    const differs = { ...NOTHING, differs: 'AMOUNT_DIFFERS' } as const
    if (known.is === 'ACCEPTED' || !isPaying || order.status === 'UNKNOWN') return differs
    // It has ended, and not as it was asked for: a person finds out what is right.
    const amount = known.amount ? ` ${moneyText(known.amount, known.unit ?? attempt.unit)}` : ''
    await note('UNKNOWN', `The rail says: ${known.said ?? 'failed'}${amount}`)
    return { ...differs, status: 'UNKNOWN' }
  }
  switch (known.is) {
    case 'DONE':
      if (attempt.state === 'DONE') return NOTHING
      if (!isPaying) return CONTRADICTION
      await note('DONE')
      return become('COMPLETED', await kind.done(tx, order, known, by))
    case 'FAILED':
      if (attempt.state === 'FAILED') return NOTHING
      if (!isPaying) return CONTRADICTION
      await note('FAILED')
      await kind.failed?.(tx, order, by)
      return become('FAILED')
    case 'RETURNED':
      // Never booked as done: the money is where it was.
      if (isPaying) {
        await note('FAILED')
        await kind.failed?.(tx, order, by)
        return become('FAILED')
      }
      return attempt.state === 'DONE' ? CONTRADICTION : NOTHING
    case 'ACCEPTED':
      if (!isPaying) return NOTHING
      await note('ACCEPTED')
      return {
        ...NOTHING,
        ...kind.onTheWay?.(order, known),
        status: order.status === 'UNKNOWN' ? 'PROCESSING' : null,
      }
    case 'UNSENT':
      if (attempt.state !== 'SENDING') return NOTHING
      await note('QUEUED')
      return { ...NOTHING, status: kind.waits }
    case 'UNKNOWN':
      // What people read stays why it is unknown, however often the rail is asked.
      if (!isPaying || order.status === 'UNKNOWN') return NOTHING
      await note('UNKNOWN')
      return become('UNKNOWN')
  }
}
