/** Data that every platform starts with: its roles, and the permission set of each. */
import { admin } from '@contract/records/people/admin'
import { THIRD_PARTY_ADMIN } from '@contract/records/people/third-party-admin'
import { cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { users } from '@contract/records/people/users'
import {
  SUPER_ADMIN,
  ACTIONS,
  EVERYTHING,
  SUBJECTS,
  type Action,
  type Permission,
  type Subject,
} from '@contract/permissions'
import { approvalLimitsOf } from '@demo/approval-limits'
import { recordRights } from '@demo/rights'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Queryable } from '@server/platform/ports/db'

interface SystemRole {
  name: string
  kind: 'STAFF' | 'USER'
  needs_store?: boolean
  description?: string
  entries?: Permission[]
  store_scope?: 'OWN' | 'ALL'
}

const grant = (
  actions: readonly Action[],
  subjects: readonly (Subject | typeof EVERYTHING)[],
  fields: readonly string[] = [EVERYTHING],
): Permission[] =>
  subjects.flatMap((subject) =>
    actions.map((action) => ({ action, subject, fields: action === 'read' ? [...fields] : [EVERYTHING] })),
  )
const all = (...subjects: Subject[]) => grant(ACTIONS, subjects)
const read = (...subjects: Subject[]) => grant(['read'], subjects)

const MONEY: readonly string[] = [
  'cash_balance',
  'bonus_balance',
  'locked_balance',
  'receivable',
  'total_deposit',
  'total_withdrawal',
]
const RISK: readonly string[] = ['risk_level']
const userFieldsBut = (...hidden: readonly string[]) =>
  Object.keys(users.allFields).filter((field) => !hidden.includes(field))
/** Whom and where a withdrawal pays: for those who decide. */
const PAYEES: readonly string[] = ['payee', 'destination', 'external_ref', 'proof']
/** What else a withdrawal shows of its user's money and of their risk: for those who read both at users. */
const MONEY_BESIDE: readonly string[] = ['withdrawable', 'events']
const RISK_BESIDE: readonly string[] = ['checks', 'warnings', 'has_warning', 'check_state']
const withdrawalFieldsBut = (...hidden: readonly string[]) =>
  Object.keys(manualWithdrawal.allFields).filter((field) => !hidden.includes(field))
/** Where a crypto withdrawal pays, and the transaction that shows it. */
const PAYEE_ADDRESSES: readonly string[] = ['address', 'tx_hash', 'explorer']
const cryptoWithdrawalFieldsBut = (...hidden: readonly string[]) =>
  Object.keys(cryptoWithdrawal.allFields).filter((field) => !hidden.includes(field))
const STAFF_NAMES = Object.keys(admin.allFields).filter((field) => !['two_fa_enabled', 'last_login_at'].includes(field))

