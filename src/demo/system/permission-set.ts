/** The demo's permission sets for single people; those of the roles are part of every platform. */
import { EVERYTHING, type Action, type Permission, type Subject } from '@contract/permissions'
import type { ApprovalLimit } from '../approval-limits'
import type { STORE_SCOPES } from '@contract/records/system/permission-set'

const grant = (actions: readonly Action[], ...subjects: readonly Subject[]): Permission[] =>
  subjects.flatMap((subject) => actions.map((action) => ({ action, subject, fields: [EVERYTHING] })))

export interface DemoPermissionSet {
  name: string
  description: string | null
  entries: Permission[]
  /** What its people may approve; left out: nothing. */
  approval_limits?: readonly ApprovalLimit[]
  store_scope: keyof typeof STORE_SCOPES
  /** The store that it belongs to; without it, to none. */
  of?: 'own' | 'partner'
  /** Who added it; without it, the platform did. */
  by?: 'colleague' | 'superior'
  /** Whom it is assigned to: the nth of a role, from 0, among the staff without a demo sign-in. */
  people: readonly (readonly [role: string, nth: number])[]
}

/** @param staff without those that have a demo sign-in @returns the ids of those whom a set is assigned to, as far as there are such people */
export const peopleWith = ({ people }: DemoPermissionSet, staff: readonly { id: string; role: string }[]): string[] =>
  people.flatMap(([role, nth]) => staff.filter((each) => each.role === role)[nth]?.id ?? [])

export const permissionSets: readonly DemoPermissionSet[] = [
  {
    name: 'Payout reader',
    description: 'Reads withdrawals and transactions, and changes nothing.',
    entries: grant(['read'], 'ManualWithdrawals', 'CryptoWithdrawals', 'TransactionRecords'),
    store_scope: 'OWN',
    of: 'own',
    by: 'superior',
    people: [
      ['SUPPORT_AGENT', 0],
      ['THIRD_PARTY_ADMIN', 0],
    ],
  },
  {
    name: 'Shift planner',
    description: null,
    entries: grant(['create', 'read', 'update', 'delete'], 'ShiftTemplates', 'AssignShifts'),
    store_scope: 'OWN',
    by: 'colleague',
    people: [['MANAGER', 0]],
  },
  {
    name: 'Partner desk',
    description: 'Reads what a partner’s users load and redeem.',
    entries: grant(['read'], 'PlatformDeposits', 'PlatformWithdrawals'),
    approval_limits: [{ policy: 'OFFER', up_to: '50.00' }],
    store_scope: 'OWN',
    of: 'partner',
    people: [['THIRD_PARTY_ADMIN', 1]],
  },
]
