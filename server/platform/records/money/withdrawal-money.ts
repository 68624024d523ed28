/** The transfers of withdrawals (ledger, purposes): locked with the request, then paid or returned. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import type { Movement } from '@server/platform/modules/ledger/post'
import type { OrderType } from './rail-attempts'
import { causeOf, type By } from './rail-orders'

/** Sources of its transfers: what is paid by staff or a bank, and what is paid in coins. */
export type WithdrawalType = Extract<OrderType, 'withdrawal' | 'crypto_withdrawal'>

/** What its transfers say of a withdrawal. */
export interface WithdrawalMoney {
  id: string
  user_id: string
  reference: string
  amount: string
  fee: string
}
/** The transfer of a request: its money is locked. */
export const lockMovement = (type: WithdrawalType, of: Omit<WithdrawalMoney, 'fee'>, at: string): Movement => ({
  purpose: 'WITHDRAWAL_REQUESTED',
  debit: 'CASH',
  credit: 'LOCKED',
  amount: of.amount,
  reason: `Withdrawal ${of.reference}`,
  ...causeOf(type, of, { at }),
})
/** The transfer of a withdrawal that is not paid. */
export const returnMovement = (type: WithdrawalType, of: Omit<WithdrawalMoney, 'fee'>, by: By): Movement => ({
  purpose: 'WITHDRAWAL_REFUSED',
  debit: 'LOCKED',
  credit: 'CASH',
  amount: of.amount,
  reason: `Withdrawal ${of.reference} returned`,
  ...causeOf(type, of, by),
})
/** The transfers of a withdrawal that was paid: the money, and the fee if there is one. @param rail null: staff paid it */
export function paidMovements(type: WithdrawalType, of: WithdrawalMoney & { rail: string | null }, by: By): Movement[] {
  const fee = hundredthsOf(of.fee)
  const cause = causeOf(type, of, by)
  return [
    {
      purpose: 'WITHDRAWAL_PAID',
      debit: 'LOCKED',
      credit: 'CLEARING',
      rail: of.rail ?? 'MANUAL',
      amount: amountOf(hundredthsOf(of.amount) - fee),
      reason: `Withdrawal ${of.reference}`,
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
