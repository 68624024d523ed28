/** Referrals in each status. Paid ones have moved the money of both users. */
import { daysBefore, demoId, nthPerson, ownPerson, type RowsOf } from '../rows'

type Row = RowsOf<'referral'>[number]

const referred = (index: number, age: number, more: Partial<Row>): Row => ({
  referrer: nthPerson('users', index % 18),
  referee: ownPerson('users', 18 + index),
  signed_up_at: daysBefore(age),
  rule: demoId('referralBonus', 1),
  rule_version: 2,
  checks: [
    { check: 'DEPOSITS', is_met: true },
    { check: 'IDENTITY', is_met: true },
    { check: 'DEVICE', is_met: true },
  ],
  status: 'QUALIFIED',
  risk_level: 'LOW',
  at: daysBefore(age),
  by: 'nobody',
  ...more,
})
const earned = (index: number, age: number): Partial<Row> => ({
  referrer_amount: `${12 + index}.50`,
  referee_amount: '15.00',
  qualified_at: daysBefore(age - 2),
})
const WAITS: Partial<Row> = {
  status: 'PENDING',
  checks: [
    { check: 'DEPOSITS', is_met: false },
    { check: 'IDENTITY', is_met: false },
    { check: 'DEVICE', is_met: true },
  ],
}
const shared = (kind: 'DEVICE' | 'ADDRESS' | 'PAYMENT', shown: string, index: number): Partial<Row> => ({
  risk_level: kind === 'ADDRESS' ? 'MEDIUM' : 'HIGH',
  evidence: [{ kind, shown, with: nthPerson('users', index % 18) }],
})

/** @param age of the decision, in days */
const decided = (index: number, age: number): Partial<Row> => ({
  decided_by: nthPerson('admin', 4 + (index % 2)),
  decided_at: daysBefore(age),
})

/** Number of rows in each part of the list. */
const [PENDING, QUALIFIED, RISKY, PAID] = [14, 26, 4, 12]

export const referrals: RowsOf<'referral'> = [
  ...Array.from({ length: PENDING }, (_, index) => referred(index, 0.4 + index * 2.3, WAITS)),
  ...Array.from({ length: QUALIFIED }, (_, index) =>
    referred(PENDING + index, 4 + index * 3.1, earned(index, 4 + index * 3.1)),
  ),
  ...Array.from({ length: RISKY }, (_, index) => {
    const [nth, age] = [PENDING + QUALIFIED + index, 12 + index * 9]
    return referred(nth, age, { ...earned(index, age), ...shared('PAYMENT', '•••• 4242', nth) })
  }),
  ...Array.from({ length: PAID }, (_, index) => {
    const age = 30 + index * 13
    const paid = {
      ...earned(index, age),
      ...decided(index, age - 3),
      status: 'PAID',
      paid_at: daysBefore(age - 3),
    } as const
    return referred(PENDING + QUALIFIED + RISKY + index, age, paid)
  }),
  referred(56, 33, {
    ...earned(3, 33),
    ...shared('DEVICE', 'Phone •••• 9f3c', 56),
    ...decided(0, 30),
    status: 'FRAUD_HOLD',
    status_reason: 'Both accounts use one phone',
  }),
  referred(57, 61, {
    ...WAITS,
    ...shared('ADDRESS', '203.0.113.•••', 57),
    status: 'REJECTED',
    status_reason: 'The criteria were not met in time',
  }),
  referred(58, 95, {
    ...earned(6, 95),
    ...decided(1, 90),
    status: 'REVERSED',
    paid_at: daysBefore(90),
    status_reason: 'The deposit was charged back',
  }),
  ...[0, 1].map((index) =>
    referred(59 + index, 3 + index * 37, {
      rule: demoId('referralBonus', 4),
      rule_version: 1,
      of: 'partner',
      referrer: nthPerson('users', 1 + index),
      referee: ownPerson('users', 6 + index),
      ...(index === 0
        ? WAITS
        : {
            referrer_amount: '8.00',
            referee_amount: '8.00',
            qualified_at: daysBefore(38),
            paid_at: daysBefore(37),
            status: 'PAID',
          }),
    }),
  ),
]
