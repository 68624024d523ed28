/** Grants in each status, of the demo's bonuses. Those that are not waiting have moved the user's bonus money. */
import { daysAfter, daysBefore, demoId, nthPerson, type RowsOf } from '../rows'

const DAYS = [1, 2, 3, 5, 6, 9, 12, 20, 33, 47, 61, 88] as const
/** Of the demo's bonuses: its number, the amount, the multiplier. */
const OF = {
  welcome: [0, '120.00', 25],
  goodwill: [2, '25.00', 1],
  reload: [1, '75.50', 15.5],
  free: [3, '10.00', 40],
} as const
const hundredths = (amount: string) => Math.round(Number(amount) * 100)
const asAmount = (all: number) => (all / 100).toFixed(2)

type Row = RowsOf<'bonusGrant'>[number]
/** @param share of the wagering that is done */
const grant = (
  index: number,
  [bonus, amount, times]: readonly [number, string, number],
  outcome: NonNullable<Row['outcome']>,
  share: number,
  expires: string,
): Row => {
  const required = Math.round(hundredths(amount) * times)
  return {
    user: nthPerson('users', index * 3 + 1),
    bonus: demoId('bonus', bonus),
    bonus_version: bonus === 0 ? 3 : 1,
    granted_by: index % 3 === 0 ? 'SYSTEM' : 'STAFF',
    amount,
    wagering_required: asAmount(required),
    wagered: asAmount(Math.floor(required * share)),
    outcome,
    granted_at: daysBefore(DAYS[index % DAYS.length]!),
    expires_at: expires,
    note: index % 3 === 0 ? null : 'Przepraszamy za opóźnienie',
    by: index % 3 === 0 ? 'nobody' : index % 2 === 0 ? 'colleague' : undefined,
  }
}

export const bonusGrants: RowsOf<'bonusGrant'> = [
  ...[0, 1, 2, 3, 4, 5].map((index) => grant(index, OF.welcome, 'ACTIVE', index / 6, daysAfter(3 + index))),
  ...[6, 7, 8].map((index) => grant(index, OF.goodwill, 'COMPLETED', 1, daysBefore(1))),
  ...[9, 10].map((index) => grant(index, OF.reload, 'ACTIVE', 0.31, daysBefore(0.5))),
  grant(11, OF.free, 'FORFEITED', 0.08, daysBefore(40)),
  grant(12, OF.reload, 'REVOKED', 0, daysBefore(20)),
  grant(13, OF.goodwill, 'COMPLETED', 1, daysBefore(2)),
  { ...grant(14, [8, '45.00', 20], 'ACTIVE', 0.2, daysAfter(6)), user: nthPerson('users', 2), of: 'partner' },
  {
    ...grant(15, [8, '60.00', 20], 'COMPLETED', 1, daysBefore(4)),
    user: nthPerson('users', 5),
    of: 'partner',
    by: 'nobody',
  },
]
