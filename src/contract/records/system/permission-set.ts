import { flag, label32, oneOf, text255 } from '../field'
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
    /** Every platform has it: the set of a role. */
    is_system: flag('System', { required: true, write: 'never', filter: true, initial: false }),
  },
})
