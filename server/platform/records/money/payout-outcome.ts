/** What follows from what is known of an attempt to pay: of its withdrawal, and of the locked money (money, UNKNOWN). */
import type { DiscrepancyKind } from '@contract/records/money/discrepancy'
import type { Queryable } from '@server/platform/ports/db'
import { enqueue } from '@server/platform/modules/outbox/messages'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { paidMovements, type By } from './withdrawal-money'
import { isUnderWay, type AttemptState } from './payout-attempts'

/** An attempt with its withdrawal, both locked. */
export interface Attempt {
  id: string
  state: AttemptState
  reference: string
  rail: string
  /** Whole seconds since it was sent. */
  age: number
  withdrawal: {
    id: string
    user_id: string
    store: string | null
    reference: string
    status: string
    amount: string
    fee: string
    net_amount: string
    rail: string | null
    payee: string
    currency: string
    payout_sealed: string | null
  }
}

/** What is known. `RETURNED`: it was paid, and the money came back. */
export interface Known {
  is: 'ACCEPTED' | 'PAID' | 'FAILED' | 'RETURNED' | 'UNKNOWN' | 'UNSENT'
  external_ref?: string | null
  message: string | null
  /** What the rail says that it pays; another amount than ours settles nothing. */
  amount?: string
  currency?: string
}

/** What a withdrawal becomes; without a status it stays as it is. */
export interface Outcome {
  status: 'APPROVED' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN' | null
  external_ref: string | null
  /** ISO time. */
  paid_at: string | null
  /** The rail says something else about what is settled, or another amount: nothing follows from it by itself. */
  differs: Extract<DiscrepancyKind, 'CONTRADICTION' | 'AMOUNT_DIFFERS'> | null
}

const NOTHING: Outcome = { status: null, external_ref: null, paid_at: null, differs: null }
const CONTRADICTION: Outcome = { ...NOTHING, differs: 'CONTRADICTION' }

/** Seconds after which an attempt is looked up, one look-up after the other; then every hour. */
const LOOKUP_AFTER_S = [5, 30, 120, 600] as const
const LOOKUP_LATER_S = 3600
/** 'No such reference' is believed only so long after the attempt, in seconds. */
export const LOOKUP_BELIEVED_S = 600

/** Schedules the next look-up. @param nth its number, from 0 */
export const scheduleLookup = (tx: Queryable, attempt: string, nth: number): Promise<string> =>
  enqueue(tx, 'payoutLookup', { attempt, nth }, { inSeconds: LOOKUP_AFTER_S[nth] ?? LOOKUP_LATER_S })

/** Reads an attempt, and locks it and its withdrawal until the end of the transaction. @returns null where there is none */
export async function readAttempt(
  tx: Queryable,
  by: { id: string } | { reference: string; rail: string } | { withdrawal: string },
): Promise<Attempt | null> {
  const [column, value] =
    'id' in by
      ? (['a.id::text', by.id] as const)
      : 'withdrawal' in by
        ? (['a.withdrawal_id::text', by.withdrawal] as const)
        : (['a.reference', by.reference] as const)
  // The withdrawal first, as every other change of it does.
  const [found] = await tx.query<{ id: string; rail: string }>(
    `select a.id::text as id, a.rail from payout_attempts a where ${column} = $1::text order by a.number desc limit 1`,
    [value],
  )
  if (!found || ('rail' in by && found.rail !== by.rail)) return null
  await tx.query(
    `select 1 from withdrawals w where w.id = (select withdrawal_id from payout_attempts where id = $1::uuid) for update`,
    [found.id],
  )
  const [row] = await tx.query<Omit<Attempt, 'withdrawal'> & { withdrawal: Attempt['withdrawal'] }>(
    `select a.id::text as id, a.state, a.reference, a.rail,
       coalesce(floor(extract(epoch from clock_timestamp() - a.started_at)), 0)::int as age,
       json_build_object('id', w.id, 'user_id', w.user_id, 'store', w.store_code, 'reference', w.reference, 'status', w.status, 'amount', w.amount::text,
         'fee', w.fee::text, 'net_amount', w.net_amount::text, 'rail', w.rail, 'payee', w.payee, 'currency', p.currency,
         'payout_sealed', w.payout_sealed) as withdrawal
     from payout_attempts a join withdrawals w on w.id = a.withdrawal_id join users p on p.id = w.user_id
     where a.id = $1::uuid for update of a`,
    [found.id],
  )
  return row ?? null
}

/** States of a withdrawal whose payment is not settled. */
const PAYING: readonly string[] = ['PROCESSING', 'UNKNOWN']

/**
 * Notes what is known of an attempt, and posts the transfers that follow from it.
 * @param attempt as `readAttempt` gave it in this transaction @returns what the withdrawal becomes: the caller writes it
 */
export async function settle(tx: Queryable, attempt: Attempt, known: Known, by: By): Promise<Outcome> {
  const { withdrawal } = attempt
  // What an earlier attempt did is settled, also while a later one is under way.
  const isPaying = PAYING.includes(withdrawal.status) && isUnderWay(attempt.state)
  const external_ref = known.external_ref ?? null
  const note = (state: AttemptState) =>
    tx.query(
      `update payout_attempts set state = $2::text, message = $3::text, external_ref = coalesce($4::text, external_ref) where id = $1::uuid`,
      [attempt.id, state, known.message, external_ref],
    )
  const isOther =
    (known.amount !== undefined && known.amount !== withdrawal.net_amount) ||
    (known.currency !== undefined && known.currency !== withdrawal.currency)
  if (isOther) return { ...NOTHING, differs: 'AMOUNT_DIFFERS' }
  switch (known.is) {
    case 'PAID':
      if (attempt.state === 'PAID') return NOTHING
      if (!isPaying) return CONTRADICTION
      await note('PAID')
      await postTransfers(tx, paidMovements(withdrawal, by))
      return { ...NOTHING, status: 'COMPLETED', external_ref, paid_at: by.at }
    case 'FAILED':
      if (attempt.state === 'FAILED') return NOTHING
      if (!isPaying) return CONTRADICTION
      await note('FAILED')
      return { ...NOTHING, status: 'FAILED' }
    case 'RETURNED':
      // Never booked as paid: the money is where it was.
      if (isPaying) {
        await note('FAILED')
        return { ...NOTHING, status: 'FAILED' }
      }
      return attempt.state === 'PAID' ? CONTRADICTION : NOTHING
    case 'ACCEPTED':
      if (!isPaying) return NOTHING
      await note('ACCEPTED')
      return { ...NOTHING, status: withdrawal.status === 'UNKNOWN' ? 'PROCESSING' : null }
    case 'UNSENT':
      if (attempt.state !== 'SENDING') return NOTHING
      await note('QUEUED')
      return { ...NOTHING, status: 'APPROVED' }
    case 'UNKNOWN':
      // What people read stays why it is unknown, however often the rail is asked.
      if (!isPaying || withdrawal.status === 'UNKNOWN') return NOTHING
      await note('UNKNOWN')
      return { ...NOTHING, status: 'UNKNOWN' }
  }
}
