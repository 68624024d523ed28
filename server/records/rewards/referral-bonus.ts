/** Rules of referrals (catalogue, /referral-bonus): two that were activated and not ended never overlap in time. */
import { referralBonus, RULE_REFUSAL } from '@contract/records/rewards/referral-bonus'
import { rejected } from '@server/http/failure'
import { campaignRules, campaignStatus, campaignVersions, isChoosableCampaign } from '../campaigns'
import { recordTable } from '../record-table'
import { defineSource, type RuleCall } from '../source'
import { referralCriteria } from './referral-criteria'

const TABLE = 'referral_rules'
export const referralRules = recordTable(referralBonus, TABLE, { criteria: () => referralCriteria.id })

const inWords = (who: 'referrer' | 'referee') =>
  `case u.${who}_kind when 'FIXED' then u.${who}_amount::text else trim_scale(u.${who}_percent) || ' % up to ' || u.${who}_most end`

/**
 * Two activations in a store wait for each other, so that the second one sees the first.
 * @returns the name of another rule that applies in the period of this one; null: none
 */
async function overlapping({ tx, id, at }: RuleCall): Promise<string | null> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('referral rules ' || coalesce(store_code, ''), 0)) from ${TABLE} where id = $1::uuid`,
    [id],
  )
  const [other] = await tx.query<{ name: string }>(
    `select o.name from ${TABLE} me join ${TABLE} o on o.id <> me.id and o.store_code is not distinct from me.store_code
       and o.activated_at is not null and o.ended_at is null
     where me.id = $1::uuid and me.ended_at is null
       and coalesce(o.ends_at, 'infinity') > $2::timestamptz and coalesce(me.ends_at, 'infinity') > $2::timestamptz
       and tstzrange(greatest(me.starts_at, $2::timestamptz), me.ends_at) && tstzrange(greatest(o.starts_at, $2::timestamptz), o.ends_at)
     order by o.starts_at nulls first, o.id limit 1`,
    [id, at],
  )
  return other?.name ?? null
}

const rules = campaignRules(TABLE)
export default defineSource(referralBonus, {
  table: referralRules,
  scope: { store: 'row' },
  derived: {
    status: campaignStatus,
    referrer_reward: { value: inWords('referrer') },
    referee_reward: { value: inWords('referee') },
  },
  actions: {
    ...rules,
    async activate(call) {
      const columns = await rules.activate(call)
      const other = await overlapping(call)
      if (other !== null) throw rejected({}, RULE_REFUSAL.overlaps(other))
      return columns
    },
  },
  async after(call) {
    const [row] = await call.tx.query<{ is_active: boolean }>(
      `select activated_at is not null as is_active from ${TABLE} where id = $1::uuid`,
      [call.id],
    )
    const other = row!.is_active ? await overlapping(call) : null
    if (other !== null) throw rejected({ starts_at: [RULE_REFUSAL.overlaps(other)] })
  },
  choosable: isChoosableCampaign,
  versions: campaignVersions,
})
