import { APPROVAL_POLICIES } from '../../approval-policies'
import { amount0, flag, label32, list, oneOf, text255 } from '../field'
import { defineRecord } from '../record'

export const STORE_SCOPES = { OWN: 'Own store', LIST: 'Own and listed stores', ALL: 'All stores' } as const

/** Permission sets (screens.md, permission_set). They have no screen of their own yet. */
export const permissionSet = defineRecord({
  name: 'permissionSet',
  base: 'permission-set',
  subject: 'PermissionSets',
  noun: ['permission set', 'permission sets'],
  namedBy: ['name'],
  reads: 'whole',
  fields: {
    name: label32('Name', { required: true, write: 'never', search: true }),
    description: text255('Description', { write: 'never' }),
    store_scope: oneOf('Stores', STORE_SCOPES, { required: true, write: 'never', filter: true }),
    /** What its people may approve: one number for each policy (ledger.md, Approvals). */
    approval_limits: list(
      'Approval limits',
      {
        policy: oneOf('Policy', APPROVAL_POLICIES, { required: true }),
        up_to: amount0('Up to', { hint: 'Empty: no limit' }),
      },
      { one: 'limit', most: Object.keys(APPROVAL_POLICIES).length },
      { write: 'never' },
    ),
    /** Every platform has it: the set of a role. */
    is_system: flag('System', { required: true, write: 'never', filter: true, initial: false }),
  },
})