const MONEY_PAGES: Subject[] = ['ManualDeposits', 'CryptoDeposits', 'ManualWithdrawals', 'CryptoWithdrawals']
/** Loads and redeems: support carries them out. */
const PLATFORM_PAGES: Subject[] = ['PlatformDeposits', 'PlatformWithdrawals']
/** Staff roles by rank, then those of end users. */
const ROLES: readonly SystemRole[] = [
  {
    name: SUPER_ADMIN,
    kind: 'STAFF',
    description: 'Everything.',
    entries: grant(ACTIONS, [EVERYTHING]),
    store_scope: 'ALL',
  },
  {
    name: 'ADMIN',
    kind: 'STAFF',
    description: 'Runs the platform: every screen, every right but the super administrator’s.',
    entries: all(...SUBJECTS),
    store_scope: 'ALL',
  },
  {
    name: 'MANAGER',
    kind: 'STAFF',
    description: 'Runs operations: users, money, support and shifts.',
    store_scope: 'ALL',
    entries: [
      ...grant(['create', 'read', 'update'], ['Users', 'UserPlatforms', ...MONEY_PAGES, ...PLATFORM_PAGES]),
      ...grant(['read', 'update'], ['Discrepancies']),
      ...read('Dashboard', 'Admins', 'ShiftHistory', 'AuditLog'),
      ...all(
        'QuickChat',
        'SupportTickets',
        'TicketStatus',
        'TicketCategory',
        'Shifts',
        'ShiftTemplates',
        'AssignShifts',
      ),
    ],
  },
  {
    name: 'SUPPORT_LEAD',
    kind: 'STAFF',
    description: 'Leads the support shifts.',
    store_scope: 'ALL',
    entries: [
      ...grant(['read', 'update'], ['Users']),
      ...grant(['read'], ['Admins'], STAFF_NAMES),
      ...grant(['create', 'read'], ['ManualDeposits']),
      ...grant(['read'], ['ManualWithdrawals'], withdrawalFieldsBut(...PAYEES)),
      ...grant(['read'], ['CryptoWithdrawals'], cryptoWithdrawalFieldsBut(...PAYEE_ADDRESSES)),
      ...read('Dashboard', 'CryptoDeposits', 'ShiftHistory'),
      ...all('QuickChat', 'SupportTickets', 'TicketStatus', 'TicketCategory', 'Shifts', 'AssignShifts'),
      ...grant(['create', 'read', 'update'], ['UserPlatforms', ...PLATFORM_PAGES]),
    ],
  },
  {
    name: 'SUPPORT_AGENT',
    kind: 'STAFF',
    description: 'Answers chats and tickets.',
    store_scope: 'ALL',
    entries: [
      ...grant(['read'], ['Users'], userFieldsBut(...MONEY, ...RISK)),
      ...grant(['create', 'read', 'update'], ['QuickChat', 'SupportTickets', 'UserPlatforms', ...PLATFORM_PAGES]),
      ...grant(['create', 'read'], ['ManualDeposits']),
      ...grant(['read'], ['ManualWithdrawals'], withdrawalFieldsBut(...PAYEES, ...MONEY_BESIDE, ...RISK_BESIDE)),
      ...grant(
        ['read'],
        ['CryptoWithdrawals'],
        cryptoWithdrawalFieldsBut(...PAYEE_ADDRESSES, ...MONEY_BESIDE, ...RISK_BESIDE),
      ),
      ...read('Dashboard', 'CryptoDeposits', 'Shifts'),
    ],
  },
  {
    name: 'FINANCE',
    kind: 'STAFF',
    description: 'Decides deposits and withdrawals.',
    store_scope: 'ALL',
    entries: [
      ...grant(['read'], ['Users'], userFieldsBut('tags')),
      ...grant(['create', 'read', 'update'], MONEY_PAGES),
      ...grant(['read', 'update'], ['Discrepancies']),
      ...read('Dashboard', 'UserPlatforms', ...PLATFORM_PAGES),
    ],
  },
  {
    name: 'RISK',
    kind: 'STAFF',
    description: 'Checks documents and watches for abuse.',
    store_scope: 'ALL',
    entries: [
      ...grant(['read', 'update'], ['Users']),
      ...grant(['read', 'update'], ['ManualWithdrawals', 'CryptoWithdrawals']),
      ...read(
        'Dashboard',
        'UserPlatforms',
        'ManualDeposits',
        'CryptoDeposits',
        ...PLATFORM_PAGES,
        'Discrepancies',
        'AuditLog',
      ),
    ],
  },
  {
    name: 'CONTENT_EDITOR',
    kind: 'STAFF',
    description: 'Writes pages, games and offers.',
    entries: [],
    store_scope: 'ALL',
  },
  {
    name: THIRD_PARTY_ADMIN,
    kind: 'STAFF',
    needs_store: true,
    description: 'Serves the users of one partner store.',
    store_scope: 'OWN',
    entries: [
      ...grant(['read', 'update'], ['Users', 'ThirdPartyUsers'], userFieldsBut(...RISK)),
      ...grant(['create', 'read', 'update'], ['QuickChat', 'SupportTickets']),
      ...grant(['read'], ['ManualWithdrawals'], withdrawalFieldsBut(...RISK_BESIDE)),
      ...read('Dashboard', 'UserPlatforms', 'ManualDeposits', ...PLATFORM_PAGES),
    ],
  },
  { name: 'PLAYER', kind: 'USER' },
  { name: 'VIP_PLAYER', kind: 'USER' },
]

/** Names of the staff roles, by rank. */
export const STAFF_ROLES: readonly string[] = ROLES.filter((role) => role.kind === 'STAFF').map((role) => role.name)

const setName = (role: string) => role.charAt(0) + role.slice(1).toLowerCase().replaceAll('_', ' ')

/**
 * Adds missing roles and permission sets. A system set that nobody has changed (version 1) gets the rights of this release; a
 * changed set keeps its own.
 * @param at when, milliseconds since 1970
 */
export async function ensureSystemData(db: Queryable, at: number): Promise<void> {
  const roles = ROLES.map(({ name, kind, needs_store = false }, position) => ({ name, kind, needs_store, position }))
  await db.query(
    `insert into roles (name, kind, needs_store, position)
     select name, kind, needs_store, position from json_to_recordset($1::json) as t(name text, kind text, needs_store boolean, position integer) on conflict do nothing`,
    [JSON.stringify(roles)],
  )
  const sets = ROLES.flatMap(({ name, description = null, entries, store_scope = 'OWN' }) =>
    entries
      ? [
          {
            id: uuidV7(at),
            name: setName(name),
            description,
            entries: [
              ...entries,
              ...[...recordRights(name)].flatMap(([subject, actions]) => grant(actions, [subject])),
            ],
            approval_limits: approvalLimitsOf(name),
            assigned_roles: [name],
            store_scope,
          },
        ]
      : [],
  )
  await db.query(
    `insert into permission_sets (id, name, description, entries, approval_limits, assigned_roles, store_scope, is_system, created_at, updated_at)
     select id, name, description, entries, approval_limits, assigned_roles, store_scope, true, $2::timestamptz, $2::timestamptz
     from json_to_recordset($1::json) as t(id uuid, name text, description text, entries jsonb, approval_limits jsonb, assigned_roles text[], store_scope text) on conflict do nothing`,
    [JSON.stringify(sets), new Date(at).toISOString()],
  )
  const known = await db.query<{ name: string }>(
    `select p.name from permission_sets p join json_to_recordset($1::json) as t(name text, entries jsonb, approval_limits jsonb) on t.name = p.name
     where p.is_system and p.version = 1 and (p.entries <> t.entries or p.approval_limits <> t.approval_limits)`,
    [JSON.stringify(sets)],
  )
  // Checked first: an update, even of no row, makes the trigger look for an active SUPER_ADMIN, which a new database does not have.
  if (known.length > 0)
    await db.query(
      `update permission_sets p set entries = t.entries, approval_limits = t.approval_limits
       from json_to_recordset($1::json) as t(name text, entries jsonb, approval_limits jsonb)
       where t.name = p.name and p.name = any($2::text[])`,
      [JSON.stringify(sets), known.map(({ name }) => name)],
    )
}
