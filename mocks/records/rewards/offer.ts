import type { Behaviour } from '../behaviour'
import { CAMPAIGN } from '../rules'

/** See the source: server/records/rewards/offer.ts. */
export const offerBehaviour: Behaviour = {
  ...CAMPAIGN,
  derive: {
    ...CAMPAIGN.derive,
    value: ({ reward_type, amount, bonus, spins }, rows) =>
      reward_type === 'CREDIT'
        ? amount
        : reward_type === 'BONUS'
          ? rows('bonus').find(({ id }) => id === bonus)!.name
          : `${spins as number} ${spins === 1 ? 'spin' : 'spins'}`,
  },
}
