/** The request of a withdrawal (money, Withdrawals), by an app or with a redeem: the terms of its method, and its money, which is locked. */
import { hundredthsOf, moneyText } from '@contract/amounts'
import { feeOf, type MethodFees } from '@contract/records/money/method-fee'
import { MANUAL_WITHDRAWAL_REFUSAL } from '@contract/records/money/manual-withdrawal'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import type { Columns } from '@server/platform/records/writes'
import type { PayoutField, SealedDetails } from './payout-details'
import { lockRequested, requireCash, requireFewOpen } from './withdrawal-desk'

/** A method, with what of it depends on the user. Amounts are decimal texts. */
export interface PayoutMethod extends MethodFees {
  minimum: string
  maximum: string
  rail: string | null
  payout_fields: readonly PayoutField[]
  /** The level's own fee, which replaces the method's percentage. */
  level_percent: string | null
  is_for_user: boolean
  is_closed: boolean
  currency: string
  cash: string
}

/** @returns the method as it is now, and what of it depends on the user; undefined where there is none */
export async function payoutMethod(on: Queryable, method: string, user: string): Promise<PayoutMethod | undefined> {
  const [row] = await on.query<PayoutMethod>(
    `select m.minimum::text as minimum, m.maximum::text as maximum, m.rail, m.payout_fields, m.fee_fixed::text as fee_fixed,
       m.fee_percent::text as fee_percent, l.fee_percent::text as level_percent, p.account_status = 'CLOSED' as is_closed, p.currency,
       p.cash_balance::text as cash,
       m.direction <> 'DEPOSIT' and not m.is_deleted and m.store_code is not distinct from p.store
         and (m.level_ids = '{}' or p.user_level_id = any(m.level_ids)) as is_for_user
     from payment_methods m cross join users p left join user_levels l on l.id = p.user_level_id
     where m.id = $1::uuid and p.id = $2::uuid`,
    [method, user],
  )
  return row
}

/** @throws 422 at the method that is not for withdrawals of the user, and at the user whose account is closed */
export async function requirePayoutMethod(
  on: Queryable,
  { user, payment_method }: Pick<Requested, 'user' | 'payment_method'>,
): Promise<PayoutMethod> {
  const method = await payoutMethod(on, payment_method, user)
  if (!method?.is_for_user) throw rejected({ payment_method: [MANUAL_WITHDRAWAL_REFUSAL.method] })
  if (method.is_closed) throw rejected({ user: [WITHDRAWAL_REFUSAL.account] })
  return method
}

/** @throws 422 at the amount that the method does not take */
function feeFor(method: PayoutMethod, amount: string): { fee: string; net: string } {
  const { minimum, maximum, currency, level_percent } = method
  const money = (text: string) => moneyText(text, currency)
  if (hundredthsOf(amount) < hundredthsOf(minimum))
    throw rejected({ amount: [MANUAL_WITHDRAWAL_REFUSAL.below(money(minimum))] })
  if (hundredthsOf(amount) > hundredthsOf(maximum))
    throw rejected({ amount: [MANUAL_WITHDRAWAL_REFUSAL.above(money(maximum))] })
  const fees = level_percent === null ? method : { ...method, fee_percent: level_percent }
  const { fee, net } = feeOf(fees, amount)
  if (hundredthsOf(net) <= 0n) throw rejected({ amount: [WITHDRAWAL_REFUSAL.fee(money(fee))] })
  return { fee, net }
}

/** What is requested. */
export interface Requested {
  user: string
  payment_method: string
  /** Decimal text with two places. */
  amount: string
}
/** Where the two ways of requesting one differ. */
export interface RequestedBy {
  /** @returns the details that are paid; those that are new are kept @throws 422 where they cannot be used */
  payTo: (method: PayoutMethod) => Promise<SealedDetails>
  /** Adds the row with these columns and those that it was requested with. @returns its id */
  add: (columns: Columns) => Promise<string>
}

/**
 * Adds a withdrawal and locks its amount. Its user's requests wait for each other (`inTurn`).
 * @param at ISO time @returns its id @throws 422 at what cannot be requested
 */
export async function openWithdrawal(
  tx: Queryable,
  { user, payment_method, amount }: Requested,
  at: string,
  { payTo, add }: RequestedBy,
): Promise<string> {
  await requireFewOpen(tx, user)
  const method = await requirePayoutMethod(tx, { user, payment_method })
  const { fee, net } = feeFor(method, amount)
  const details = await payTo(method)
  requireCash(method, amount)
  const id = await add({
    fee: { value: fee, type: 'numeric', field: 'fee' },
    net_amount: { value: net, type: 'numeric', field: 'net_amount' },
    destination: { value: details.destination, type: 'text', field: 'destination' },
    rail: { value: method.rail, type: 'text', field: 'rail' },
    requested_at: { value: at, type: 'timestamptz' },
    payout_sealed: { value: details.sealed, type: 'text', follows: true },
    payout_fingerprint: { value: details.fingerprint, type: 'text', follows: true },
  })
  await lockRequested(tx, 'withdrawal', { id, user, amount, at }, method)
  return id
}
