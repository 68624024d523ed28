/** What withdrawals share, whatever pays them (money, Withdrawals): their states, their checks, who decides, and the words for it. */
import { FREE_TEXT } from '../../patterns'
import { awaitsApproval } from '../action-approval'
import {
  amount,
  amount0,
  flag,
  list,
  oneOf,
  reference,
  references,
  someOf,
  states,
  text,
  text255,
  time,
} from '../field'
import type { ActionDefinition } from '../record'
import { REQUEST_SOURCES } from '../request-sources'
import { mineTab } from '../tabs'
import { moneyPreview } from './money-effect'
import { TRANSACTION_TYPES } from './wallet-transaction'
import { checkFields, WITHDRAWAL_CHECKS } from './withdrawal-checks'

/**
 * The money of a withdrawal is locked until the withdrawal is paid, rejected or cancelled. A pending one is in review while somebody has
 * claimed it, and needs a second approval while one waits. An approved one is paid by staff, or by a rail.
 */
export const WITHDRAWAL_STATUSES = {
  PENDING: 'Requested',
  IN_REVIEW: 'In review',
  AWAITING_SECOND_APPROVAL: 'Needs 2nd approval',
  ON_HOLD: 'On hold',
  APPROVED: 'Approved',
  PROCESSING: 'Paying',
  UNKNOWN: 'Outcome unknown',
  FAILED: 'Payout failed',
  COMPLETED: 'Paid',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
} as const
export const WITHDRAWAL_REJECTIONS = {
  VERIFICATION: 'Verification needed',
  PAYOUT_DETAILS: 'Wrong payout details',
  NAME_MISMATCH: 'Name does not match',
  LIMIT: 'Above a limit',
  BONUS_TERMS: 'Bonus terms',
  SUSPECTED_FRAUD: 'Suspected fraud',
  PAYOUT_FAILED: 'Payout failed',
  OTHER: 'Other',
} as const
export const RESOLUTIONS = { PAID: 'The user was paid', NOT_PAID: 'The user was not paid' } as const

/** Number of open withdrawals of one user; an app can request no more. */
export const WITHDRAWALS_OPEN_MAX = 20
/** Number of the user's last money events that the desk shows. */
export const WITHDRAWAL_EVENTS = 10
const CARRIER_MAX = 120
const CHECK_STATE_MAX = 1000

export const WITHDRAWAL_REFUSAL = {
  fee: (fee: string) => `The fee of ${fee} leaves nothing of this amount`,
  funds: (cash: string) => `This user has ${cash}`,
  account: 'This account is closed',
  open: `${WITHDRAWALS_OPEN_MAX} withdrawals of this user are open. Request more once they are decided.`,
  blocked: (check: string, sentence: string) => `${check}: ${sentence}`,
  changed: (checks: string) =>
    `Checks have changed since it was requested (${checks}). Reject it, or put it on hold and resume it, so that it is reviewed again.`,
  cancelled: 'This withdrawal can no longer be cancelled',
  contradicted: 'The rail contradicts what is known of an earlier attempt: resolve the discrepancy first',
  isSending: 'It is being sent to the rail at this moment. Nothing was changed.',
  answered: 'The rail has answered meanwhile. Nothing was changed.',
  noAttempt: 'The rail was not asked to pay it.',
  refund: 'A refund of a deposit cannot be cancelled',
} as const

const kept = { write: 'never', required: true } as const
const update = { needs: 'update', success: 'Successfully Updated' } as const
/** It decides about locked money, promises it again, or withdraws or asks about its payment. */
export const deciding = { ...update, movesMoney: true } as const
const UNDECIDED = ['PENDING', 'AWAITING_SECOND_APPROVAL'] as const
const reason = text255('Reason', { required: true })
const userText = text255('Message to the user', { hint: 'The user reads it in the app' })

