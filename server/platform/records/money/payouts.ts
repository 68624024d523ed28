/**
 * Sends approved withdrawals to their rails, asks what became of them, and applies what rails tell (money, Rails). Each call is made
 * outside a transaction, once for each attempt: before it the attempt is marked as being sent, so that one whose process died is
 * looked up, and never sent again.
 */
import { LENGTH } from '@contract/constants'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { retriedTransaction } from '@server/platform/db/retry'
import { textOf } from '@server/platform/lib/bytes'
import type { Keys } from '@server/platform/lib/secrets'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { NotYet, type Message } from '@server/platform/modules/outbox/messages'
import type { Receivers } from '@server/platform/modules/outbox/worker'
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import {
  railNamed,
  type ConnectedRails,
  type Outcome as Called,
  type Payout,
  type RailOf,
} from '@server/platform/ports/rails'
import { expectedOf, NO_PAYMENT, openDiscrepancies, reportedOf } from './discrepancy'
import { isUnderWay, type AttemptState } from './payout-attempts'
import { detailsIn } from './payout-details'
import {
  LOOKUP_BELIEVED_S,
  readAttempt,
  scheduleLookup,
  settle,
  type Attempt,
  type Known,
  type Outcome,
} from './payout-outcome'

export interface PayoutDeps {
  db: Db
  clock: Clock
  rails: ConnectedRails
  keys: Pick<Keys, 'entrusted'>
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
}

/** What the history says of each state that a withdrawal comes to by itself. */
const EVENTS: Readonly<Record<string, string>> = {
  APPROVED: 'unsent',
  PROCESSING: 'send',
  COMPLETED: 'pay',
  FAILED: 'fail',
  UNKNOWN: 'loseSight',
}

const knownOf = ({ state, external_ref, reason, amount, currency }: Payout): Known => ({
  is: state,
  external_ref,
  message: reason,
  amount,
  currency,
})
/** @returns what a call tells of an attempt */
export function afterCall(called: Called<Payout>): Known {
  switch (called.is) {
    case 'answered':
      return knownOf(called.answer)
    case 'refused':
      return { is: 'FAILED', message: called.message }
    case 'unknown':
      return { is: 'UNKNOWN', message: called.why }
    case 'unsent':
      return { is: 'UNSENT', message: called.why }
  }
}

