import { admin } from '@contract/records/people/admin'
import { staff } from '@server/db/schema'
import { defineSource } from '../source'
import { ACCOUNT_SCOPE, lastSuperAdmin, prepareStaff } from './account'

export const STATUS = `case when u.is_deleted then 'INACTIVE' else 'ACTIVE' end`
/** From the time of the last live socket: less than 90 seconds ago, less than 15 minutes ago, or earlier. `p` is the person's row of staff_presence. */
export const PRESENCE = `case when p.seen_at > now() - interval '90 seconds' then 'ONLINE' when p.seen_at > now() - interval '15 minutes' then 'AWAY' else 'OFFLINE' end`

export default defineSource(admin, {
  table: staff,
  scope: ACCOUNT_SCOPE,
  derived: { status: { value: STATUS }, presence: { value: PRESENCE, joins: ['presence'] } },
  joins: { presence: 'left join staff_presence p on p.staff_id = u.id' },
  constraintErrors: lastSuperAdmin,
  prepare: prepareStaff(),
})