/** What the user asked for. */
export const amountFields = {
  amount: amount('Amount', { ...kept, filter: true, public: true }),
  fee: amount0('Fee', { ...kept, public: true }),
  net_amount: amount('Net', { ...kept, public: true }),
} as const
export const requestFields = {
  source: oneOf('Source', REQUEST_SOURCES, { ...kept, initial: 'APP' }),
  requested_at: time('Requested', { ...kept, filter: true, public: true }),
  status: states(
    'Status',
    WITHDRAWAL_STATUSES,
    {
      PENDING: ['ON_HOLD', 'APPROVED', 'REJECTED', 'CANCELLED'],
      ON_HOLD: ['PENDING', 'REJECTED', 'CANCELLED'],
      APPROVED: ['ON_HOLD', 'PROCESSING', 'COMPLETED', 'REJECTED'],
      PROCESSING: ['APPROVED', 'COMPLETED', 'FAILED', 'UNKNOWN'],
      UNKNOWN: ['PROCESSING', 'COMPLETED', 'FAILED'],
      FAILED: ['APPROVED', 'REJECTED'],
    },
    { ...kept, filter: true, initial: 'PENDING', public: true, computed: { AWAITING_SECOND_APPROVAL: ['PENDING'] } },
  ),
  awaits_approval: awaitsApproval,
} as const
/** What the desk shows of the user, and of the checks. */
export const deskFields = {
  /** What the user can spend besides. */
  withdrawable: amount0('Available after payout', { derived: true }),
  level: reference('Level', 'userLevel', { derived: true }),
  /** The checks that warn or fail. */
  warnings: someOf('Warnings', WITHDRAWAL_CHECKS, { derived: true }),
  /** Another person must approve it, too. */
  has_warning: flag('Has a warning', { derived: true, required: true }),
  checks: list('Checks', checkFields, { one: 'check', most: Object.keys(WITHDRAWAL_CHECKS).length }, { derived: true }),
  /** Each check with its result: what an approval relies on. */
  check_state: text('State of the checks', FREE_TEXT, CHECK_STATE_MAX, { derived: true }),
  events: list(
    'Last money events',
    {
      at: time('When', { required: true }),
      type: oneOf('What', TRANSACTION_TYPES, { required: true }),
      /** Negative where money left the user's cash. */
      amount: amount0('Amount', { required: true }),
      balance: amount0('Cash after', { required: true }),
    },
    { one: 'event', most: WITHDRAWAL_EVENTS },
    { derived: true },
  ),
  others: references('Other open withdrawals', 'manualWithdrawal', { derived: true }),
  other_coins: references('Open withdrawals of coins', 'cryptoWithdrawal', { derived: true }),
  tickets: references('Open tickets', 'ticket', { derived: true }),
} as const
export const decisionFields = {
  hold_reason: text255('Why it is on hold', { write: 'never' }),
  wakes_at: time('On hold until', { write: 'never' }),
  decided_by: reference('Decided by', 'admin', { write: 'never' }),
  decided_at: time('Decided', { write: 'never' }),
  /** Not for apps: it may be a suspicion. */
  reason_code: oneOf('Reason', WITHDRAWAL_REJECTIONS, { write: 'never' }),
  user_text: text255('Message to the user', { write: 'never', public: true }),
} as const
/** In words. */
export const paidBy = text('Paid by', FREE_TEXT, CARRIER_MAX, { derived: true, required: true })

/** @param by the field that says how it is paid */
export const withdrawalPaths = <const F extends string>(by: F) =>
  [
    { equal: [], order: 'requested_at' },
    { equal: ['status'], order: 'requested_at' },
    { equal: ['user'], order: 'requested_at' },
    { equal: ['status', 'user'], order: 'requested_at' },
    { equal: [by], order: 'requested_at' },
    { equal: ['status', by], order: 'requested_at' },
    { equal: [], order: 'amount' },
    { equal: ['status'], order: 'amount' },
  ] as const

const tab = <L extends string, S extends keyof typeof WITHDRAWAL_STATUSES>(label: L, status: S) =>
  ({ label, equal: { status } }) as const
