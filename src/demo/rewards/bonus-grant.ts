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
/** Rounds that were played for a grant: their number, and the stake of each in hundredths, which counts as a whole. */
type Played = readonly [number, number]
/** @param ends days before the anchor; below 0, after it */
const grant = (
  index: number,
  [bonus, amount, times]: readonly [number, string, number],
  status: NonNullable<Row['status']>,
  [rounds, stake]: Played,
  ends: number,
  more: Partial<Row> = {},
): Row => ({
  user: nthPerson('users', index * 3 + 1),
  at: daysBefore(DAYS[index % DAYS.length]!),
  bonus: demoId('bonus', bonus),
  bonus_version: bonus === 0 ? 3 : 1,
  granted_by: index % 3 === 0 ? 'SYSTEM' : 'STAFF',
  amount,
  wagering_required: asAmount(Math.round(hundredths(amount) * times)),
  wagered: asAmount(rounds * stake),
  status,
  granted_at: daysBefore(DAYS[index % DAYS.length]!),
  expires_at: ends > 0 ? daysBefore(ends) : daysAfter(-ends),
  note: index % 3 === 0 ? null : 'Przepraszamy za opóźnienie',
  by: index % 3 === 0 ? 'nobody' : index % 2 === 0 ? 'colleague' : undefined,
  ...more,
})

const OF_PARTNER = { of: 'partner', by: 'nobody' } as const
type Granted = Parameters<typeof grant>
const GRANTS: readonly Granted[] = [
  ...[0, 1, 2, 3, 4, 5].map((index): Granted => [index, OF.welcome, 'ACTIVE', [2 * index, 2500], -(3 + index)]),
  ...[6, 7, 8].map((index): Granted => [index, OF.goodwill, 'COMPLETED', [1, 2500], 1]),
  ...[9, 10].map((index): Granted => [index, OF.reload, 'ACTIVE', [4, 9070], 0.5]),
  [11, OF.free, 'FORFEITED', [1, 3200], 40],
  [12, OF.reload, 'REVOKED', [0, 0], -6],
  [13, OF.goodwill, 'COMPLETED', [1, 2500], 1],
  [14, [8, '45.00', 20], 'ACTIVE', [2, 9000], -6, { of: 'partner', user: nthPerson('users', 2) }],
  [15, [8, '60.00', 20], 'COMPLETED', [4, 30_000], 4, { ...OF_PARTNER, user: nthPerson('users', 5) }],
]

export const bonusGrants: RowsOf<'bonusGrant'> = GRANTS.map((each) => grant(...each))

/** The rounds that count for the grants: of each its user, its stake as a decimal, and when it was played, in days before the anchor. */
export const countedRounds = GRANTS.flatMap(([index, , , [rounds, stake], ends], nth) => {
  const [from, until] = [DAYS[index % DAYS.length]!, Math.max(0, ends)]
  const { user, of } = bonusGrants[nth]!
  return Array.from({ length: rounds }, (_, round) => ({
    grant: demoId('bonusGrant', nth),
    user,
    ...(of && { of }),
    stake: asAmount(stake),
    days: from - ((from - until) * (round + 1)) / (rounds + 1),
  }))
})
