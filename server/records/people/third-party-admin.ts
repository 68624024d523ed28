import { THIRD_PARTY_ADMIN, thirdPartyAdmin } from '@contract/records/people/third-party-admin'
import { staff } from '@server/db/schema'
import { defineSource } from '../source'
import { ACCOUNT_SCOPE, prepareStaff } from './account'
import { previewOpenWork } from './open-work'
import { STATUS } from './admin'

export default defineSource(thirdPartyAdmin, {
  table: staff,
  scope: ACCOUNT_SCOPE,
  derived: { status: { value: STATUS } },
  preview: previewOpenWork,
  prepare: prepareStaff(THIRD_PARTY_ADMIN),
})
