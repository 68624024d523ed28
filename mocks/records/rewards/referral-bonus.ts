import { RULE_REFUSAL } from '@contract/records/rewards/referral-bonus'
import { rejected } from '../../refusal'
import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { CAMPAIGN, runningBeside } from '../rules'

const inWords = (row: StoredRecord, who: 'referrer' | 'referee') =>
  row[`${who}_kind`] === 'FIXED'
    ? row[`${who}_amount`]
    : `${Number(row[`${who}_percent`])} % up to ${row[`${who}_most`] as string}`

const overlapping = (me: StoredRecord, rows: RowsOf, at: string) => runningBeside(me, rows('referralBonus'), at)

/** See the source: server/platform/records/rewards/referral-bonus.ts. */
export const referralBonusBehaviour: Behaviour = {
  ...CAMPAIGN,
  derive: {
    ...CAMPAIGN.derive,
    referrer_reward: (row) => inWords(row, 'referrer'),
    referee_reward: (row) => inWords(row, 'referee'),
  },
  actions: {
    ...CAMPAIGN.actions,
    activate(row, body, rows, at) {
      const columns = CAMPAIGN.actions.activate(row, body, rows, at)
      const other = overlapping(row, rows, at)
      if (other !== undefined) throw rejected({}, RULE_REFUSAL.overlaps(other))
      return columns
    },
  },
  check(row, body, rows) {
    if (!row || typeof row.activated_at !== 'string' || typeof row.ended_at === 'string') return
    const other = overlapping({ ...row, ...body } as StoredRecord, rows, new Date().toISOString())
    if (other !== undefined) throw rejected({ starts_at: [RULE_REFUSAL.overlaps(other)] })
  },
}
