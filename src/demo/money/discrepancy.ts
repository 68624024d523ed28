/** What the demo's rails told differently: most is open, and one was cleared up. */
import { moneyText } from '@contract/amounts'
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'
import { manualWithdrawals } from './manual-withdrawal'

/** A payment of a withdrawal of the demo. */
function paymentOf(index: number) {
  const { reference, net_amount, rail } = manualWithdrawals[index]!
  return {
    rail: rail ?? 'BANK',
    withdrawal: demoId('manualWithdrawal', index),
    rail_reference: `${reference}-1`,
    expected: `paid ${moneyText(net_amount as string, 'USD')}`,
  }
}
const netOf = (index: number) => manualWithdrawals[index]!.net_amount

const found = (age: number) => ({ seen_at: daysBefore(age), at: daysBefore(age), by: 'nobody' }) as const

/** Payments of the last weeks that came back, or that a statement lacked, with what people found out. */
const CLEARED = [
  [2, 'returned', 'The account was closed. An adjustment returned the money to the user.'],
  [8, 'missing', 'The line is in the statement of the day after.'],
  [14, 'returned', 'O banco devolveu. Pago de novo por PIX.'],
  [18, 'failed', 'An old event: the bank confirms that it paid.'],
  [23, 'missing', 'The bank had a public holiday and booked it a day later.'],
  [30, 'returned', 'ผู้ใช้ปิดบัญชีแล้ว คืนเงินให้ผู้ใช้'],
  [42, 'returned', 'The user closed the account. The money is in the user’s cash again.'],
] as const
/** The one that was resolved with a correction. */
const CORRECTED = 42
/** Further ones that nobody has cleared up. */
const ALSO_OPEN = [46, 50, 54, 58, 62, 66] as const
/** Numbers of the members of staff with the roles FINANCE and MANAGER. */
const RESOLVERS = [5, 2] as const
/** Days since such a payment was found to differ. */
const ageOf = (index: number) => 32 - index * 0.4

export const discrepancies: RowsOf<'discrepancy'> = [
  ...CLEARED.map(([index, what, resolution], place) => ({
    reference: `X-${58_310 + place * 823}`,
    ...paymentOf(index),
    kind: what === 'missing' ? ('MISSING_THERE' as const) : ('CONTRADICTION' as const),
    reported:
      what === 'missing' ? 'not in the statement of the day' : `${what} ${moneyText(netOf(index) as string, 'USD')}`,
    status: 'RESOLVED' as const,
    resolution,
    // Its transfer is posted with those of the withdrawals (server/db/demo-withdrawals.ts).
    ...(index === CORRECTED && { correction: 'UP' as const, amount: netOf(index) }),
    decided_by: nthPerson('admin', RESOLVERS[place % RESOLVERS.length]!),
    decided_at: daysBefore(ageOf(index) - 0.6),
    ...found(ageOf(index)),
  })),
  {
    reference: 'X-64127',
    ...paymentOf(63),
    kind: 'MISSING_THERE',
    reported: 'not in the statement of the day',
    ...found(3.3),
  },
  {
    reference: 'X-67755',
    rail: 'BANK',
    kind: 'UNKNOWN_REFERENCE',
    rail_reference: 'W-12-1',
    expected: 'no such payment',
    reported: 'paid 75.00 USD',
    ...found(1.8),
  },
  {
    reference: 'X-70482',
    ...paymentOf(77),
    kind: 'AMOUNT_DIFFERS',
    reported: `paid ${netOf(77)} EUR`,
    ...found(1.5),
    of: 'partner',
  },
  {
    reference: 'X-72916',
    rail: 'WALLET',
    kind: 'MISSING_HERE',
    rail_reference: 'ORD-2209',
    expected: 'no such payment',
    reported: 'paid 40.00 USD',
    ...found(0.7),
    of: 'partner',
  },
  {
    reference: 'X-74063',
    ...paymentOf(78),
    kind: 'CONTRADICTION',
    reported: `returned ${moneyText(netOf(78) as string, 'USD')}`,
    ...found(0.2),
  },
  ...ALSO_OPEN.map((index, place) => ({
    reference: `X-${74_511 + place * 407}`,
    ...paymentOf(index),
    kind: place % 2 === 0 ? ('CONTRADICTION' as const) : ('MISSING_THERE' as const),
    reported:
      place % 2 === 0 ? `returned ${moneyText(netOf(index) as string, 'USD')}` : 'not in the statement of the day',
    ...found(0.15 - place * 0.02),
  })),
]
