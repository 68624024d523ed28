import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { db } from '../../db'
import { approvedCampaign, isInAudience } from '../rules'

/** What somebody gets who claims it. */
export const valueOfOffer = ({ reward_type, amount, bonus, spins }: StoredRecord, rows: RowsOf): string =>
  reward_type === 'CREDIT'
    ? (amount as string)
    : reward_type === 'BONUS'
      ? (rows('bonus').find(({ id }) => id === bonus)!.name as string)
      : `${spins as number} ${spins === 1 ? 'spin' : 'spins'}`

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
/** The most that all claims may cost, in hundredths: free spins cost nothing by themselves. */
function maximumOf(row: StoredRecord): number {
  const eligible = db.users.filter((user) => isInAudience(row, user as unknown as StoredRecord)).length
  const claims = Math.min(
    eligible * Number(row.per_user_limit),
    typeof row.total_limit === 'number' ? row.total_limit : Infinity,
  )
  const bonus = row.reward_type === 'BONUS' ? db.records.bonus.find(({ id }) => id === row.bonus)! : null
  return (
    claims * (bonus ? cents(bonus.amount ?? bonus.max_amount) : row.reward_type === 'CREDIT' ? cents(row.amount) : 0)
  )
}
const campaign = approvedCampaign('offer', {
  policy: 'PROMOTION',
  permission: 'Offers',
  nameOf: ({ title }) => title as string,
  costOf: maximumOf,
  limit: 'total_limit',
})
export const offerActivationEffect = campaign.effect

/** See the source: server/platform/records/rewards/offer.ts. */
export const offerBehaviour: Behaviour = {
  ...campaign.behaviour,
  derive: {
    ...campaign.behaviour.derive,
    value: valueOfOffer,
    claims: ({ id }, rows) => rows('offerClaim').filter((row) => row.offer === id && row.outcome !== 'REJECTED').length,
  },
}
