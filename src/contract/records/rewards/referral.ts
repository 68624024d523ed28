/** Referrals: users who signed up on the invitation of another one (catalogue, /referral-bonus-history; ledger, referral paid). */
import { awaitsApproval } from '../action-approval'
import { amount0, flag, integer, list, oneOf, reference, states, text, text255, time } from '../field'
import { FREE_TEXT } from '../../patterns'
import { RISK_LEVELS } from '../people/users'
import { moneyPreview } from '../money/money-effect'
import { defineRecord } from '../record'
import { queueTabs, tabsOf } from '../tabs'

export const REFERRAL_STATUSES = {
  PENDING: 'Pending',
  QUALIFIED: 'Qualified',
  PAID: 'Paid',
  FRAUD_HOLD: 'Held for fraud',
  REJECTED: 'Rejected',
  REVERSED: 'Reversed',
} as const

/** The states after a decision. */
const { PENDING: _pending, QUALIFIED: _qualified, ...DECIDED } = REFERRAL_STATUSES

/** What a referral is checked for: the parts of its criteria. */
export const REFERRAL_CHECKS = {
  DEPOSITS: 'Deposits',
  WAGER: 'Wager',
  IDENTITY: 'Verified identity',
  LEVEL: 'Level',
  DEVICE: 'Not from the same device',
  ADDRESS: 'Not from the same address',
} as const

/** What two accounts can have in common. */
export const TRACES = { DEVICE: 'Device', ADDRESS: 'Address', PAYMENT: 'Payment detail' } as const

/** The refusals of payments and reversals. */
export const REFERRAL_REFUSAL = {
  perUser: 'The referrer has been paid as many referrals as the rule allows',
  perMonth: 'The referrer has been paid as many referrals this month as the rule allows',
} as const

/** The reason of a referral whose time is over. */
export const NOT_IN_TIME = 'The criteria were not met in time'

const kept = { write: 'never', required: true } as const
const shown = { ...kept, filter: true } as const
const FILTERS = ['status', 'risk_level', 'rule'] as const
const reason = text255('Reason', { required: true })
const approved = {
  policy: 'REFERRAL',
  about: 'referee',
  amount: ['referrer_amount', 'referee_amount'],
  details: ['rule', 'referrer_amount', 'referee_amount'],
} as const
const done = { needs: 'update', movesMoney: true, success: 'Successfully Updated' } as const

