/** Approvals of the mocks: the rules that the server's database enforces (server/db/migrations, `approvals`). */
import {
  APPROVAL_HOURS,
  NOT_ENOUGH_CASH,
  type Approval,
  type ApprovalPolicy,
  type ApprovalRefusal,
} from '@contract/entities/approval'
import { can, type Subject } from '@contract/permissions'
import { ADJUSTMENT_ACCOUNTS, ADJUSTMENT_DIRECTIONS, ADJUSTMENT_REASONS } from '@contract/records/money/adjustment'
import { approvalLimitsOf, type ApprovalLimit } from '@demo/approval-limits'
import type { Caller } from './call'
import { db, tell } from './db'
import type { StaffRecord } from './fixtures/staff'
import { mockId } from './ids'
import { addNotification } from './notifications'
import { accessWith, ownSetOf } from './permission-sets'
import type { StoredRecord } from './records/behaviour'
import { rejected } from './refusal'

/** An approval as the mocks store it. */
export interface MockApproval extends Omit<Approval, 'refusal'> {
  permission: Subject
  store: string | null
  /** Of an adjustment. */
  direction: 'UP' | 'DOWN'
}

/** Tiers of the policies that the mocks know: with one other person up to the first amount, with step-up from the second. */
const TIERS: Partial<Record<ApprovalPolicy, { one: number; stepUp: number }>> = {
  ADJUSTMENT: { one: 500, stepUp: 500 },
}

const limitsOf = ({ id, role }: StaffRecord): ApprovalLimit[] => [
  ...(role in db.access ? approvalLimitsOf(role) : []),
  ...((ownSetOf(db.records.permissionSet, id)?.approval_limits as ApprovalLimit[] | undefined) ?? []),
]
const accessOf = (staff: StaffRecord) => accessWith({ sets: db.records.permissionSet, byRole: db.access }, staff)
const sees = ({ third_party_store_code: partner }: StaffRecord, store: string | null) =>
  partner === null || partner === store

/** Why a person lacks the right to decide, whoever requested it. */
function rightRefusal(approval: MockApproval, staff: StaffRecord): ApprovalRefusal | null {
  if (staff.is_deleted || !can(accessOf(staff), 'update', approval.permission) || !sees(staff, approval.store))
    return 'RIGHT'
  const isWithin = limitsOf(staff).some(
    ({ policy, up_to }) => policy === approval.policy && (up_to === null || Number(up_to) >= Number(approval.amount)),
  )
  return isWithin ? null : 'LIMIT'
}

const isExpired = ({ expires_at }: Pick<MockApproval, 'expires_at'>, now: number) => Date.parse(expires_at) <= now

/** Why a person may not decide an approval; null where they may. */
export function approvalRefusal(approval: MockApproval, staff: StaffRecord, now: number): ApprovalRefusal | null {
  if (approval.status !== 'PENDING' || isExpired(approval, now)) return 'SETTLED'
  if (approval.requested_by.id === staff.id) return 'OWN'
  if (approval.decisions.some(({ by }) => by.id === staff.id)) return 'DECIDED'
  return rightRefusal(approval, staff)
}

/** The requester sees it, and whoever may read what it is about. */
export const seesApproval = (approval: MockApproval, { staff, access }: Caller): boolean =>
  approval.requested_by.id === staff.id || (can(access, 'read', approval.permission) && sees(staff, approval.store))

/** An approval as it is sent to a person. */
export function sentApproval(approval: MockApproval, staff: StaffRecord, now: number): Approval {
  const { permission: _permission, store: _store, direction: _direction, ...sent } = approval
  return {
    ...sent,
    status: approval.status === 'PENDING' && isExpired(approval, now) ? 'EXPIRED' : approval.status,
    refusal: approvalRefusal(approval, staff, now),
  }
}

const changed = ({ permission, id, version }: MockApproval) =>
  tell({ type: 'record:changed', payload: { subject: permission, id, version } })

