import { bonusGrant } from '@contract/records/rewards/bonus-grant'
import { sql } from 'drizzle-orm'
import { index, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '@server/platform/db/schema'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'
import { bonuses } from './bonus'
import { extension, forfeit, revoke } from './grant'

/** Triggers (migration `bonuses`) keep what was granted, and let a grant become active only when it is approved. */
export const userBonuses = recordTable(
  bonusGrant,
  'user_bonuses',
  { user: () => users.id, bonus: () => bonuses.id },
  {
    // The row of the reward that it was given for; and when the money of an expired grant was taken back.
    columns: { source_id: uuid(), settled_at: timestamp({ precision: 3, withTimezone: true }) },
    indexes: ({ expires_at, source_id }) => [
      index('user_bonuses_source')
        .on(source_id!)
        .where(sql`source_id is not null`),
      index('user_bonuses_unsettled')
        .on(expires_at!)
        .where(sql`status = 'ACTIVE' and settled_at is null`),
    ],
  },
)

/** A grant's status by the statement's clock: an active one whose time is over is expired at once. @param alias of the row */
const isExpired = (alias: string) => `${alias}.expires_at <= statement_timestamp()`

export default defineSource(bonusGrant, {
  table: userBonuses,
  scope: { store: 'row' },
  approvals: { extend: extension },
  actions: { forfeit, revoke },
  computed: { status: { EXPIRED: isExpired } },
  derived: {
    progress: {
      value: `case when u.wagering_required = 0 then 100 else least(100, trunc(u.wagered * 100 / u.wagering_required)) end::text`,
      key: `case when u.wagering_required = 0 then 100 else least(100, trunc(u.wagered * 100 / u.wagering_required)) end`,
      type: 'numeric',
    },
  },
})
