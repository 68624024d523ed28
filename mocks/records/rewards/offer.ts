import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { CAMPAIGN } from '../rules'

/** What somebody gets who claims it. */
export const valueOfOffer = ({ reward_type, amount, bonus, spins }: StoredRecord, rows: RowsOf): string =>
  reward_type === 'CREDIT'
    ? (amount as string)
    : reward_type === 'BONUS'
      ? (rows('bonus').find(({ id }) => id === bonus)!.name as string)
      : `${spins as number} ${spins === 1 ? 'spin' : 'spins'}`

/** See the source: server/records/rewards/offer.ts. */
export const offerBehaviour: Behaviour = {
  ...CAMPAIGN,
  derive: {
    ...CAMPAIGN.derive,
    value: valueOfOffer,
    claims: ({ id }, rows) => rows('offerClaim').filter((row) => row.offer === id && row.outcome !== 'REJECTED').length,
  },
}
