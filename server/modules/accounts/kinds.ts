/** The two kinds of account as the database holds them: where each field of the contract comes from. */
import { STAFF_FIELDS } from '@contract/http/admin'
import { USER_FIELDS } from '@contract/http/users'
import { STAFF_SEARCHED, USERS_SEARCHED } from '@contract/search'
import { CONSTRAINT } from '@server/db/db'
import type { Searched } from '@server/db/search'
import {
  CREATOR,
  CREATOR_JOIN,
  isoTime,
  type ConstraintErrors,
  type FieldSource,
  type RecordTable,
} from '@server/records/table'

const text = (column: string): FieldSource => ({ value: `u.${column}`, key: `u.${column}`, type: 'text' })
const money = (column: string): FieldSource => ({ value: `u.${column}::text`, key: `u.${column}`, type: 'numeric' })
const flag = (column: string): FieldSource => ({ value: `u.${column}`, key: `u.${column}`, type: 'boolean' })
const time = (column: string): FieldSource => ({
  value: isoTime(`u.${column}`),
  key: `u.${column}`,
  type: 'timestamptz',
})
const derived = (sql: string, ...joins: string[]): FieldSource => ({ value: sql, key: sql, type: 'text', joins })

const shared = {
  first_name: text('first_name'),
  last_name: text('last_name'),
  email: text('email'),
  username: text('username'),
  role: text('role'),
  Creator: CREATOR,
  is_deleted: flag('is_deleted'),
  third_party_store_code: text('third_party_store_code'),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
} satisfies Record<string, FieldSource>

/** Seen by the live socket a moment ago; seen a while ago; else away for good. */
const presence = `case when p.seen_at > now() - interval '90 seconds' then 'ONLINE' when p.seen_at > now() - interval '15 minutes' then 'AWAY' else 'OFFLINE' end`

const staffFields: Record<(typeof STAFF_FIELDS)[number], FieldSource> = {
  ...shared,
  status: derived(`case when u.is_deleted then 'INACTIVE' else 'ACTIVE' end`),
  two_fa_enabled: flag('two_fa_enabled'),
  presence: derived(presence, 'presence'),
  last_login_at: time('last_login_at'),
}

const userFields: Record<(typeof USER_FIELDS)[number], FieldSource> = {
  ...shared,
  phone: text('phone'),
  country: text('country'),
  account_status: text('account_status'),
  kyc_status: text('kyc_status'),
  risk_level: text('risk_level'),
  user_level: text('user_level'),
  currency: text('currency'),
  cash_balance: money('cash_balance'),
  bonus_balance: money('bonus_balance'),
  total_deposit: money('total_deposit'),
  total_withdrawal: money('total_withdrawal'),
  last_active_at: time('last_active_at'),
  tags: { value: 'u.tags', key: `array_to_string(u.tags, ',')`, type: 'text' },
}

/** A kind of account: its table, and which roles such an account may have. */
export interface AccountKind extends RecordTable {
  readonly table: 'staff' | 'users'
  readonly roleKind: 'STAFF' | 'USER'
}

/** What a search finds in a field; the column `search_text` holds the same of all of them (db/schema.ts). */
const searchText = (field: string): string =>
  field === 'phone' ? String.raw`regexp_replace(coalesce(u.phone, ''), '\D', '', 'g')` : `fold(u.${field})`
const searched = (fields: readonly string[]): Searched => ({
  id: 'u.id',
  column: 'u.search_text',
  fields: Object.fromEntries(fields.map((field) => [field, searchText(field)])),
})

const LAST_SUPER_ADMIN = 'This is the last active SUPER_ADMIN. Give the role to somebody else first.'

/** What a violated constraint says, and in which field. */
const ERRORS: readonly { of: (constraint: string) => boolean; field: string; says: string }[] = [
  { of: (name) => name.endsWith('_email_unique'), field: 'email', says: 'This email is already used' },
  { of: (name) => name.endsWith('_username_unique'), field: 'username', says: 'This username is already used' },
  {
    of: (name) => name.includes('third_party_store_code'),
    field: 'third_party_store_code',
    says: 'No store has this code',
  },
  { of: (name) => name.includes('_role_'), field: 'role', says: 'Choose a role' },
]
const constraintErrors: ConstraintErrors = (constraint) => {
  if (constraint === CONSTRAINT.lastSuperAdmin)
    return { errors: { role: [LAST_SUPER_ADMIN] }, message: LAST_SUPER_ADMIN }
  const known = ERRORS.find(({ of }) => of(constraint))
  return known ? { errors: { [known.field]: [known.says] } } : null
}

const account = {
  joins: { creator: CREATOR_JOIN, presence: 'left join staff_presence p on p.staff_id = u.id' },
  store: 'store',
  constraintErrors,
}

export const STAFF: AccountKind = {
  ...account,
  table: 'staff',
  subject: 'Admins',
  roleKind: 'STAFF',
  fields: staffFields,
  searched: searched(STAFF_SEARCHED),
}
export const USERS: AccountKind = {
  ...account,
  table: 'users',
  subject: 'Users',
  roleKind: 'USER',
  fields: userFields,
  searched: searched(USERS_SEARCHED),
}