/** @returns the receivers of the outbox for payouts */
export function createPayouts({
  db,
  clock,
  rails,
  keys,
  changed,
}: PayoutDeps): Pick<Receivers, 'payout' | 'payoutLookup' | 'railEvent'> {
  const now = () => new Date(clock.now()).toISOString()
  /** As people read it: it begins with a capital letter, and is not too long. */
  const sentenceOf = (text: string | null) =>
    text && (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, LENGTH.freeText.short)

  /** Writes the state of a withdrawal, with an entry in its history. */
  async function become(
    tx: Queryable,
    { withdrawal }: Attempt,
    values: { status: string; external_ref?: string | null; paid_at?: string | null },
  ): Promise<Changed[]> {
    const { status, external_ref = null, paid_at = null } = values
    await tx.query(
      `update withdrawals set status = $2::text, external_ref = coalesce($3::text, external_ref), paid_at = coalesce($4::timestamptz, paid_at),
         version = version + 1, updated_at = $5::timestamptz where id = $1::uuid`,
      [withdrawal.id, status, external_ref, paid_at, now()],
    )
    await writeAuditRows(tx, clock, { actorId: null, subject: manualWithdrawal.subject, origin: OF_THE_PLATFORM }, [
      {
        action: EVENTS[status]!,
        subjectId: withdrawal.id,
        before: { status: withdrawal.status },
        after: { status, ...(external_ref !== null && { external_ref }), ...(paid_at !== null && { paid_at }) },
      },
    ])
    return [
      { record: 'manualWithdrawal', ids: [withdrawal.id], edited: true },
      { record: 'users', ids: [withdrawal.user_id] },
    ]
  }

  /** Opens a discrepancy where the rail says something else than what is settled, or another amount. */
  async function compare(
    tx: Queryable,
    { rail, reference, state, withdrawal }: Attempt,
    { differs }: Outcome,
    known: Known,
    again: boolean,
  ): Promise<Changed[]> {
    if (differs === null) return []
    const ours = { amount: withdrawal.net_amount, currency: withdrawal.currency }
    const finding = {
      rail,
      kind: differs,
      withdrawal: { id: withdrawal.id, store: withdrawal.store },
      rail_reference: reference,
      expected: expectedOf(state, ours),
      reported: reportedOf(known.is, { ...ours, ...known }),
    }
    return openDiscrepancies(tx, clock, [finding], again ? 'again' : 'once')
  }

  /**
   * Applies what is known of an attempt, in a transaction of its own.
   * @param effects `andThen` and, where there is no such attempt, `orElse` are in the same transaction; `isEvent`: the rail tells it now, and
   *   is not asked again and again
   */
  async function apply(
    find: Parameters<typeof readAttempt>[1],
    known: Known,
    {
      andThen,
      orElse,
      isEvent = false,
    }: {
      andThen?: (tx: Queryable, attempt: Attempt, outcome: Outcome) => Promise<unknown>
      orElse?: (tx: Queryable) => Promise<Changed[]>
      isEvent?: boolean
    } = {},
  ): Promise<void> {
    const what = await retriedTransaction(db, async (tx) => {
      const attempt = await readAttempt(tx, find)
      if (!attempt) return (await orElse?.(tx)) ?? []
      const outcome = await settle(tx, attempt, { ...known, message: sentenceOf(known.message) }, { at: now() })
      const what: Changed[] = outcome.status
        ? await become(tx, attempt, { ...outcome, status: outcome.status })
        : [{ record: 'manualWithdrawal', ids: [attempt.withdrawal.id] }]
      const opened = await compare(tx, attempt, outcome, known, isEvent)
      await andThen?.(tx, attempt, outcome)
      return [...what, ...opened]
    })
    await changed(what)
  }

  const railOf = (name: string): RailOf<'PAYOUT'> => {
    const rail = railNamed(rails, 'PAYOUT', name)
    if (!rail) throw new NotYet(`the rail ${name} is not connected`)
    return rail
  }

  /** Marks an attempt as being sent. @returns it, if it is to be sent now */
  async function begin(id: string): Promise<Attempt | null> {
    const begun = await retriedTransaction(db, async (tx) => {
      const attempt = await readAttempt(tx, { id })
      if (!attempt || attempt.withdrawal.status !== 'APPROVED' || attempt.state !== 'QUEUED')
        return { attempt, isSent: false, what: [] }
      // Of a rail that is not connected nothing is marked.
      railOf(attempt.rail)
      await tx.query(
        `update payout_attempts set state = 'SENDING', started_at = clock_timestamp(), message = null where id = $1::uuid`,
        [id],
      )
      return { attempt, isSent: true, what: await become(tx, attempt, { status: 'PROCESSING' }) }
    })
    await changed(begun.what)
    if (begun.isSent) return begun.attempt
    // A process has died while it sent it: nobody knows how far it came.
    if (begun.attempt?.state === 'SENDING')
      await apply(
        { id },
        { is: 'UNKNOWN', message: 'the server stopped while it was sent' },
        { andThen: (tx) => scheduleLookup(tx, id, 0) },
      )
    return null
  }

  async function payout({ payload }: Message<'payout'>): Promise<void> {
    const { attempt: id } = payload
    const attempt = await begin(id)
    if (!attempt) return
    const { withdrawal, reference } = attempt
    if (withdrawal.payout_sealed === null) {
      await apply({ id }, { is: 'FAILED', message: 'The payout details are not known' })
      return
    }
    const order = {
      reference,
      amount: withdrawal.net_amount,
      currency: withdrawal.currency,
      payee: withdrawal.payee,
      details: detailsIn(textOf(keys.entrusted.decrypt(withdrawal.payout_sealed))),
    }
    const known = afterCall(await railOf(attempt.rail).payouts.pay(order))
    await apply({ id }, known, {
      // What is accepted is reported by an event, which can be lost.
      andThen: async (tx) => {
        if (known.is === 'UNKNOWN' || known.is === 'ACCEPTED') await scheduleLookup(tx, id, 0)
      },
    })
    if (known.is === 'UNSENT') throw new NotYet(known.message ?? 'it was not sent')
  }

  async function payoutLookup({ payload: { attempt: id, nth } }: Message<'payoutLookup'>): Promise<void> {
    const [found] = await db.query<{ reference: string; rail: string; state: AttemptState; age: number }>(
      `select reference, rail, state, extract(epoch from clock_timestamp() - started_at)::int as age from payout_attempts where id = $1::uuid`,
      [id],
    )
    if (!found || !isUnderWay(found.state)) return
    const { payouts, isAuthoritative } = railOf(found.rail)
    const called = await payouts.lookUp(found.reference)
    const known = ((): Known | null => {
      if (called.is === 'answered' && called.answer === null)
        return isAuthoritative && found.age >= LOOKUP_BELIEVED_S
          ? { is: 'FAILED', message: 'The rail has no such payment' }
          : { is: 'UNKNOWN', message: 'The rail does not know this payment yet' }
      if (called.is === 'answered') return knownOf(called.answer!)
      // A refused or failed look-up says nothing about the payment.
      return null
    })()
    const next = async (tx: Queryable) => {
      const [row] = await tx.query<{ state: AttemptState }>('select state from payout_attempts where id = $1::uuid', [
        id,
      ])
      if (nth !== null && isUnderWay(row!.state)) await scheduleLookup(tx, id, nth + 1)
    }
    if (known) await apply({ id }, known, { andThen: next })
    else await db.transaction(next)
  }

  async function railEvent({ payload: { event: id } }: Message<'railEvent'>): Promise<void> {
    const [event] = await db.query<{ rail: string; body: string; applied: boolean }>(
      `select rail, body, applied_at is not null as applied from rail_events where id = $1::uuid`,
      [id],
    )
    if (!event || event.applied) return
    const payout = railOf(event.rail).payoutIn(event.body)
    const applied = (outcome: string) => (tx: Queryable) =>
      tx.query('update rail_events set applied_at = clock_timestamp(), outcome = $2::text where id = $1::uuid', [
        id,
        outcome,
      ])
    if (!payout) {
      await applied('it is no event of a payout')(db)
      return
    }
    const { rail } = event
    await apply({ reference: payout.reference, rail }, knownOf(payout), {
      isEvent: true,
      andThen: (tx, { withdrawal }, { differs }) =>
        applied(`${payout.state} for ${withdrawal.reference}${differs === null ? '' : `: ${differs}`}`)(tx),
      async orElse(tx) {
        await applied('there is no such reference')(tx)
        const finding = {
          rail,
          kind: 'UNKNOWN_REFERENCE' as const,
          withdrawal: null,
          rail_reference: payout.reference,
          expected: NO_PAYMENT,
          reported: reportedOf(payout.state, payout),
        }
        return openDiscrepancies(tx, clock, [finding], 'again')
      },
    })
  }

  return { payout, payoutLookup, railEvent }
}
