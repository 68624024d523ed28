/** Claims of the demo's offers, in each status. Credited ones have moved the user's money. */
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'

type Row = RowsOf<'offerClaim'>[number]
type Promised = Pick<Row, 'offer' | 'reward_type' | 'value' | 'amount' | 'spins' | 'needs_approval'>

const SOURCES = ['APP', 'APP', 'TELEGRAM', 'CHAT', 'APP', 'STAFF'] as const
const FRIDAY: Promised = { offer: demoId('offer', 0), reward_type: 'FREE_SPIN', value: '20 spins', spins: 20 }
const FRIEND: Promised = {
  offer: demoId('offer', 1),
  reward_type: 'CREDIT',
  value: '10.00',
  amount: '10.00',
  needs_approval: true,
}
const AUTUMN: Promised = { offer: demoId('offer', 6), reward_type: 'CREDIT', value: '5.00', amount: '5.00' }
const HARBOR: Promised = { offer: demoId('offer', 7), reward_type: 'CREDIT', value: '8.00', amount: '8.00' }

const claimed = (index: number, promised: Promised, age: number, more: Partial<Row> = {}): Row => ({
  ...promised,
  user: nthPerson('users', (index * 7 + 3) % 40),
  source: SOURCES[index % SOURCES.length]!,
  claimed_at: daysBefore(age),
  at: daysBefore(age),
  by: 'nobody',
  ...more,
})
const DECIDED_BY = nthPerson('admin', 0)
const decided = (status: 'CREDITED' | 'REJECTED', age: number, more: Partial<Row> = {}): Partial<Row> => ({
  status,
  decided_by: DECIDED_BY,
  decided_at: daysBefore(age),
  ...more,
})

export const offerClaims: RowsOf<'offerClaim'> = [
  ...[0.05, 0.2, 0.9, 1.4].map((age, index) => claimed(index, FRIDAY, age)),
  ...[0.1, 0.6, 2.2].map((age, index) => claimed(index + 4, FRIEND, age)),
  ...[3, 8, 15, 22, 29].map((age, index) => claimed(index + 7, FRIDAY, age, decided('CREDITED', age - 0.5))),
  ...[12, 40, 77].map((age, index) => claimed(index + 12, FRIEND, age, decided('CREDITED', age - 1))),
  claimed(15, FRIEND, 19, decided('REJECTED', 18, { reason_code: 'SECOND_ACCOUNT' })),
  claimed(16, FRIDAY, 9, decided('REJECTED', 8.5, { reason_code: 'TERMS_NOT_MET' })),
  // Nobody decided them within a week after the offer had ended.
  ...[30, 45].map((age, index) => claimed(index + 17, AUTUMN, age)),
  claimed(19, HARBOR, 0.3, { of: 'partner' }),
  claimed(20, HARBOR, 14, { of: 'partner', ...decided('CREDITED', 13) }),
]
