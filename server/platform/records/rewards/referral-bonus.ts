/** Rules of referrals (catalogue, /referral-bonus): two that were activated and not ended never overlap in time. */
import { referralBonus, RULE_REFUSAL } from '@contract/records/rewards/referral-bonus'
import { rejected } from '@server/platform/operations/failure'
import {
  campaignRules,
  campaignStatus,
  campaignVersions,
  isChoosableCampaign,
  runningBeside,
} from '@server/platform/records/campaigns'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type RuleCall } from '@server/platform/records/source'
import { referralCriteria } from './referral-criteria'

const TABLE = 'referral_rules'
export const referralRules = recordTable(referralBonus, TABLE, { criteria: () => referralCriteria.id })

const inWords = (who: 'referrer' | 'referee') =>
  `case u.${who}_kind when 'FIXED' then u.${who}_amount::text else trim_scale(u.${who}_percent) || ' % up to ' || u.${who}_most end`

const overlapping = (call: RuleCall) => runningBeside(call, TABLE)

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
  async afterWrite(call) {
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