export const withdrawalTabs = {
  pending: tab('Pending', 'PENDING'),
  mine: mineTab('IN_REVIEW'),
  second_approval: tab('Second approval', 'AWAITING_SECOND_APPROVAL'),
  on_hold: tab('On hold', 'ON_HOLD'),
  approved: tab('Approved', 'APPROVED'),
  paying: tab('Paying', 'PROCESSING'),
  unknown: tab('Unknown', 'UNKNOWN'),
  failed: tab('Failed', 'FAILED'),
  completed: tab('Paid', 'COMPLETED'),
  rejected: tab('Rejected', 'REJECTED'),
} as const
export const withdrawalQueue = {
  waits: ['PENDING'],
  onHold: ['ON_HOLD'],
  secondApproval: ['AWAITING_SECOND_APPROVAL'],
  tab: 'pending',
  since: 'requested_at',
  within: true,
  claim: { is: 'needed', shows: 'IN_REVIEW' },
  decisions: {
    approve: { kind: 'approve', key: 'A' },
    hold: { kind: 'hold', key: 'H' },
    reject: { kind: 'reject', key: 'X' },
  },
} as const
/** What happens to a withdrawal by itself. */
export const withdrawalEvents = {
  send: 'sent to the rail',
  unsent: 'left unsent, because the rail was not reached',
  pay: 'paid by the rail',
  fail: 'refused by the rail',
  loseSight: 'sent without a clear answer of the rail',
  wake: 'put into the queue again, because its time was over',
  cancel: 'cancelled by the user',
} as const

/** What a kind of withdrawal calls its approvals, and what people read of where it pays. */
interface Words {
  /** Types of the approvals of its payment, and of what became of it. */
  readonly approval: string
  readonly outcome: string
  /** Fields that say what is paid, and to whom. */
  readonly payout: readonly string[]
  /** Those of them that a preview shows. */
  readonly facts: readonly string[]
  /** Effect of an approval. */
  readonly approve: string
  /** Effect of a rejection and a return: where the money is afterwards, up to the reader of the message. */
  readonly returned: string
  /** Entries of the history whose authors never approve the payment. */
  readonly notBy?: readonly string[]
}
/** The actions of all withdrawals, in the order of their menus: before the payment, and after it. */
export const withdrawalActions = <const W extends Words>(words: W) =>
  ({
    approve: {
      ...deciding,
      label: 'Approve…',
      from: { field: 'status', values: ['PENDING'], otherwise: 'Only a pending withdrawal can be approved.' },
      sets: { status: 'APPROVED' },
      asks: { note: text255('Note', { hint: 'For colleagues, in the history' }) },
      tells: ['note'],
      approval: {
        policy: { by: 'has_warning', is: { true: 'WITHDRAWAL_WITH_WARNING', false: 'WITHDRAWAL' } },
        type: words.approval,
        about: 'user',
        amount: ['amount'],
        title: 'Pay the withdrawal {reference}: {user}',
        details: [...words.payout, 'withdrawable', 'checks', 'note'],
        ...(words.notBy && { notBy: words.notBy }),
      },
      preview: moneyPreview([], 'Approve {amount}', words.facts),
      relies: 'check_state',
      question: 'Approve',
      effect: words.approve,
      gerund: 'Approving',
      participle: 'approved, or sent for approval',
      past: 'approved the withdrawal',
    },
    hold: {
      ...deciding,
      label: 'Hold…',
      from: { field: 'status', values: [...UNDECIDED, 'APPROVED'], otherwise: 'It is decided already.' },
      sets: { status: 'ON_HOLD' },
      asks: {
        reason,
        wakes_at: time('Until', {
          side: 'future',
          hint: 'Then it is in the queue again; empty: until somebody resumes it',
        }),
      },
      keeps: ['wakes_at'],
      question: 'Put on hold',
      effect: 'The money stays locked, and the user can cancel. It must be approved again afterwards.',
      gerund: 'Putting on hold',
      participle: 'put on hold',
      past: 'put the withdrawal on hold',
    },
    resume: {
      ...deciding,
      label: 'Resume',
      from: { field: 'status', values: ['ON_HOLD'] },
      sets: { status: 'PENDING', wakes_at: null, hold_reason: null },
      asks: { reason },
      question: 'Resume',
      effect: 'It is in the queue again, and is reviewed anew.',
      gerund: 'Resuming',
      participle: 'resumed',
    },
    reject: {
      ...deciding,
      label: 'Reject…',
      from: {
        field: 'status',
        values: [...UNDECIDED, 'ON_HOLD', 'APPROVED'],
        otherwise: 'It can no longer be rejected.',
      },
      sets: { status: 'REJECTED' },
      asks: { reason_code: oneOf('Reason', WITHDRAWAL_REJECTIONS, { required: true }), user_text: userText },
      keeps: ['reason_code', 'user_text'],
      preview: moneyPreview([], 'Reject {amount}'),
      question: 'Reject',
      effect: `${words.returned} reads your message in the app; the reason stays here.`,
      gerund: 'Rejecting',
      participle: 'rejected',
      tone: 'danger',
    },
  }) as const satisfies Record<string, ActionDefinition>
