import { bonusGrant } from '@contract/records/rewards/bonus-grant'
import { users } from '@server/db/schema'
import { recordTable } from '../record-table'
import { defineSource } from '../source'
import { bonuses } from './bonus'

/** Triggers (migration `bonuses`) keep what was granted, and let a grant become active only when it is approved. */
export const userBonuses = recordTable(bonusGrant, 'user_bonuses', { user: () => users.id, bonus: () => bonuses.id })

/** A grant's status by the statement's clock: an active one whose time is over is expired at once. @param alias of the row */
const statusOf = (alias: string) =>
  `case when ${alias}.outcome = 'ACTIVE' and ${alias}.expires_at <= statement_timestamp() then 'EXPIRED' else ${alias}.outcome end`

export default defineSource(bonusGrant, {
  table: userBonuses,
  scope: { store: 'row' },
  derived: {
    status: { value: statusOf('u') },
    progress: {
      value: `case when u.wagering_required = 0 then 100 else least(100, trunc(u.wagered * 100 / u.wagering_required)) end::text`,
      key: `case when u.wagering_required = 0 then 100 else least(100, trunc(u.wagered * 100 / u.wagering_required)) end`,
      type: 'numeric',
    },
  },
})
