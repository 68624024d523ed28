import { offer } from '@contract/records/rewards/offer'
import { approvedCampaignRules, approvedCampaignStatus, isChoosableCampaign } from '@server/platform/records/campaigns'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'
import { bonuses, isInAudience } from './bonus'

const TABLE = 'offers'
export const offers = recordTable(offer, TABLE, { bonus: () => bonuses.id })

/** What somebody gets who claims it: `25.00`, the name of a bonus, or `1 spin`. */
const VALUE = `case u.reward_type when 'CREDIT' then u.amount::text when 'BONUS' then (select b.name from bonuses b where b.id = u.bonus_id)
  else u.spins || case when u.spins = 1 then ' spin' else ' spins' end end`

/** The most that all claims may cost: free spins cost nothing by themselves. `o` is the offer. */
const MAXIMUM = `(least((select count(*) from users p where ${isInAudience('o', 'p')}) * o.per_user_limit, o.total_limit)
  * case o.reward_type when 'CREDIT' then o.amount when 'BONUS' then (select coalesce(b.amount, b.max_amount) from bonuses b where b.id = o.bonus_id)
    else 0 end)::numeric(20, 2)::text`

const campaign = approvedCampaignRules(TABLE, offer, {
  label: 'Maximum cost',
  limit: 'total_limit',
  async costOf(tx, id) {
    const [row] = await tx.query<{ amount: string | null }>(
      `select ${MAXIMUM} as amount from ${TABLE} o where o.id = $1::uuid`,
      [id],
    )
    return row!.amount
  },
})

export default defineSource(offer, {
  table: offers,
  scope: { store: 'row' },
  derived: {
    status: approvedCampaignStatus,
    value: { value: VALUE },
    claims: {
      value: `(select count(*)::int from offer_claims c where c.offer_id = u.id and c.status <> 'REJECTED')`,
    },
  },
  ...campaign,
  choosable: isChoosableCampaign,
})
