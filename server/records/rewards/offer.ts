import { offer } from '@contract/records/rewards/offer'
import { campaignRules, campaignStatus, isChoosableCampaign } from '../campaigns'
import { recordTable } from '../record-table'
import { defineSource } from '../source'
import { bonuses } from './bonus'

const TABLE = 'offers'
export const offers = recordTable(offer, TABLE, { bonus: () => bonuses.id })

/** What somebody gets who claims it: `25.00`, the name of a bonus, or `1 spin`. */
const VALUE = `case u.reward_type when 'CREDIT' then u.amount::text when 'BONUS' then (select b.name from bonuses b where b.id = u.bonus_id)
  else u.spins || case when u.spins = 1 then ' spin' else ' spins' end end`

export default defineSource(offer, {
  table: offers,
  scope: { store: 'row' },
  derived: {
    status: campaignStatus,
    value: { value: VALUE },
    claims: {
      value: `(select count(*)::int from offer_claims c where c.offer_id = u.id and c.outcome <> 'REJECTED')`,
    },
  },
  actions: campaignRules(TABLE),
  choosable: isChoosableCampaign,
})
