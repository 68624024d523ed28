import { oneOf, role, storeCode } from '../field'
import { defineRecord } from '../record'
import { passwordFields, personFields, resetPassword } from './account'
import {
  assignPermissionSet,
  disableAndMove,
  endSessions,
  openWork,
  ownSet,
  resetTwoFactor,
  signInFields,
  STAFF_STATUSES,
} from './admin'

/** The role of partner admins. */
export const THIRD_PARTY_ADMIN = 'THIRD_PARTY_ADMIN'

/** Staff of partner stores: the rows of staff with the role of partner admins (catalogue, /third-party-admin). */
export const thirdPartyAdmin = defineRecord({
  name: 'thirdPartyAdmin',
  base: 'third-party-admin',
  subject: 'ThirdPartyAdmins',
  noun: ['partner admin', 'partner admins'],
  namedBy: ['first_name', 'last_name'],
  reads: 'whole',
  switch: true,
  hidesStore: true,
  partOf: { record: 'admin', field: 'role', value: THIRD_PARTY_ADMIN },
  fields: {
    ...personFields,
    third_party_store_code: storeCode('Partner store', 'store', { required: true, write: 'create', filter: true }),
    ...passwordFields,
    role: role('Role', 'STAFF', { required: true, write: 'never' }),
    status: oneOf('Status', STAFF_STATUSES, { derived: true, required: true }),
    ...signInFields,
    permission_set: ownSet,
  },
  bulk: ['disableAndMove', 'assignPermissionSet'],
  preview: openWork,
  actions: { resetPassword, resetTwoFactor, endSessions, assignPermissionSet, disableAndMove },
})