/** Requests an adjustment of a user's money, and notifies those who may decide it. */
export function requestAdjustment(
  row: StoredRecord,
  body: Readonly<Record<string, unknown>>,
  at: string,
  caller: Caller,
): void {
  const { direction, account, amount, reason_code, note } = body as Record<string, string>
  const [whole = '0', places = ''] = amount!.split('.')
  const decimal = `${whole}.${places.padEnd(2, '0')}`
  const tier = TIERS.ADJUSTMENT!
  const approval: MockApproval = {
    id: mockId('fresh', db.nextNumber++),
    version: 1,
    policy: 'ADJUSTMENT',
    title: `${direction === 'UP' ? 'Add' : 'Take'} ${decimal} ${String(row.currency as string)}: ${String(row.first_name as string)} ${String(row.last_name as string)}`,
    details: [
      { label: 'Direction', value: ADJUSTMENT_DIRECTIONS[direction as 'UP'] },
      { label: 'Account', value: ADJUSTMENT_ACCOUNTS[account as 'CASH'] },
      { label: 'Reason', value: ADJUSTMENT_REASONS[reason_code as 'GOODWILL'] },
      { label: 'Note', value: note! },
    ],
    record: 'users',
    record_id: row.id,
    amount: decimal,
    currency: row.currency as string,
    requested_by: { id: caller.staff.id, username: caller.staff.username },
    requested_at: at,
    expires_at: new Date(Date.parse(at) + APPROVAL_HOURS * 3_600_000).toISOString(),
    required: Number(decimal) <= tier.one ? 1 : 2,
    decisions: [],
    status: 'PENDING',
    settled_at: null,
    needs_step_up: Number(decimal) >= tier.stepUp,
    permission: 'TransactionRecords',
    store: (row.third_party_store_code as string | null) ?? row.store_code,
    direction: direction as 'UP' | 'DOWN',
  }
  db.approvals.push(approval)
  for (const staff of db.staff)
    if (approvalRefusal(approval, staff, Date.parse(at)) === null)
      addNotification(staff.id, {
        keyword: 'APPROVAL_REQUESTED',
        keyword_id: approval.id,
        title: 'Approval requested',
        description: `${caller.staff.username}: ${approval.title}`,
      })
  changed(approval)
}

/** @throws 422 where the user has less money than is to be taken */
function post({ record_id, amount, direction }: MockApproval): void {
  const user = db.users.find(({ id }) => id === record_id)!
  const cents = (text: string) => Math.round(Number(text) * 100)
  const after = cents(user.cash_balance) + (direction === 'UP' ? 1 : -1) * cents(amount)
  if (after < 0) throw rejected({}, NOT_ENOUGH_CASH)
  user.cash_balance = (after / 100).toFixed(2)
  tell({ type: 'record:changed', payload: { subject: 'Users', id: user.id, version: user.version, derived: true } })
}

/** Stores a decision of somebody who may make it; the last required one has the effect. */
export function decideApproval(
  approval: MockApproval,
  { staff }: Caller,
  decision: 'APPROVED' | 'REJECTED',
  reason: string | null,
  now: number,
): void {
  const at = new Date(now).toISOString()
  const decisions = [...approval.decisions, { by: { id: staff.id, username: staff.username }, decision, reason, at }]
  const given = decisions.filter((each) => {
    const by = db.staff.find(({ id }) => id === each.by.id)
    return each.decision === 'APPROVED' && by !== undefined && rightRefusal(approval, by) === null
  })
  const status = decision === 'REJECTED' ? 'REJECTED' : given.length >= approval.required ? 'APPROVED' : 'PENDING'
  if (status === 'APPROVED') post(approval)
  Object.assign(approval, {
    decisions,
    status,
    settled_at: status === 'PENDING' ? null : at,
    version: approval.version + 1,
  })
  if (status !== 'PENDING')
    addNotification(approval.requested_by.id, {
      keyword: 'APPROVAL_DECIDED',
      keyword_id: approval.id,
      title: status === 'APPROVED' ? 'Approved' : 'Rejected',
      description: `${staff.username}: ${approval.title}`,
    })
  changed(approval)
}
