import { THIRD_PARTY_ADMIN, thirdPartyAdmin } from '@contract/records/people/third-party-admin'
import { staff } from '@server/platform/db/schema'
import { defineSource } from '@server/platform/records/source'
import { ACCOUNT_SCOPE, prepareStaff } from './account'
import { previewOpenWork } from './open-work'
import { assignPermissionSet, OWN_SET, OWN_SET_JOIN, previewPermissionSet } from './own-set'
import { STATUS } from './admin'

export default defineSource(thirdPartyAdmin, {
  table: staff,
  scope: ACCOUNT_SCOPE,
  derived: { status: { value: STATUS }, permission_set: OWN_SET },
  joins: { own_set: OWN_SET_JOIN },
  preview: previewOpenWork,
  prepare: prepareStaff(THIRD_PARTY_ADMIN),
  actions: { assignPermissionSet },
  previews: { assignPermissionSet: previewPermissionSet },
})
