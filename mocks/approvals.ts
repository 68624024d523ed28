/** Approvals of the mocks: the rules that the server's database enforces (server/db/migrations, `approvals`). */
import { moneyText } from '@contract/amounts'
import {
  ALREADY_REQUESTED,
  APPROVAL_HOURS,
  APPROVAL_REFUSAL,
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
import { transactionRow, type TransactionType } from './records/money/wallet-transaction'
import { forbidden, Refusal, rejected } from './refusal'

/** An approval as the mocks store it. */
export interface MockApproval extends Omit<Approval, 'refusal'> {
  permission: Subject
  store: string | null
  /** What its effect is about: its type (mocks/records/approval-effects.ts), and what the effect needs. */
  subject: { readonly type: string; readonly [detail: string]: unknown }
}
/** What follows from a decision that settles an approval. @throws a refusal: then nothing is decided */
export type MockEffect = (approval: MockApproval, at: string) => void

/** Tiers of the policies (ledger.md, Approvals): alone, and with one other person, up to these amounts; with step-up from the last. */
const TIERS: Readonly<Record<ApprovalPolicy, { alone?: number; one: number; stepUp: number }>> = {
  ADJUSTMENT: { one: 500, stepUp: 500 },
  BONUS: { alone: 100, one: 1000, stepUp: 1000 },
  OFFER: { one: Infinity, stepUp: 1000 },
  PROMOTION: { one: 10_000, stepUp: 10_000 },
  REFERRAL: { one: Infinity, stepUp: 1000 },
  JACKPOT: { alone: 100, one: 1000, stepUp: 1000 },
  SPIN_VOID: { one: Infinity, stepUp: Infinity },
  WHEEL: { one: 1000, stepUp: 1000 },
  COIN_RATE: { one: Infinity, stepUp: 0 },
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

/** Changes of a row that change nothing of what is approved: a request and its withdrawal, a place in the list, a claim. */
const BESIDE: readonly string[] = ['requested_at', 'position', 'claimed_by', 'claim_until']
const sameValue = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Id of whoever changed the row of an approval last: by its history, and where it has none, who added it. */
function editorOf({ row, subject }: Pick<MockApproval, 'row' | 'subject'>): string | undefined {
  // Only its requester writes an adjustment.
  if (subject.type === 'adjustment') return undefined
  const edit = (db.history.get(row.id) ?? []).find(
    ({ by, changes }) =>
      by !== null && changes.some(({ field, before, after }) => !BESIDE.includes(field) && !sameValue(before, after)),
  )
  const stored = db.records[row.record as keyof typeof db.records].find(({ id }) => id === row.id)
  return edit?.by?.id ?? (stored?.Creator as { id: string } | null | undefined)?.id
}

/** Why a person may not decide an approval; null where they may. */
export function approvalRefusal(approval: MockApproval, staff: StaffRecord, now: number): ApprovalRefusal | null {
  if (approval.status !== 'PENDING' || isExpired(approval, now)) return 'SETTLED'
  if (approval.requested_by.id === staff.id || editorOf(approval) === staff.id) return 'OWN'
  if (approval.decisions.some(({ by }) => by.id === staff.id)) return 'DECIDED'
  return rightRefusal(approval, staff)
}

/** The requester sees it, and whoever may read what it is about. */
export const seesApproval = (approval: MockApproval, { staff, access }: Caller): boolean =>
  approval.requested_by.id === staff.id || (can(access, 'read', approval.permission) && sees(staff, approval.store))

/** An approval as it is sent to a person. */
export function sentApproval(approval: MockApproval, staff: StaffRecord, now: number): Approval {
  const { permission: _permission, store: _store, subject: _subject, ...sent } = approval
  return {
    ...sent,
    status: approval.status === 'PENDING' && isExpired(approval, now) ? 'EXPIRED' : approval.status,
    refusal: approvalRefusal(approval, staff, now),
  }
}

const changed = ({ permission, id, version }: MockApproval) =>
  tell({ type: 'record:changed', payload: { subject: permission, id, version } })

/** What is requested about a record. */
interface Request extends Pick<
  MockApproval,
  | 'policy'
  | 'title'
  | 'details'
  | 'amount'
  | 'permission'
  | 'subject'
  | 'record'
  | 'record_id'
  | 'row'
  | 'store'
  | 'currency'
> {
  effect: MockEffect
}
/** What a request about a user says of them. */
export const aboutUser = (user: StoredRecord) => ({
  record: 'users',
  record_id: user.id,
  currency: user.currency as string,
  store: (user.third_party_store_code as string | null) ?? user.store_code,
})

/**
 * Requests an approval, and notifies those who may decide it; where nobody else is needed it has its effect at once.
 * @returns whether it had its effect
 * @throws 403 where whoever acts alone lacks the right or the limit
 */
export function requestApproval({ effect, ...request }: Request, at: string, caller: Caller): boolean {
  const { staff } = caller
  lastPolicy = request.policy
  const amount = Number(request.amount)
  const tier = TIERS[request.policy]
  const approval: MockApproval = {
    ...request,
    id: mockId('fresh', db.nextNumber++),
    version: 1,
    requested_by: { id: staff.id, username: staff.username },
    requested_at: at,
    expires_at: new Date(Date.parse(at) + APPROVAL_HOURS * 3_600_000).toISOString(),
    required: amount <= (tier.alone ?? -1) ? 0 : amount <= tier.one ? 1 : 2,
    decisions: [],
    status: 'PENDING',
    settled_at: null,
    needs_step_up: amount >= tier.stepUp,
  }
  if (
    db.approvals.some(
      ({ status, subject }) =>
        status === 'PENDING' &&
        subject.type === approval.subject.type &&
        subject.id !== undefined &&
        subject.id === approval.subject.id,
    )
  )
    throw rejected({}, ALREADY_REQUESTED)
  if (approval.required === 0) {
    const refusal = rightRefusal(approval, staff)
    if (refusal) throw forbidden(APPROVAL_REFUSAL[refusal])
    Object.assign(approval, { status: 'APPROVED', settled_at: at })
    db.approvals.push(approval)
    effect(approval, at)
    return true
  }
  db.approvals.push(approval)
  for (const each of db.staff)
    if (approvalRefusal(approval, each, Date.parse(at)) === null)
      addNotification(each.id, {
        keyword: 'APPROVAL_REQUESTED',
        keyword_id: approval.id,
        about: approval.row,
        title: 'Approval requested',
        description: `${staff.username}: ${approval.title}`,
      })
  changed(approval)
  caller.waits?.()
  return false
}

/** The policy of the last request, also where it was refused. */
let lastPolicy: ApprovalPolicy | null = null
/** @returns the person's own limit where an error is the refusal of an amount above it; null: any other error */
export function ownLimitOf(staff: StaffRecord, error: unknown): string | null {
  if (!(error instanceof Refusal) || error.message !== APPROVAL_REFUSAL.LIMIT) return null
  const limits = limitsOf(staff).flatMap(({ policy, up_to }) => (policy === lastPolicy ? [Number(up_to)] : []))
  return Math.max(0, ...limits).toFixed(2)
}
/** The tiers of a policy; null: no such tier. */
export function tiersOf(policy: ApprovalPolicy | null): { alone_up_to: string | null; one_up_to: string | null } {
  const asAmount = (most: number | undefined) => (most === undefined || most === Infinity ? null : most.toFixed(2))
  const tier = policy === null ? undefined : TIERS[policy]
  return { alone_up_to: asAmount(tier?.alone), one_up_to: asAmount(tier?.one) }
}
/** Approves what waits as those who may, if they are enough. @returns how many may @throws a refusal of its effect */
export function approveInRehearsal(
  approval: MockApproval,
  now: number,
  effects: Readonly<Record<string, MockEffect>>,
): number {
  const deciders = db.staff.filter((staff) => approvalRefusal(approval, staff, now) === null)
  if (deciders.length >= approval.required)
    effects[approval.subject.type]!({ ...approval, status: 'APPROVED' }, new Date(now).toISOString())
  return deciders.length
}

/**
 * Cancels what waits for approval at a row, because the row has changed, and tells the requesters.
 * @param by who changed it @param fields that were written
 */
export function cancelApprovals(id: string, fields: readonly string[], by: StaffRecord, at: string): void {
  if (fields.every((field) => field === 'position')) return
  for (const approval of db.approvals) {
    // An adjustment is no row of a list: a change of its user changes nothing of it.
    if (approval.status !== 'PENDING' || approval.row.id !== id || approval.subject.type === 'adjustment') continue
    Object.assign(approval, { status: 'CANCELLED', settled_at: at, version: approval.version + 1 })
    if (approval.requested_by.id !== by.id)
      addNotification(approval.requested_by.id, {
        keyword: 'APPROVAL_DECIDED',
        keyword_id: approval.id,
        about: approval.row,
        title: 'Approval cancelled',
        description: `${by.username} changed what was to be approved: ${approval.title}`,
      })
    changed(approval)
  }
}

/** Whether something waits for approval about a subject. */
export const awaitsApproval = (types: readonly string[], id: string): boolean =>
  db.approvals.some(({ status, subject }) => status === 'PENDING' && types.includes(subject.type) && subject.id === id)

/** A decimal with two places. */
export const twoPlaces = (decimal: string): string => {
  const [whole = '0', places = ''] = decimal.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
}
export const nameOfUser = (user: StoredRecord): string =>
  `${String(user.first_name as string)} ${String(user.last_name as string)}`

export const adjustmentEffect: MockEffect = ({ status, subject, record_id, amount }) => {
  if (status === 'APPROVED')
    addTo(record_id, 'cash_balance', (subject.direction === 'UP' ? 1 : -1) * cents(amount), 'ADJUSTMENT')
}

/** Requests an adjustment of a user's money. */
export function requestAdjustment(
  row: StoredRecord,
  body: Readonly<Record<string, unknown>>,
  at: string,
  caller: Caller,
): void {
  const { direction, account, amount, reason_code, note } = body as Record<string, string>
  const decimal = twoPlaces(amount!)
  requestApproval(
    {
      policy: 'ADJUSTMENT',
      permission: 'TransactionRecords',
      ...aboutUser(row),
      row: { record: 'users', id: row.id },
      title: `${direction === 'UP' ? 'Add' : 'Take'} ${moneyText(decimal, String(row.currency as string))}: ${nameOfUser(row)}`,
      details: [
        { label: 'Direction', value: ADJUSTMENT_DIRECTIONS[direction as 'UP'] },
        { label: 'Account', value: ADJUSTMENT_ACCOUNTS[account as 'CASH'] },
        { label: 'Reason', value: ADJUSTMENT_REASONS[reason_code as 'GOODWILL'] },
        { label: 'Note', value: note! },
      ],
      amount: decimal,
      subject: { type: 'adjustment', direction },
      effect: adjustmentEffect,
    },
    at,
    caller,
  )
}

const cents = (text: string) => Math.round(Number(text) * 100)
/**
 * Changes an amount of a user.
 * @param source id of the record that it is posted for @throws 422 where it would fall below 0
 */
export function addTo(
  userId: string,
  account: 'cash_balance' | 'bonus_balance',
  change: number,
  type: TransactionType,
  source: string | null = null,
): void {
  const user = db.users.find(({ id }) => id === userId)!
  const after = cents(user[account]) + change
  if (after < 0) throw rejected({}, NOT_ENOUGH_CASH)
  const before = cents(user[account])
  user[account] = (after / 100).toFixed(2)
  const rows = db.records.walletTransaction
  const wallet = account === 'cash_balance' ? 'CASH' : 'BONUS'
  const at = new Date().toISOString()
  const row = { ...transactionRow(user, rows.length + 1, { type, wallet, change, before, at }), source }
  rows.push(row)
  tell({ type: 'record:changed', payload: { subject: 'TransactionRecords', id: row.id, version: 1 } })
  tell({ type: 'record:changed', payload: { subject: 'Users', id: user.id, version: user.version, derived: true } })
}

/** Stores a decision of somebody who may make it; the last required one has the effect. */
export function decideApproval(
  approval: MockApproval,
  { staff }: Caller,
  decision: 'APPROVED' | 'REJECTED',
  reason: string | null,
  now: number,
  effects: Readonly<Record<string, MockEffect>>,
): void {
  const at = new Date(now).toISOString()
  const decisions = [...approval.decisions, { by: { id: staff.id, username: staff.username }, decision, reason, at }]
  const given = decisions.filter((each) => {
    const by = db.staff.find(({ id }) => id === each.by.id)
    return each.decision === 'APPROVED' && by !== undefined && rightRefusal(approval, by) === null
  })
  const status = decision === 'REJECTED' ? 'REJECTED' : given.length >= approval.required ? 'APPROVED' : 'PENDING'
  if (status !== 'PENDING') effects[approval.subject.type]!({ ...approval, status }, at)
  Object.assign(approval, {
    decisions,
    status,
    settled_at: status === 'PENDING' ? null : at,
    version: approval.version + 1,
  })
  // Another request about the same row is of what it was before.
  if (status === 'APPROVED') cancelApprovals(approval.row.id, ['status'], staff, at)
  if (status !== 'PENDING')
    addNotification(approval.requested_by.id, {
      keyword: 'APPROVAL_DECIDED',
      keyword_id: approval.id,
      about: approval.row,
      title: status === 'APPROVED' ? 'Approved' : 'Rejected',
      description: `${staff.username}: ${approval.title}`,
    })
  changed(approval)
}
