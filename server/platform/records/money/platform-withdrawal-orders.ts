/** Redeems: what follows when the platform has taken the credits from the account. */
import { platformWithdrawal } from '@contract/records/money/platform-withdrawal'
import { moneyFor } from '@contract/records/money/platform-request'
import { feeOf } from '@contract/records/money/method-fee'
import { postTransfers, type Movement } from '@server/platform/modules/ledger/post'
import { orderSql, type PlatformOrder } from './platform-requests'
import { knownAfter, knownOfJob } from './rail-answers'
import type { OrderType } from './rail-attempts'
import { causeOf, sentBy, type By, type OrderKind } from './rail-orders'
import { beforeWithdrawing, thenWithdraw, type Redeemed } from './then-withdraw'

export const REDEEMS = 'platform_withdrawals'
const TYPE: OrderType = 'platform_withdrawal'

export interface RedeemOrder extends PlatformOrder, Redeemed {
  fee_percent: string
}

/** What credits are worth, in decimal texts with two places. */
export function worthOf(
  { rate, fee_percent }: Pick<RedeemOrder, 'rate' | 'fee_percent'>,
  credits: string,
): { amount: string; fee: string; net: string } {
  const amount = moneyFor(credits, rate)
  return { amount, ...feeOf({ fee_fixed: null, fee_percent }, amount) }
}

/** The transfers of a redeem: the money, and the fee if there is one. */
export function redeemedMovements(
  of: Pick<RedeemOrder, 'id' | 'user_id' | 'reference' | 'store_platform_id'>,
  { amount, fee }: { amount: string; fee: string },
  by: By,
): Movement[] {
  const cause = causeOf(TYPE, of, by)
  const paid: Movement = {
    purpose: 'REDEEM_COMPLETED',
    debit: 'PLATFORM',
    store_platform_id: of.store_platform_id,
    credit: 'CASH',
    amount,
    reason: `Redeem ${of.reference}`,
    ...cause,
  }
  if (Number(fee) === 0) return [paid]
  const reason = `Fee of the redeem ${of.reference}`
  return [paid, { purpose: 'REDEEM_FEE', debit: 'CASH', credit: 'FEES', amount: fee, reason, ...cause }]
}

export const redeemOrders: OrderKind<RedeemOrder> = {
  type: TYPE,
  record: 'platformWithdrawal',
  subject: platformWithdrawal.subject,
  table: REDEEMS,
  waits: 'QUEUED',
  events: { QUEUED: 'unsent', PROCESSING: 'send', COMPLETED: 'carryOut', FAILED: 'breakDown', UNKNOWN: 'loseSight' },
  async read(tx, id) {
    const [row] = await tx.query<RedeemOrder>(orderSql(REDEEMS, ['fee_percent', 'payout_method_id', 'source']), [id])
    return row ?? null
  },
  ...sentBy('PLATFORM', async (rail, { username, credits }: RedeemOrder, { reference }) =>
    knownAfter(await rail.platform.run({ reference, kind: 'REDEEM', username, credits }), knownOfJob),
  ),
  async done(tx, order, known, by) {
    const moved = known.amount ?? order.credits!
    const { amount, fee, net } = worthOf(order, moved)
    await beforeWithdrawing(tx, order)
    // Less than half a hundredth is worth nothing.
    if (Number(amount) > 0) await postTransfers(tx, redeemedMovements(order, { amount, fee }, by))
    return {
      moved_credits: { value: moved, type: 'numeric', field: 'moved_credits' },
      amount: { value: Number(amount) > 0 ? amount : null, type: 'numeric', field: 'amount' },
      fee: { value: fee, type: 'numeric', field: 'fee' },
      net_amount: { value: net, type: 'numeric', field: 'net_amount' },
      decided_at: { value: by.at, type: 'timestamptz', field: 'decided_at' },
      ...(await thenWithdraw(tx, order, net, by.at)),
      ...(known.external_ref
        ? { external_ref: { value: known.external_ref, type: 'text', field: 'external_ref' } }
        : {}),
    }
  },
  adds({ withdrawal_id }) {
    const id = withdrawal_id?.value as string | null | undefined
    return id ? [{ record: 'manualWithdrawal', ids: [id], edited: true }] : []
  },
}
