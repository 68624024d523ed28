/** Staff in the mocks. */
import { STAFF_FIELDS } from '@contract/http/admin'
import { STAFF_SEARCHED } from '@contract/search'
import { callerOf, type HandlersOf } from '../call'
import { db } from '../db'
import { staffRecord, type StaffRecord } from '../fixtures/staff'
import { mayTouchRole } from '../lists'
import { turnOffTwoFactor } from '../second-factor'
import { accountHandlers } from './accounts'

const staff = accountHandlers<StaffRecord>({
  subject: 'Admins',
  roles: 'STAFF',
  fields: STAFF_FIELDS,
  searched: STAFF_SEARCHED,
  records: () => db.staff,
  make: ({ confirm_password: _repeated, third_party_store_code, ...typed }, id, caller) => {
    const now = new Date().toISOString()
    return staffRecord(0, {
      ...typed,
      id,
      third_party_store_code: third_party_store_code || null,
      last_login_at: null,
      createdAt: now,
      updatedAt: now,
      Creator: { id: caller.staff.id, username: caller.staff.username },
    })
  },
  setPassword: (record, password) => {
    record.password = password
  },
})

export const adminHandlers: HandlersOf<'admin'> = {
  'admin.list': staff.list,
  'admin.get': staff.get,
  'admin.history': staff.history,
  'admin.create': staff.create,
  'admin.update': staff.update,
  'admin.enableDisable': staff.enableDisable,
  'admin.resetPassword': staff.resetPassword,
  'admin.resetTwoFactor': (call) =>
    staff.resetTwoFactor(call, ({ two_fa_enabled }) => two_fa_enabled, turnOffTwoFactor),
  'admin.roles': (call) => ({ data: db.roles.filter(({ name }) => mayTouchRole(callerOf(call), name)) }),
}