export const referral = defineRecord({
  name: 'referral',
  base: 'admin-referral-bonus-history',
  subject: 'ReferralBonusHistory',
  noun: ['referral', 'referrals'],
  namedBy: ['referee'],
  origin: { past: 'noted the referral' },
  posts: { source: 'referral' },
  reads: 'paged',
  bulk: ['pay', 'reject'],
  events: { qualify: 'qualified', expire: 'not met in time' },
  paths: [
    { equal: [], order: 'signed_up_at' },
    { equal: ['referrer'], order: 'signed_up_at' },
    { equal: ['referee'], order: 'signed_up_at' },
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'signed_up_at' as const })),
    ...FILTERS.map((filter) => ({ equal: ['referrer' as const, filter], order: 'signed_up_at' as const })),
    { equal: ['status', 'risk_level'], order: 'signed_up_at' },
  ],
  queue: {
    waits: ['QUALIFIED'],
    onHold: ['FRAUD_HOLD'],
    tab: 'qualified',
    since: 'qualified_at',
    claim: { is: 'offered' },
    decisions: {
      pay: { kind: 'approve', key: 'P' },
      hold: { kind: 'hold', key: 'H' },
      reject: { kind: 'reject', key: 'X' },
    },
  },
  tabs: {
    pending: { label: REFERRAL_STATUSES.PENDING, equal: { status: 'PENDING' } },
    ...queueTabs('QUALIFIED', REFERRAL_STATUSES.QUALIFIED),
    ...tabsOf('status', DECIDED),
  },
  fields: {
    referrer: reference('Referrer', 'users', { ...shown, search: true }),
    referee: reference('New user', 'users', { ...shown, search: true }),
    signed_up_at: time('Signed up', shown),
    rule: reference('Rule', 'referralBonus', shown),
    rule_version: integer('Rule version', { min: 1 }, kept),
    criteria_met: text255('Criteria met', { derived: true, required: true }),
    checks: list(
      'Criteria',
      {
        check: oneOf('Criterion', REFERRAL_CHECKS, { required: true }),
        is_met: flag('Met', { required: true }),
      },
      { one: 'criterion', most: 10 },
      { write: 'never' },
    ),
    /** Once it has qualified. */
    referrer_amount: amount0('For the referrer', { write: 'never' }),
    referee_amount: amount0('For the new user', { write: 'never' }),
    risk_level: oneOf('Risk', RISK_LEVELS, { ...shown, initial: 'LOW' }),
    status: states(
      'Status',
      REFERRAL_STATUSES,
      {
        PENDING: ['QUALIFIED', 'REJECTED', 'FRAUD_HOLD'],
        QUALIFIED: ['PAID', 'REJECTED', 'FRAUD_HOLD'],
        FRAUD_HOLD: ['PENDING', 'QUALIFIED', 'REJECTED'],
        PAID: ['REVERSED'],
      },
      { ...shown, initial: 'PENDING' },
    ),
    /** Its payment or its reversal is requested, and others must approve it. */
    awaits_approval: awaitsApproval,
    qualified_at: time('Qualified', { write: 'never' }),
    decided_by: reference('Decided by', 'admin', { write: 'never' }),
    decided_at: time('Decided', { write: 'never' }),
    paid_at: time('Paid', { write: 'never' }),
    evidence: list(
      'Evidence',
      {
        kind: oneOf('Shared', TRACES, { required: true }),
        /** Masked. */
        shown: text('Value', FREE_TEXT, 64, { required: true }),
        with: reference('With', 'users', { required: true }),
      },
      { one: 'trace', most: 20 },
      { write: 'never' },
    ),
    status_reason: text255('Reason', { write: 'never', formerly: 'outcome_reason' }),
  },
  actions: {
    pay: {
      ...done,
      label: 'Pay…',
      elsewhere: true,
      from: { field: 'status', values: ['QUALIFIED'], otherwise: 'Only a qualified referral can be paid.' },
      sets: { status: 'PAID' },
      approval: {
        ...approved,
        type: 'referral_payment',
        when: { field: 'risk_level', values: ['HIGH'] },
        title: 'Pay the referral of {referee} by {referrer}',
        details: [...approved.details, 'risk_level'],
      },
      preview: moneyPreview([], 'Pay {amount}'),
      question: 'Pay',
      effect: 'Both users get their rewards at once. Where the risk is high, another person must approve it first.',
      gerund: 'Paying',
      participle: 'paid, or sent for approval',
      past: 'paid the referral',
      success: 'Paid',
    },
    hold: {
      ...done,
      label: 'Hold…',
      from: { field: 'status', values: ['PENDING', 'QUALIFIED'] },
      sets: { status: 'FRAUD_HOLD' },
      asks: { reason },
      question: 'Hold',
      effect: 'It is not paid until it is resumed. An approval that waits for its payment is cancelled.',
      gerund: 'Holding',
      participle: 'held',
      tone: 'danger',
    },
    resume: {
      ...done,
      label: 'Resume…',
      from: { field: 'status', values: ['FRAUD_HOLD'] },
      asks: { reason },
      question: 'Resume',
      effect: 'It is qualified again, or pending if it had not qualified before.',
      gerund: 'Resuming',
      participle: 'resumed',
    },
    reject: {
      ...done,
      label: 'Reject…',
      from: { field: 'status', values: ['PENDING', 'QUALIFIED', 'FRAUD_HOLD'] },
      sets: { status: 'REJECTED' },
      asks: { reason },
      question: 'Reject',
      effect: 'Nobody is paid for it. An approval that waits for its payment is cancelled.',
      gerund: 'Rejecting',
      participle: 'rejected',
      tone: 'danger',
    },
    reverse: {
      ...done,
      label: 'Reverse…',
      elsewhere: true,
      from: { field: 'status', values: ['PAID'], otherwise: 'Only a paid referral can be reversed.' },
      sets: { status: 'REVERSED' },
      approval: {
        ...approved,
        type: 'referral_reversal',
        title: 'Reverse the referral of {referee} by {referrer}',
        details: [...approved.details, 'reason'],
      },
      asks: { reason },
      reasonIn: 'status_reason',
      preview: moneyPreview([], 'Reverse {amount}'),
      question: 'Reverse',
      effect:
        'Another person must approve it. Then the rewards are taken back; what a user has spent of them, the user owes.',
      gerund: 'Reversing',
      participle: 'sent for approval',
      past: 'reversed the payment',
      success: 'Sent for approval',
      tone: 'danger',
    },
  },
})
