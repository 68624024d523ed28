/** What the demo's rails told differently: most is open, and one was cleared up. */
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'
import { manualWithdrawals } from './manual-withdrawal'

/** A payment of a withdrawal of the demo. */
function paymentOf(index: number) {
  const { reference, net_amount, rail } = manualWithdrawals[index]!
  return {
    rail: rail ?? 'BANK',
    withdrawal: demoId('manualWithdrawal', index),
    rail_reference: `${reference}-1`,
    expected: `paid ${net_amount} USD`,
  }
}
const netOf = (index: number) => manualWithdrawals[index]!.net_amount

const found = (age: number) => ({ seen_at: daysBefore(age), at: daysBefore(age), by: 'nobody' }) as const

export const discrepancies: RowsOf<'discrepancy'> = [
  {
    reference: 'X-71004',
    ...paymentOf(42),
    kind: 'CONTRADICTION',
    reported: `returned ${netOf(42)} USD`,
    status: 'RESOLVED',
    resolution: 'The user closed the account. Paid again to the new one.',
    decided_by: nthPerson('admin', 5),
    decided_at: daysBefore(11.4),
    ...found(12.1),
  },
  {
    reference: 'X-71005',
    ...paymentOf(56),
    kind: 'AMOUNT_DIFFERS',
    reported: `paid ${netOf(56)} EUR`,
    ...found(6.2),
  },
  {
    reference: 'X-71006',
    ...paymentOf(63),
    kind: 'MISSING_THERE',
    reported: 'not in the statement of the day',
    ...found(3.3),
  },
  {
    reference: 'X-71007',
    rail: 'BANK',
    kind: 'UNKNOWN_REFERENCE',
    rail_reference: 'W-12-1',
    expected: 'no such payment',
    reported: 'paid 75.00 USD',
    ...found(1.8),
  },
  {
    reference: 'X-71008',
    rail: 'WALLET',
    kind: 'MISSING_HERE',
    rail_reference: 'ORD-2209',
    expected: 'no such payment',
    reported: 'paid 40.00 USD',
    ...found(0.7),
    of: 'partner',
  },
  {
    reference: 'X-71009',
    ...paymentOf(78),
    kind: 'CONTRADICTION',
    reported: `returned ${netOf(78)} USD`,
    ...found(0.2),
  },
]
