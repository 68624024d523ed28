import { awaitsApproval } from '../action-approval'
import { amount, oneOf, reference, states, text, text255, time } from '../field'
import { moneyPreview } from '../money/money-effect'
import { defineRecord } from '../record'
import { queueTabs, tabsOf } from '../tabs'

export const JACKPOT_LEVELS = {
  MINI: 'Mini',
  MINOR: 'Minor',
  MAJOR: 'Major',
  GRAND: 'Grand',
  CUSTOM: 'Custom',
} as const
export const JACKPOT_STATUSES = {
  PENDING_REVIEW: 'To review',
  HELD: 'Held',
  CONFIRMED: 'Confirmed',
  PAID: 'Paid',
} as const

/** The states after the review. */
const { PENDING_REVIEW: _toReview, ...REVIEWED } = JACKPOT_STATUSES

/** The refusals of reported jackpots. */
export const JACKPOT_REFUSAL = {
  known: 'This jackpot was reported before with other values',
  pool: 'More than the pool',
} as const

const HIT_ID = { pattern: /^[\w.:-]{1,64}$/, message: 'Up to 64 letters, digits, and . : _ -', reads: 'word' } as const
const kept = { write: 'never', required: true } as const
const shown = { ...kept, filter: true } as const
const done = { needs: 'update', movesMoney: true, success: 'Successfully Updated' } as const
const reason = text255('Reason', { required: true })

/** Filters, each alone and within the jackpots of a user. */
const FILTERS = ['level', 'status'] as const
const ORDERS = ['hit_at', 'amount'] as const

/** Jackpots that users hit, as the apps report them (catalogue, /jackpot-record). Each waits for a review; reporting moves no money. A review confirms it (policy JACKPOT), and then it is paid. */
export const jackpotRecord = defineRecord({
  name: 'jackpotRecord',
  base: 'jackpot-record',
  subject: 'JackpotRecords',
  noun: ['jackpot', 'jackpots'],
  namedBy: ['hit_id'],
  origin: { past: 'reported the jackpot' },
  posts: { source: 'jackpot' },
  reads: 'paged',
  appCalls: {
    report: {
      path: 'jackpot-record',
      movesMoney: true,
      summary:
        "Reports a jackpot that a user of the key's store hit. One that was reported with the same values is the answer, and nothing is added.",
      asks: {
        hit_id: text('Jackpot', HIT_ID, 64, { required: true }),
        level: oneOf('Level', JACKPOT_LEVELS, { required: true }),
        pool_before: amount('Pool before', { required: true }),
        amount: amount('Amount', { required: true }),
        user: reference('User', 'users', { required: true }),
        game: reference('Game', 'game'),
        hit_at: time('Hit', { required: true }),
      },
    },
  },
  paths: [
    ...ORDERS.map((order) => ({ equal: [], order })),
    ...ORDERS.map((order) => ({ equal: ['user' as const], order })),
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'hit_at' as const })),
    ...FILTERS.map((filter) => ({ equal: ['user' as const, filter], order: 'hit_at' as const })),
    { equal: ['level', 'status'], order: 'hit_at' },
  ],
  feeds: { users: 'user' },
  bulk: ['confirm', 'pay'],
  queue: {
    waits: ['PENDING_REVIEW'],
    onHold: ['HELD'],
    tab: 'pending_review',
    since: 'hit_at',
    // Of the user's level: payout within.
    within: true,
    claim: { is: 'offered' },
    decisions: { confirm: { kind: 'approve', key: 'C' }, hold: { kind: 'hold', key: 'H' } },
  },
  tabs: {
    ...queueTabs('PENDING_REVIEW', JACKPOT_STATUSES.PENDING_REVIEW),
    ...tabsOf('status', REVIEWED),
  },
  sums: { amount: 'Won' },
  fields: {
    /** The platform's own id of the hit. */
    hit_id: text('Jackpot', HIT_ID, 64, { ...kept, unique: true, exact: true, search: true, public: true }),
    level: oneOf('Level', JACKPOT_LEVELS, { ...shown, public: true }),
    pool_before: amount('Pool before', { ...kept, public: true }),
    amount: amount('Amount', { ...shown, public: true }),
    /** The initials alone for people without the right to users. */
    user: reference('User', 'users', { ...shown, search: true, maskedUnless: 'Users' }),
    game: reference('Game', 'game', { write: 'never' }),
    hit_at: time('Hit', { ...shown, public: true }),
    status: states(
      'Status',
      JACKPOT_STATUSES,
      { PENDING_REVIEW: ['HELD', 'CONFIRMED'], HELD: ['PENDING_REVIEW'], CONFIRMED: ['PAID'] },
      { ...shown, initial: 'PENDING_REVIEW', public: true },
    ),
    /** Its confirmation is requested, and others must approve it. */
    awaits_approval: awaitsApproval,
    decided_by: reference('Decided by', 'admin', { write: 'never' }),
    decided_at: time('Decided', { write: 'never' }),
    paid_at: time('Paid', { write: 'never' }),
  },
  actions: {
    confirm: {
      ...done,
      label: 'Confirm…',
      elsewhere: true,
      from: { field: 'status', values: ['PENDING_REVIEW'], otherwise: 'Only a jackpot to review can be confirmed.' },
      sets: { status: 'CONFIRMED' },
      approval: {
        policy: 'JACKPOT',
        type: 'jackpot_confirmation',
        about: 'user',
        amount: ['amount'],
        // Without the name of the user, which not everybody who reviews jackpots may read.
        title: 'Confirm the jackpot {hit_id}',
        details: ['level', 'amount'],
      },
      preview: moneyPreview([], 'Confirm {amount}'),
      question: 'Confirm',
      effect: 'Up to your limit it is confirmed at once. Above it, other people must approve it first.',
      gerund: 'Confirming',
      participle: 'confirmed, or sent for approval',
      past: 'confirmed the jackpot',
      success: 'Confirmed',
    },
    pay: {
      ...done,
      label: 'Pay…',
      from: { field: 'status', values: ['CONFIRMED'], otherwise: 'Only a confirmed jackpot can be paid.' },
      sets: { status: 'PAID' },
      preview: moneyPreview([], 'Pay {amount}'),
      question: 'Pay',
      effect: 'The user has the money as cash at once.',
      gerund: 'Paying',
      participle: 'paid',
    },
    hold: {
      ...done,
      label: 'Hold…',
      from: { field: 'status', values: ['PENDING_REVIEW'] },
      sets: { status: 'HELD' },
      asks: { reason },
      question: 'Hold',
      effect: 'It is not confirmed and not paid until its review is resumed. An approval that waits is cancelled.',
      gerund: 'Holding',
      participle: 'held',
      tone: 'danger',
    },
    resume: {
      ...done,
      label: 'Resume…',
      from: { field: 'status', values: ['HELD'] },
      sets: { status: 'PENDING_REVIEW' },
      asks: { reason },
      question: 'Resume',
      effect: 'It waits for a review again.',
      gerund: 'Resuming',
      participle: 'resumed',
      past: 'resumed the review of the jackpot',
    },
  },
})
