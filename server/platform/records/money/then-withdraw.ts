/** 'Then withdraw' of a redeem (money, /platform-transaction/platform-withdrawal): what the user gets is withdrawn in the same transaction. */
import { THEN_WITHDRAW_REFUSAL } from '@contract/records/money/platform-withdrawal'
import { MANUAL_WITHDRAWAL_REFUSAL, manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { HttpFailure, rejected } from '@server/platform/operations/failure'
import type { Queryable } from '@server/platform/ports/db'
import { inTurn } from '@server/platform/records/in-turn'
import type { Columns } from '@server/platform/records/writes'
import { isAskedFor, storedDetails, type StoredDetails } from './payout-details'
import { addWithdrawal } from './added-withdrawal'
import type { Order } from './rail-orders'
import { openWithdrawal, payoutMethod } from './withdrawal-request'

/** A redeem that is done. */
export interface Redeemed extends Pick<Order, 'id' | 'user_id' | 'store' | 'reference'> {
  /** Id of the method that the user is paid with; null: the money stays in the user's cash. */
  payout_method_id: string | null
  source: string
}

/** @throws 422 at the method that the user cannot be paid with, or has stored no details for */
export async function requireThenWithdraw(on: Queryable, user: string, method: string): Promise<void> {
  const refuse = (text: string) => rejected({ payout_method: [text] })
  const found = await payoutMethod(on, method, user)
  if (!found?.is_for_user) throw refuse(MANUAL_WITHDRAWAL_REFUSAL.method)
  const stored = await storedDetails(on, { user, payment_method: method })
  if (!stored) throw refuse(THEN_WITHDRAW_REFUSAL.noDetails)
  if (!isAskedFor(found.payout_fields, stored)) throw refuse(THEN_WITHDRAW_REFUSAL.details)
}

/** Lets requests of the user's withdrawals wait: before the money of the redeem is posted, because those lock the accounts afterwards, too. */
export async function beforeWithdrawing(
  tx: Queryable,
  { user_id, payout_method_id }: Pick<Redeemed, 'user_id' | 'payout_method_id'>,
): Promise<void> {
  if (payout_method_id !== null) await inTurn(tx, manualWithdrawal.name, user_id)
}

/** Adds the row of a withdrawal, which nobody of staff requested. @returns its id */
async function add(
  tx: Queryable,
  { id: redeem, reference, store, user_id, payout_method_id, source }: Redeemed,
  { amount, details, at }: { amount: string; details: StoredDetails; at: string },
  terms: Columns,
): Promise<string> {
  const added = await addWithdrawal(
    tx,
    'withdrawal',
    { store, at, actor: null, reason: `Redeem ${reference}`, told: { redeem } },
    {
      user_id: { value: user_id, type: 'uuid', field: 'user' },
      payment_method_id: { value: payout_method_id, type: 'uuid', field: 'payment_method' },
      amount: { value: amount, type: 'numeric' },
      payee: { value: details.payee, type: 'text' },
      source: { value: source, type: 'text' },
      ...terms,
    },
  )
  return added.id
}

/** A refusal as the redeem says it: nobody can choose another method any more. */
function whyNot({ details, message }: HttpFailure): string {
  const { errors = {} } = details
  if (errors.payment_method) return THEN_WITHDRAW_REFUSAL.method
  return Object.values(errors).flat()[0] ?? message
}

/**
 * Opens the withdrawal that the user asked for with a redeem. The redeem is done also where it cannot be opened: the money is the user's.
 * @param net what the user got: decimal text with two places @param at ISO time
 * @returns the columns of the redeem that say what became of it
 */
export async function thenWithdraw(tx: Queryable, redeem: Redeemed, net: string, at: string): Promise<Columns> {
  const { user_id: user, payout_method_id: payment_method } = redeem
  if (payment_method === null) return {}
  const became = (withdrawal: string | null, why: string | null): Columns => ({
    withdrawal_id: { value: withdrawal, type: 'uuid', field: 'withdrawal' },
    not_withdrawn: { value: why, type: 'text', field: 'not_withdrawn' },
  })
  const details = await storedDetails(tx, { user, payment_method })
  if (!details) return became(null, THEN_WITHDRAW_REFUSAL.noDetails)
  await tx.query('savepoint then_withdraw')
  try {
    const id = await openWithdrawal(tx, { user, payment_method, amount: net }, at, {
      payTo({ payout_fields }) {
        if (!isAskedFor(payout_fields, details)) throw rejected({ details: [THEN_WITHDRAW_REFUSAL.details] })
        return Promise.resolve(details)
      },
      add: (terms) => add(tx, redeem, { amount: net, details, at }, terms),
    })
    await tx.query('release savepoint then_withdraw')
    return became(id, null)
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.status !== 422) throw error
    await tx.query('rollback to savepoint then_withdraw')
    return became(null, whyNot(error))
  }
}
