/** The transfers of withdrawals (ledger, purposes): locked with the request, then paid or returned. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import type { Movement } from '@server/platform/modules/ledger/post'
import type { OrderType } from './rail-attempts'
import { causeOf, type By } from './rail-orders'

/** Sources of its transfers: what is paid by staff or a bank, and what is paid in coins. */
export type WithdrawalType = Extract<OrderType, 'withdrawal' | 'crypto_withdrawal'>

/** Where withdrawals of each type are; the view `all_withdrawals` has both, without refunds. */
export const WITHDRAWAL_TABLES: Readonly<Record<WithdrawalType, string>> = {
  withdrawal: 'withdrawals',
  crypto_withdrawal: 'crypto_withdrawals',
}

/** What its transfers say of a withdrawal. */
export interface WithdrawalMoney {
  id: string
  user_id: string
  reference: string
  amount: string
  fee: string
  /** Null: staff pay it. */
  rail: string | null
  /** Id of the deposit that it sends back: that money never was the user's cash. Null: it is none. */
  refund_of: string | null
}
type Locked = Omit<WithdrawalMoney, 'fee'>
const clearingOf = ({ rail }: Pick<WithdrawalMoney, 'rail'>) => ({ rail: rail ?? 'MANUAL' })
/** The transfer of a request: its money is locked. What is sent back was never credited: it comes from where the coins are. */
export const lockMovement = (type: WithdrawalType, of: Locked, by: By): Movement => ({
  ...(of.refund_of === null
    ? { purpose: 'WITHDRAWAL_REQUESTED', debit: 'CASH', reason: `Withdrawal ${of.reference}` }
    : { purpose: 'REFUND_REQUESTED', debit: 'CLEARING', ...clearingOf(of), reason: `Refund ${of.reference}` }),
  credit: 'LOCKED',
  amount: of.amount,
  ...causeOf(type, of, by),
})
/** The transfer of a withdrawal that is not paid. */
export const returnMovement = (type: WithdrawalType, of: Locked, by: By): Movement => ({
  ...(of.refund_of === null
    ? { purpose: 'WITHDRAWAL_REFUSED', credit: 'CASH', reason: `Withdrawal ${of.reference} returned` }
    : { purpose: 'REFUND_REFUSED', credit: 'CLEARING', ...clearingOf(of), reason: `Refund ${of.reference} not sent` }),
  debit: 'LOCKED',
  amount: of.amount,
  ...causeOf(type, of, by),
})
/** The transfers of a withdrawal that was paid: the money, and the fee if there is one. */
export function paidMovements(type: WithdrawalType, of: WithdrawalMoney, by: By): Movement[] {
  const fee = hundredthsOf(of.fee)
  const cause = causeOf(type, of, by)
  return [
    {
      ...(of.refund_of === null
        ? { purpose: 'WITHDRAWAL_PAID', reason: `Withdrawal ${of.reference}` }
        : { purpose: 'REFUND_PAID', reason: `Refund ${of.reference}` }),
      debit: 'LOCKED',
      credit: 'CLEARING',
      ...clearingOf(of),
      amount: amountOf(hundredthsOf(of.amount) - fee),
      ...cause,
    },
    ...(fee === 0n
      ? []
      : [
          {
            purpose: 'WITHDRAWAL_FEE',
            debit: 'LOCKED',
            credit: 'FEES',
            amount: of.fee,
            reason: `Fee of the withdrawal ${of.reference}`,
            ...cause,
          } as const,
        ]),
  ]
}