export const paymentActions = <const W extends Words>(words: W) =>
  ({
    lookUp: {
      ...deciding,
      elsewhere: true,
      label: 'Look up',
      from: { field: 'status', values: ['UNKNOWN', 'PROCESSING'], otherwise: 'The rail has answered already.' },
      question: 'Ask the rail about',
      effect: 'The rail says whether it has paid the user. Nothing is paid again.',
      gerund: 'Asking the rail about',
      participle: 'asked about at the rail',
      past: 'asked the rail about the payment',
      success: 'The rail is asked now',
    },
    resolve: {
      ...deciding,
      elsewhere: true,
      label: 'Resolve…',
      from: { field: 'status', values: ['UNKNOWN'], otherwise: 'Only an unknown outcome can be resolved.' },
      asks: {
        resolution: oneOf('What is certain', RESOLUTIONS, { required: true }),
        evidence: text255('Evidence', {
          required: true,
          hint: 'Such as the line of the bank statement, or who confirmed it',
        }),
        reason,
      },
      tells: ['resolution', 'evidence'],
      preview: moneyPreview(['resolution'], {
        by: 'resolution',
        texts: { PAID: 'Resolve {amount} as paid', NOT_PAID: 'Resolve {amount} as not paid' },
      }),
      approval: {
        policy: 'RESOLVE',
        type: words.outcome,
        about: 'user',
        amount: ['amount'],
        title: {
          by: 'resolution',
          texts: {
            PAID: 'The payment of {reference} was made: {user}',
            NOT_PAID: 'The payment of {reference} was not made: {user}',
          },
        },
        details: [...words.payout, 'resolution', 'evidence', 'reason'],
      },
      question: 'Resolve',
      effect: 'Another person must confirm it. A payment that was not made can be sent again, or returned to the user.',
      gerund: 'Resolving',
      participle: 'sent for approval',
      past: 'resolved the payment',
      success: 'Sent for approval',
    },
    payAgain: {
      ...deciding,
      label: 'Pay again…',
      from: { field: 'status', values: ['FAILED'], otherwise: 'Only a failed payment can be repeated.' },
      sets: { status: 'APPROVED' },
      asks: { reason },
      question: 'Pay again',
      effect: 'It is sent to the rail once more, as a new attempt with its own reference.',
      gerund: 'Paying again',
      participle: 'sent again',
      past: 'sent the payment again',
    },
    giveBack: {
      ...deciding,
      label: 'Return the money…',
      from: { field: 'status', values: ['FAILED'], otherwise: 'Only the money of a failed payment can be returned.' },
      sets: { status: 'REJECTED', reason_code: 'PAYOUT_FAILED' },
      asks: { user_text: userText },
      keeps: ['user_text'],
      preview: moneyPreview([], 'Return {amount}'),
      question: 'Return the money of',
      effect: `${words.returned} reads your message in the app.`,
      gerund: 'Returning the money of',
      participle: 'returned',
      past: 'returned the money',
    },
  }) as const satisfies Record<string, ActionDefinition>
