/** The transfers of withdrawals (ledger, purposes): locked with the request, then paid or returned. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import type { Movement } from '@server/platform/modules/ledger/post'
import { causeOf, type By } from './rail-orders'

/** What its transfers say of a withdrawal. */
export interface WithdrawalMoney {
  id: string
  user_id: string
  reference: string
  amount: string
}
/** The transfer of a request: its money is locked. */
export const lockMovement = (of: WithdrawalMoney, at: string): Movement => ({
  purpose: 'WITHDRAWAL_REQUESTED',
  debit: 'CASH',
  credit: 'LOCKED',
  amount: of.amount,
  reason: `Withdrawal ${of.reference}`,
  ...causeOf('withdrawal', of, { at }),
})
/** The transfer of a withdrawal that is not paid. */
export const returnMovement = (of: WithdrawalMoney, by: By): Movement => ({
  purpose: 'WITHDRAWAL_REFUSED',
  debit: 'LOCKED',
  credit: 'CASH',
  amount: of.amount,
  reason: `Withdrawal ${of.reference} returned`,
  ...causeOf('withdrawal', of, by),
})
/** The transfers of a withdrawal that was paid: the money, and the fee if there is one. @param rail null: staff paid it */
export function paidMovements(of: WithdrawalMoney & { fee: string; rail: string | null }, by: By): Movement[] {
  const fee = hundredthsOf(of.fee)
  const cause = causeOf('withdrawal', of, by)
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
