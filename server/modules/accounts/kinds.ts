/** The two kinds of account as the database holds them: where each field of the contract comes from. */
import { HIDDEN_FIELDS } from '@contract/entities/account'
import { STAFF_FIELDS } from '@contract/http/admin'
import { USER_FIELDS } from '@contract/http/users'
import { EVERYTHING, rightsOn, type Access, type Subject } from '@contract/permissions'
import { STAFF_SEARCHED, USERS_SEARCHED } from '@contract/search'
import type { Searched } from '@server/db/search'

/** How one field is read. `u` is the account's row, `c` its creator's, `p` its presence. */
export interface FieldSource {
  /** The value as it goes into JSON. */
  readonly value: string
  /** What the list is sorted and filtered by, and its type. */
  readonly key: string
  readonly type: 'text' | 'boolean' | 'timestamptz' | 'numeric'
  readonly join?: 'creator' | 'presence'
}

const isoTime = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const text = (column: string): FieldSource => ({ value: `u.${column}`, key: `u.${column}`, type: 'text' })
const money = (column: string): FieldSource => ({ value: `u.${column}::text`, key: `u.${column}`, type: 'numeric' })
const flag = (column: string): FieldSource => ({ value: `u.${column}`, key: `u.${column}`, type: 'boolean' })
const time = (column: string): FieldSource => ({
  value: isoTime(`u.${column}`),
  key: `u.${column}`,
  type: 'timestamptz',
})
const derived = (sql: string, join?: FieldSource['join']): FieldSource => ({ value: sql, key: sql, type: 'text', join })

const shared = {
  first_name: text('first_name'),
  last_name: text('last_name'),
  email: text('email'),
  username: text('username'),
  role: text('role'),
  Creator: { value: 'c.creator', key: 'c.username', type: 'text', join: 'creator' },
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

export interface AccountKind {
  readonly table: 'staff' | 'users'
  readonly subject: Subject
  /** Which roles such an account may have. */
  readonly roleKind: 'STAFF' | 'USER'
  readonly fields: Readonly<Record<string, FieldSource>>
  readonly searched: Searched
}

/** What a search finds in a field; the column `search_text` holds the same of all of them (db/schema.ts). */
const searchText = (field: string): string =>
  field === 'phone' ? String.raw`regexp_replace(coalesce(u.phone, ''), '\D', '', 'g')` : `fold(u.${field})`
const searched = (fields: readonly string[]): Searched => ({
  id: 'u.id',
  column: 'u.search_text',
  fields: Object.fromEntries(fields.map((field) => [field, searchText(field)])),
})

export const STAFF: AccountKind = {
  table: 'staff',
  subject: 'Admins',
  roleKind: 'STAFF',
  fields: staffFields,
  searched: searched(STAFF_SEARCHED),
}
export const USERS: AccountKind = {
  table: 'users',
  subject: 'Users',
  roleKind: 'USER',
  fields: userFields,
  searched: searched(USERS_SEARCHED),
}

/** Fields of a kind that a person may read, in the contract's order. */
export function readableFields(kind: AccountKind, access: Access): string[] {
  const { read } = rightsOn(access, kind.subject)
  const names = Object.keys(kind.fields).filter((name) => !(HIDDEN_FIELDS as readonly string[]).includes(name))
  return read.includes(EVERYTHING) ? names : names.filter((name) => read.includes(name))
}

/** The columns of a row's JSON: id, the fields, version. */
export const columnsOf = (kind: AccountKind, fields: readonly string[]): string =>
  ['u.id', ...fields.map((name) => `${kind.fields[name]!.value} as "${name}"`), 'u.version'].join(', ')

/** One row's JSON as text, beside other columns of the same statement. */
export const rowJson = (kind: AccountKind, fields: readonly string[]): string =>
  `(select row_to_json(t) from (select ${columnsOf(kind, fields)}) t)::text`

/** A row's creator; null where it has none. Made on this side of the join, its JSON costs no query of its own for each row. */
const CREATOR_JOIN =
  'left join (select s.id, s.username, row_to_json(s) as creator from (select id, username from staff) s) c on c.id = u.created_by'

/** The tables that the fields are read from. @param from the account's own rows */
export function joinsFor(kind: AccountKind, fields: readonly string[], from: string): string {
  const joins = new Set(fields.map((name) => kind.fields[name]!.join))
  return [
    `${from} u`,
    joins.has('creator') ? CREATOR_JOIN : '',
    joins.has('presence') ? 'left join staff_presence p on p.staff_id = u.id' : '',
  ].join(' ')
}
