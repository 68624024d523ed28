/** Staff and end users in the mocks: the rules that their definitions do not tell. */
import type { Role } from '@contract/entities/role'
import { SUPER_ADMIN } from '@contract/permissions'
import type { Caller } from '../../call'
import { db, endSessionsOf } from '../../db'
import { mayTouchRole } from '../../lists'
import type { Behaviour, StoredRecord } from '../behaviour'
import { reachedBy } from './user-level'
import { forbidden, rejected, stale } from '../../refusal'
import { turnOffTwoFactor } from '../../second-factor'
import { sentinelOf } from '../../sentinels'
import type { StaffRecord } from '../../fixtures/staff'

interface Typed {
  email?: string
  role?: string
  password?: string
  third_party_store_code?: string | null
}

const NOT_ONESELF: Readonly<Record<string, string>> = {
  enable: 'You may not disable yourself.',
  disable: 'You may not disable yourself.',
  resetPassword: 'Change your own password with Change Password.',
  resetTwoFactor: 'Turn off your own two-factor authentication in your account menu.',
  endSessions: 'End your own session with Sign Out.',
  disableAndMove: 'You may not disable yourself.',
  assignPermissionSet: 'You cannot change your own rights.',
}

const ENDS_SESSIONS = ['disable', 'disableAndMove', 'resetPassword', 'resetTwoFactor', 'endSessions']

/** The sentinel records, and the rules about who may change whom. @throws a refusal */
function requireTouchable(action: string, row: StoredRecord, { role }: Typed, caller: Caller) {
  if (!mayTouchRole(caller, row.role as string)) throw forbidden('Only a SUPER_ADMIN may change a SUPER_ADMIN.')
  const isSelf = row.id === caller.staff.id
  if (isSelf && NOT_ONESELF[action]) throw forbidden(NOT_ONESELF[action])
  if (isSelf && role !== undefined) throw forbidden('You cannot change your own role.')
}

/** Rules for role and store that only the server checks. @throws a refusal at the fields */
function requireGivable(kind: Role['kind'], row: StoredRecord | null, body: Typed, caller: Caller) {
  const errors: Record<string, string[]> = {}
  const own = caller.staff.third_party_store_code
  const role = db.roles.find(({ name, kind: of }) => name === (body.role ?? row?.role) && of === kind)
  const store = body.third_party_store_code ?? row?.third_party_store_code
  if (body.role !== undefined && !role) errors.role = ['Choose a role']
  else if (role?.needs_store && !store) errors.third_party_store_code = ['Required for this role']
  // A partner's staff can use only their own store; for a new record an empty code means that store.
  const chosen = row === null ? body.third_party_store_code || own : body.third_party_store_code
  if (own !== null && chosen !== undefined && chosen !== own)
    errors.third_party_store_code = ['You can only use a store of your own']
  if (sentinelOf(body.email, true) === 'rejected') errors.email = ['This address is blocked.']
  if (Object.keys(errors).length > 0) throw rejected(errors)
  if (body.role === SUPER_ADMIN && !mayTouchRole(caller, SUPER_ADMIN)) throw forbidden('You may not give this role.')
}

/** Sets the level of a new user, or of a user who changes the store, to the one that their deposits reach there. */
function levelBeside(
  action: string,
  row: StoredRecord | null,
  { third_party_store_code: store }: Typed,
  caller: Caller,
) {
  const kept = { level_kept: false }
  if (action === 'setLevel' || action === 'followDeposits') return kept
  if (row !== null && store === undefined) return {}
  const own = caller.staff
  const total_deposit = row?.total_deposit ?? '0.00'
  const store_code = row ? row.store_code : own.store_code
  const partner = store || (row === null ? own.third_party_store_code : null)
  const placed = { ...row, total_deposit, store_code, third_party_store_code: partner } as StoredRecord
  return { ...kept, level_pinned: false, user_level: reachedBy(placed, (name) => db.records[name]) }
}

/** @param kind whose roles such an account has */
export const account = (kind: Role['kind']): Behaviour & { after: (action: string, row: StoredRecord) => void } => ({
  prepare(action, row, body, caller, sent) {
    const typed = body as Typed
    if (row) {
      if (kind === 'STAFF') requireTouchable(action, row, typed, caller)
      if (sentinelOf(row.email, true) === 'conflict') throw stale(sent(row))
      if (sentinelOf(row.email, true) === 'rejected') throw rejected({ email: ['This address is blocked.'] })
    }
    if (action === 'create' || action === 'update') requireGivable(kind, row, typed, caller)
    const { staff } = caller
    return {
      // A record created by a partner's staff is in their own store.
      ...(row === null && {
        store_code: staff.store_code,
        third_party_store_code: typed.third_party_store_code || staff.third_party_store_code,
      }),
      ...(row === null &&
        kind === 'STAFF' && { avatar: null, two_fa_code: null, presence: 'OFFLINE', status: 'ACTIVE' }),
      ...(kind === 'STAFF' && typed.password !== undefined && { password: typed.password }),
      // Users sign in to another platform; the mocks do not store their passwords.
      ...(kind === 'USER' && levelBeside(action, row, typed, caller)),
    }
  },
  after(action, row) {
    if (kind === 'STAFF' && ENDS_SESSIONS.includes(action)) {
      if (action === 'resetTwoFactor') turnOffTwoFactor(row as unknown as StaffRecord)
      endSessionsOf(row.id)
    }
  },
})
