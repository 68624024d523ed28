import { permissionSet } from '@contract/records/system/permission-set'
import { permission_sets } from '@server/platform/db/schema'
import { defineSource } from '@server/platform/records/source'

/** The sets of the roles belong to no store, so people who see only some stores do not see them. */
export default defineSource(permissionSet, {
  table: permission_sets,
  scope: { store: 'row' },
  derived: {},
})
