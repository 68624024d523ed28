import { admin } from '@contract/records/people/admin'
import { staff } from '@server/platform/db/schema'
import { PRESENCE_ENDS } from '@server/platform/live/presence'
import { defineSource } from '@server/platform/records/source'
import { ACCOUNT_SCOPE, lastSuperAdmin, prepareStaff } from './account'
import { previewOpenWork } from './open-work'
import { assignPermissionSet, OWN_SET, OWN_SET_JOIN, previewPermissionSet } from './own-set'

export const STATUS = `case when u.is_deleted then 'INACTIVE' else 'ACTIVE' end`
/** From the time of the last live socket. `p` is the person's row of staff_presence. */
export const PRESENCE = `case when p.seen_at > now() - interval '${PRESENCE_ENDS.online}' then 'ONLINE'
  when p.seen_at > now() - interval '${PRESENCE_ENDS.away}' then 'AWAY' else 'OFFLINE' end`

/** The person's running shift: the database allows one. `running` is its name. */
const RUNNING = `left join lateral (select t.name as name from shifts s join shift_templates t on t.id = s.shift_template_id
    where s.staff_id = u.id and s.status in ('STARTED', 'HANDOVER_PENDING')) running on true`

export default defineSource(admin, {
  table: staff,
  scope: ACCOUNT_SCOPE,
  derived: {
    status: { value: STATUS },
    presence: { value: PRESENCE, joins: ['presence'] },
    on_shift: { value: 'running.name is not null', type: 'boolean', joins: ['running'] },
    current_shift: { value: 'running.name', joins: ['running'] },
    permission_set: OWN_SET,
  },
  joins: { presence: 'left join staff_presence p on p.staff_id = u.id', running: RUNNING, own_set: OWN_SET_JOIN },
  constraintErrors: lastSuperAdmin,
  preview: previewOpenWork,
  prepare: prepareStaff(),
  actions: { assignPermissionSet },
  previews: { assignPermissionSet: previewPermissionSet },
})
