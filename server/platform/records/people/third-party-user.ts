import { thirdPartyUser } from '@contract/records/people/third-party-user'
import { users } from '@server/platform/db/schema'
import { defineSource } from '@server/platform/records/source'
import { ACCOUNT_SCOPE } from './account'
import { kycJoin, kycStatus } from './kyc-status'

export default defineSource(thirdPartyUser, {
  table: users,
  scope: ACCOUNT_SCOPE,
  derived: { kyc_status: kycStatus },
  joins: { kyc: kycJoin('u') },
})
