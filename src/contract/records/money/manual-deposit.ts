import { awaitsApproval } from '../action-approval'
import {
  amount,
  amount0,
  flag,
  oneOf,
  privateFiles,
  reference,
  referenceNumber,
  references,
  someOf,
  states,
  text,
  text255,
  time,
} from '../field'
import { FREE_TEXT } from '../../patterns'
import { defineRecord } from '../record'
import { APP_SOURCES, REQUEST_SOURCES } from '../request-sources'
import { ACCOUNT_STATUSES } from '../people/users'
import { PROMO_CODE } from '../rewards/bonus'
import { queueTabs, tabsOf } from '../tabs'
import { moneyPreview } from './money-effect'

const DECIDED = { COMPLETED: 'Credited', REJECTED: 'Rejected', EXPIRED: 'Expired' } as const
/** A pending deposit is in review while somebody has claimed it, and expires where no proof of it arrives in time. */
export const DEPOSIT_STATUSES = {
  PENDING: 'Pending',
  IN_REVIEW: 'In review',
  ...DECIDED,
  REVERSED: 'Reversed',
} as const
export const DEPOSIT_REJECTIONS = {
  NOT_RECEIVED: 'Not received',
  WRONG_AMOUNT: 'Wrong amount',
  DUPLICATE: 'Sent before',
  NAME_MISMATCH: 'Name does not match',
  UNREADABLE: 'Unreadable proof',
  SUSPECTED_FRAUD: 'Suspected fraud',
  OTHER: 'Other',
} as const
/** Comparisons with other deposits and with the user's account, for whoever decides. They do not decide anything. */
export const DEPOSIT_HINTS = {
  NAME_MATCHES: 'The name matches',
  NAME_DIFFERS: 'The name differs from the account',
  SAME_REFERENCE: 'Another deposit has this external reference',
  SAME_IMAGE: 'Another deposit has the same proof',
  NO_PROOF: 'No proof: another person must decide it too',
  BY_STAFF: 'Staff entered or corrected it: another person must decide it',
  ABOVE_LIMIT: 'Above what the user may deposit today',
  NOT_ALLOWED: 'The user may not deposit',
} as const
/** Accounts to which no money is credited: a deposit of their users is sent back. */
export const NOT_CREDITED = [
  'SUSPENDED',
  'SELF_EXCLUDED',
  'CLOSED',
] as const satisfies readonly (keyof typeof ACCOUNT_STATUSES)[]
/** What an approval says where the deposit gives no bonus. */
export const NO_BONUS = 'None'
export const RETURNS = { DUE: 'To send back', SENT: 'Sent back' } as const

/** Hours after which a deposit without a proof expires. */
export const PROOF_HOURS = 72
/** Days after the decision within which a deposit can be reopened. */
export const REOPEN_DAYS = 30
/** Number of undecided deposits of one user; an app can send no more. */
export const DEPOSIT_UNDECIDED_MAX = 20
const PROOFS_MAX = 4
const BONUS_STATE_MAX = 1000

export const DEPOSIT_REFUSAL = {
  method: 'Choose a method for deposits of the store and the level of this user',
  below: (least: string) => `Deposits with this method are at least ${least}`,
  above: (most: string) => `Deposits with this method are at most ${most}`,
  fee: (fee: string) => `The fee of ${fee} leaves nothing of this amount`,
  account: 'This account is closed',
  undecided: `${DEPOSIT_UNDECIDED_MAX} deposits of this user wait for a decision. Send more after it.`,
  notOpen: 'This deposit is decided or has expired',
  hasProof: 'This deposit has its proof',
  excluded: (status: keyof typeof ACCOUNT_STATUSES) =>
    `The account of this user is ${ACCOUNT_STATUSES[status].toLowerCase()}: the deposit cannot be credited. Reject it, and send the money back.`,
  limit: (left: string) =>
    `This user may deposit ${left} more today: the deposit cannot be credited. Reject it and send the money back, or credit it another day.`,
  unchanged: 'This changes nothing: correct the amount, the payer or the external reference',
  bonus: (was: string, now: string) =>
    `The bonus is another one than when the approval was requested: ${was} became ${now}. Nothing was decided. Reject the request, so that it is sent again.`,
  samePerson: 'You decided this deposit. Another person must reopen it.',
  late: `It was sent or decided more than ${REOPEN_DAYS} days ago.`,
  sentBack: 'The money was sent back. It cannot be credited any more.',
} as const

const kept = { write: 'never', required: true } as const
const create = { write: 'create', required: true } as const
const EXTERNAL = 'Of the bank or the wallet'
/** It decides about money, or promises it again. */
const update = { needs: 'update', movesMoney: true, success: 'Successfully Updated' } as const
const pending = {
  ...update,
  from: { field: 'status', values: ['PENDING'], otherwise: 'Only a pending deposit can be decided.' },
} as const
const reason = text255('Reason', { required: true })

