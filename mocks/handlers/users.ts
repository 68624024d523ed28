/** End users in the mocks. */
import type { User } from '@contract/entities/user'
import { USER_FIELDS } from '@contract/http/users'
import { USERS_SEARCHED } from '@contract/search'
import { callerOf, type HandlersOf } from '../call'
import { db } from '../db'
import { userRecord } from '../fixtures/user'
import { answerList } from '../lists'
import { accountHandlers } from './accounts'

const NAMES = ['username', 'first_name', 'last_name'] as const
const NAMES_AT_MOST = 50

const users = accountHandlers<User>({
  subject: 'Users',
  roles: 'USER',
  fields: USER_FIELDS,
  searched: USERS_SEARCHED,
  records: () => db.users,
  make: ({ password: _password, confirm_password: _repeated, third_party_store_code, ...typed }, id, caller) => {
    const now = new Date().toISOString()
    const nothing = '0.00'
    return userRecord(0, {
      ...typed,
      id,
      third_party_store_code: third_party_store_code || null,
      phone: null,
      country: null,
      account_status: 'ACTIVE',
      kyc_status: 'NOT_STARTED',
      risk_level: 'LOW',
      user_level: null,
      cash_balance: nothing,
      bonus_balance: nothing,
      total_deposit: nothing,
      total_withdrawal: nothing,
      last_active_at: null,
      tags: [],
      is_deleted: false,
      createdAt: now,
      updatedAt: now,
      Creator: { id: caller.staff.id, username: caller.staff.username },
    })
  },
  // Users sign in to another platform; the mocks keep no password of theirs.
  setPassword: () => undefined,
})

export const usersHandlers: HandlersOf<'users'> = {
  'users.list': users.list,
  'users.get': users.get,
  'users.history': users.history,
  'users.create': users.create,
  'users.update': users.update,
  'users.enableDisable': users.enableDisable,
  'users.resetPassword': users.resetPassword,
  'users.names': (call) => {
    const { data } = answerList(
      db.users,
      { search: call.query?.search, itemNo: NAMES_AT_MOST },
      callerOf(call),
      'Users',
      NAMES,
      USERS_SEARCHED,
    )
    return { data }
  },
}
