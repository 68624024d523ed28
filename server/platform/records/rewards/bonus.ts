import { bonus, ESTIMATE_DAYS } from '@contract/records/rewards/bonus'
import { lowered } from '@server/platform/db/letter-case'
import {
  approvedCampaignRules,
  approvedCampaignStatus,
  approvedCampaignVersions,
  isChoosableCampaign,
} from '@server/platform/records/campaigns'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type PreviewCall } from '@server/platform/records/source'

const TABLE = 'bonuses'
export const bonuses = recordTable(bonus, TABLE)

/**
 * Condition for the users that a campaign is for: enabled ones of its store with one of its levels and one of its tags.
 * @param campaign alias of its row @param user alias of the user's row
 */
export const isInAudience = (campaign: string, user: string): string =>
  `not ${user}.is_deleted and ${user}.account_status = 'ACTIVE' and ${user}.store is not distinct from ${campaign}.store_code
   and (cardinality(${campaign}.level_ids) = 0 or ${user}.user_level_id = any(${campaign}.level_ids))
   and (cardinality(${campaign}.tags) = 0 or exists (select from unnest(${user}.tags) has, unnest(${campaign}.tags) wanted
     where ${lowered('has')} = ${lowered('wanted')}))`

/** The most that a bonus may cost: its budget, or else the most that users can be granted; null: no limit. `b` is the bonus. */
const MAXIMUM = `coalesce(b.budget, least((select count(*) from users p where ${isInAudience('b', 'p')}) * b.per_user_limit, b.total_limit)
  * coalesce(b.amount, b.max_amount))::numeric(20, 2)::text`

/**
 * What a bonus may cost: the users who are eligible now, the budget or else the most that they can be granted, and what the deposits
 * of the last days would have earned. A null: no limit, or a bonus that does not depend on deposits.
 */
async function costOf({ on, id, at }: PreviewCall): Promise<object> {
  const [row] = await on.query<{ eligible_users: number; maximum_cost: string | null; deposits_cost: string | null }>(
    `with b as (select * from ${TABLE} where id = $1::uuid),
     eligible as (select p.id from b, users p where ${isInAudience('b', 'p')}),
     earned as (
       select case when b.reward = 'FIXED' then b.amount else least(round(t.amount * b.percent / 100, 2), b.max_amount) end as amount,
         row_number() over (partition by t.user_id order by t.no) as nth
       from b, eligible e join transfers t on t.user_id = e.id and t.credit_entry is not null
       where t.purpose = 'DEPOSIT' and t.at > $2::timestamptz - interval '${ESTIMATE_DAYS} days' and t.at <= $2::timestamptz
         and t.amount >= coalesce(b.min_deposit, 0)
     )
     select (select count(*)::int from eligible) as eligible_users,
       ${MAXIMUM} as maximum_cost,
       case when b.type in ('WELCOME', 'DEPOSIT_MATCH', 'RELOAD') then
         (select least(coalesce(sum(amount), 0), b.budget) from earned where nth <= coalesce(b.per_user_limit, nth))::numeric(20, 2)::text end as deposits_cost
     from b`,
    [id, at],
  )
  return row!
}

/** The cost of a bonus: what its active and completed grants amount to. */
const COST = `(select coalesce(sum(g.amount), 0)::numeric(20, 2) from user_bonuses g where g.bonus_id = u.id
  and (g.status = 'COMPLETED' or (g.status = 'ACTIVE' and g.expires_at > statement_timestamp())))`

const campaign = approvedCampaignRules(TABLE, bonus, {
  label: 'Maximum cost',
  limit: 'budget',
  async costOf(tx, id) {
    const [row] = await tx.query<{ amount: string | null }>(
      `select ${MAXIMUM} as amount from ${TABLE} b where b.id = $1::uuid`,
      [id],
    )
    return row!.amount
  },
})

export default defineSource(bonus, {
  table: bonuses,
  scope: { store: 'row' },
  derived: {
    status: approvedCampaignStatus,
    grants: {
      value: `(select count(*)::int from user_bonuses g where g.bonus_id = u.id and g.status not in ('GRANTED', 'REVOKED'))`,
    },
    cost: { value: `${COST}::text`, key: COST },
  },
  ...campaign,
  choosable: isChoosableCampaign,
  versions: approvedCampaignVersions,
  previews: { activate: costOf },
})