/** Deposits that users made outside the platform (money, /deposit/manual-deposit). */
export const manualDeposit = defineRecord({
  name: 'manualDeposit',
  base: 'admin-manual-deposit',
  subject: 'ManualDeposits',
  noun: ['deposit', 'deposits'],
  namedBy: ['reference'],
  origin: { past: 'sent the deposit' },
  posts: { source: 'manual_deposit' },
  reads: 'paged',
  feeds: { users: 'user' },
  appBase: 'manual-deposit',
  appCalls: {
    send: {
      path: 'manual-deposit',
      conditional: true,
      movesMoney: true,
      summary: "Sends a deposit that a user of the key's store has made, with its proof or without.",
      asks: {
        user: reference('User', 'users', { required: true }),
        payment_method: reference('Method', 'paymentMethod', { required: true }),
        amount: amount('Amount', { required: true }),
        payer_name: text255('Payer'),
        external_ref: text255('External reference'),
        promo_code: text('Promo code', PROMO_CODE, 16),
        source: oneOf('Source', APP_SOURCES, { required: true }),
        proof: privateFiles('Proof', PROOFS_MAX, { hint: 'Ids of uploads of the same key' }),
      },
    },
    prove: {
      path: 'manual-deposit/:id/proof',
      of: 'deposit',
      conditional: true,
      movesMoney: true,
      summary: 'Adds the proof to a deposit that was sent without one. The same proof again changes nothing.',
      asks: {
        deposit: reference('Deposit', 'manualDeposit', { required: true }),
        proof: privateFiles('Proof', PROOFS_MAX, { least: 1, hint: 'Ids of uploads of the same key' }),
      },
    },
  },
  paths: [
    { equal: [], order: 'sent_at' },
    { equal: ['status'], order: 'sent_at' },
    { equal: ['user'], order: 'sent_at' },
    { equal: ['status', 'user'], order: 'sent_at' },
    { equal: ['payment_method'], order: 'sent_at' },
    { equal: ['status', 'payment_method'], order: 'sent_at' },
    { equal: ['source'], order: 'sent_at' },
    { equal: ['status', 'source'], order: 'sent_at' },
    { equal: ['returned'], order: 'sent_at' },
  ],
  bulk: ['claim', 'release', 'reject'],
  queue: {
    waits: ['PENDING'],
    tab: 'pending',
    since: 'sent_at',
    claim: { is: 'needed', shows: 'IN_REVIEW' },
    decisions: { approve: { kind: 'approve', key: 'A' }, reject: { kind: 'reject', key: 'X' } },
  },
  tabs: {
    ...queueTabs('PENDING', 'Pending', 'IN_REVIEW'),
    ...tabsOf('status', DECIDED),
    to_send_back: { label: 'To send back', equal: { returned: 'DUE' } },
  },
  sums: { amount: 'Amount', fee: 'Fees' },
  fields: {
    reference: referenceNumber('MD'),
    user: reference('User', 'users', { ...create, search: true, filter: true }),
    payment_method: reference('Method', 'paymentMethod', { ...create, filter: true, public: true }),
    amount: amount('Amount', {
      ...create,
      public: true,
      hint: 'What has arrived. Another person must approve what staff enter.',
    }),
    payer_name: text255('Payer', { write: 'create', search: true, hint: 'As the bank or the wallet writes it' }),
    external_ref: text255('External reference', { write: 'create', search: true, hint: EXTERNAL }),
    proof: privateFiles('Proof', PROOFS_MAX, { write: 'create' }),
    fee: amount0('Fee', { ...kept, public: true }),
    net_amount: amount('Net', { ...kept, public: true }),
    /** The method's account when the deposit was sent. */
    account_label: text255('Paid to', { write: 'never' }),
    promo_code: text('Promo code', PROMO_CODE, 16, { write: 'never' }),
    source: oneOf('Source', REQUEST_SOURCES, { ...kept, filter: true, initial: 'STAFF' }),
    sent_at: time('Sent', { ...kept, filter: true, public: true }),
    status: states(
      'Status',
      DEPOSIT_STATUSES,
      { PENDING: ['COMPLETED', 'REJECTED'], REJECTED: ['PENDING'], COMPLETED: ['REVERSED'] },
      { ...kept, filter: true, initial: 'PENDING', public: true, computed: { EXPIRED: ['PENDING'] } },
    ),
    awaits_approval: awaitsApproval,
    /** Staff entered or corrected it, or it has no proof. */
    needs_two: flag('Needs a second person', { derived: true, required: true }),
    corrected_by: reference('Corrected by', 'admin', { write: 'never' }),
    hints: someOf('Hints', DEPOSIT_HINTS, { derived: true }),
    twins: references('Same reference or proof', 'manualDeposit', { derived: true }),
    /** By the user's level; null: no limit. */
    limit_left: amount0('May deposit today', { derived: true }),
    level: reference('Level', 'userLevel', { derived: true }),
    /** What decides about its bonus, beside the time: what an approval relies on. Null once it is decided. */
    bonus_state: text('State of the bonus', FREE_TEXT, BONUS_STATE_MAX, { derived: true }),
    /** What the deposit gave, and why; or why nothing. */
    bonus: text255('Deposit bonus', { write: 'never' }),
    decided_by: reference('Decided by', 'admin', { write: 'never' }),
    decided_at: time('Decided', { write: 'never' }),
    /** Not for apps: it may be a suspicion. */
    reason_code: oneOf('Reason', DEPOSIT_REJECTIONS, { write: 'never' }),
    user_text: text255('Message to the user', { write: 'never', public: true }),
    returned: oneOf('Money sent back', RETURNS, { write: 'never', filter: true }),
    return_ref: text255('Reference of the return', { write: 'never' }),
    reopened_at: time('Reopened', { write: 'never' }),
  },
  actions: {
    approve: {
      ...pending,
      label: 'Approve…',
      sets: { status: 'COMPLETED' },
      approval: {
        policy: { by: 'needs_two', is: { false: 'DEPOSIT', true: 'DEPOSIT_BY_STAFF' } },
        type: 'manual_deposit',
        about: 'user',
        amount: ['amount'],
        title: 'Credit the deposit {reference}: {user}',
        details: [
          'amount',
          'fee',
          'net_amount',
          'bonus',
          'payment_method',
          'payer_name',
          'external_ref',
          'account_label',
          'source',
          'sent_at',
          'corrected_by',
          'hints',
        ],
      },
      preview: moneyPreview([], 'Approve {amount}', ['fee', 'net_amount', 'bonus']),
      relies: 'bonus_state',
      question: 'Approve',
      effect:
        'The user has the money at once. Above your limit, and where staff entered or corrected it, other people must approve it first.',
      gerund: 'Approving',
      participle: 'approved, or sent for approval',
      past: 'approved the deposit',
    },
    correct: {
      ...pending,
      label: 'Correct…',
      asks: {
        amount: amount('Amount', { required: true, hint: 'What the proof says' }),
        payer_name: text255('Payer'),
        external_ref: text255('External reference', { hint: EXTERNAL }),
        reason,
      },
      keeps: ['amount', 'payer_name', 'external_ref'],
      edits: true,
      question: 'Correct',
      effect: 'You can send it for approval afterwards; another person must decide.',
      gerund: 'Correcting',
      participle: 'corrected',
    },
    reject: {
      ...pending,
      label: 'Reject…',
      sets: { status: 'REJECTED' },
      asks: {
        reason_code: oneOf('Reason', DEPOSIT_REJECTIONS, { required: true }),
        user_text: text255('Message to the user', { hint: 'The user reads it in the app' }),
        send_back: flag('The money arrived and must be sent back'),
      },
      keeps: ['reason_code', 'user_text'],
      // What cannot be credited is sent back.
      begins: { send_back: { with: true, field: 'hints', values: ['ABOVE_LIMIT', 'NOT_ALLOWED'] } },
      question: 'Reject',
      effect: 'The user gets nothing, and reads your message in the app; the reason stays here.',
      gerund: 'Rejecting',
      participle: 'rejected',
      tone: 'danger',
    },
    sendBack: {
      ...update,
      label: 'Sent back…',
      from: { field: 'returned', values: ['DUE'], otherwise: 'There is no money to send back.' },
      sets: { returned: 'SENT' },
      asks: { return_ref: text255('Reference of the return', { required: true, hint: EXTERNAL }) },
      keeps: ['return_ref'],
      question: 'Record the return of',
      effect: 'You have sent the money back outside the platform. The deposit cannot be reopened afterwards.',
      gerund: 'Recording the return of',
      participle: 'recorded as sent back',
      past: 'sent the money back',
    },
    reopen: {
      ...update,
      label: 'Reopen…',
      from: { field: 'status', values: ['REJECTED', 'EXPIRED'] },
      sets: { status: 'PENDING', reason_code: null, user_text: null, returned: null },
      asks: { reason },
      question: 'Reopen',
      effect: 'Somebody decides it again. Whoever decided it cannot reopen it.',
      gerund: 'Reopening',
      participle: 'reopened',
    },
    reverse: {
      ...update,
      elsewhere: true,
      label: 'Reverse…',
      from: { field: 'status', values: ['COMPLETED'], otherwise: 'Only a credited deposit can be reversed.' },
      sets: { status: 'REVERSED' },
      asks: { reason },
      approval: {
        policy: 'ADJUSTMENT',
        type: 'manual_deposit_reversal',
        about: 'user',
        amount: ['amount'],
        title: 'Reverse the deposit {reference}: {user}',
        details: ['amount', 'fee', 'bonus', 'payment_method', 'reason'],
      },
      preview: moneyPreview([], 'Reverse {amount}'),
      question: 'Reverse',
      effect:
        'Another person must approve it. Then the money and what is left of its bonus are taken back; what the user has spent, the user owes.',
      gerund: 'Reversing',
      participle: 'sent for approval',
      past: 'reversed the deposit',
      success: 'Sent for approval',
      tone: 'danger',
    },
  },
})
