/** Discrepancies: what a rail tells of payments differs from what the platform has (money, Rails). */
import { FREE_TEXT } from '../../patterns'
import { awaitsApproval } from '../action-approval'
import { amount, flag, oneOf, reference, referenceNumber, states, text, text255, time } from '../field'
import { defineRecord } from '../record'
import { tabsOf } from '../tabs'
import { ADJUSTMENT_DIRECTIONS } from './adjustment'
import { moneyPreview } from './money-effect'

export const DISCREPANCY_KINDS = {
  UNKNOWN_REFERENCE: 'Unknown reference',
  CONTRADICTION: 'Contradiction',
  AMOUNT_DIFFERS: 'Another amount',
  MISSING_HERE: 'Missing here',
  MISSING_THERE: 'Missing at the rail',
  REORGANISED: 'Gone from the chain',
} as const
export type DiscrepancyKind = keyof typeof DISCREPANCY_KINDS
export const DISCREPANCY_STATUSES = { OPEN: 'Open', RESOLVED: 'Resolved' } as const

/** Longest name of a rail, and longest reference that a rail tells: the hash of a transaction. */
const WORD_MAX = 128
const kept = { write: 'never', required: true } as const
const FILTERS = ['kind', 'status'] as const

/**
 * An event of a rail, a look-up or a statement opens one. No money moves by it: people find out what is right, and say so; where the user
 * has too much or too little, the resolution carries a correction, which another person approves. One that is told again is not opened
 * again while it is open.
 */
export const discrepancy = defineRecord({
  name: 'discrepancy',
  base: 'transaction-record/discrepancies',
  subject: 'Discrepancies',
  noun: ['discrepancy', 'discrepancies'],
  namedBy: ['reference'],
  origin: { past: 'found the discrepancy' },
  posts: { source: 'discrepancy' },
  reads: 'paged',
  paths: [
    { equal: [], order: 'seen_at' },
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'seen_at' as const })),
    { equal: ['status', 'kind'], order: 'seen_at' },
  ],
  queue: {
    waits: ['OPEN'],
    tab: 'open',
    since: 'seen_at',
    claim: { is: 'offered' },
    decisions: { resolve: { kind: 'approve', key: 'R' } },
  },
  tabs: tabsOf('status', DISCREPANCY_STATUSES),
  fields: {
    reference: referenceNumber('X'),
    /** Name of the rail that tells something else. */
    rail: text('Rail', FREE_TEXT, WORD_MAX, { ...kept, search: true }),
    kind: oneOf('Kind', DISCREPANCY_KINDS, { ...kept, filter: true }),
    /** What it is about; all null where the platform has nothing with this reference. */
    withdrawal: reference('Withdrawal', 'manualWithdrawal', { write: 'never' }),
    crypto_withdrawal: reference('Withdrawal of coins', 'cryptoWithdrawal', { write: 'never' }),
    load: reference('Load', 'platformDeposit', { write: 'never' }),
    redeem: reference('Redeem', 'platformWithdrawal', { write: 'never' }),
    /** Of what it is about. */
    user: reference('User', 'users', { derived: true }),
    has_user: flag('Of a user', { derived: true, required: true }),
    /** The payment, as the rail refers to it: the reference of an attempt, if it is one of ours. */
    rail_reference: text('Payment', FREE_TEXT, WORD_MAX, { ...kept, search: true }),
    /** What the platform has: 'paid 100.00 USD'. */
    expected: text255('Here', kept),
    /** What the rail tells: 'returned 100.00 USD'. */
    reported: text255('At the rail', kept),
    seen_at: time('Found', { ...kept, filter: true }),
    status: states('Status', DISCREPANCY_STATUSES, { OPEN: ['RESOLVED'] }, { ...kept, filter: true, initial: 'OPEN' }),
    awaits_approval: awaitsApproval,
    resolution: text255('Resolution', { write: 'never' }),
    correction: oneOf('Correction', ADJUSTMENT_DIRECTIONS, { write: 'never' }),
    amount: amount('Amount of the correction', { write: 'never' }),
    decided_by: reference('Resolved by', 'admin', { write: 'never' }),
    decided_at: time('Resolved', { write: 'never' }),
  },
  actions: {
    resolve: {
      label: 'Resolve…',
      needs: 'update',
      movesMoney: true,
      from: { field: 'status', values: ['OPEN'], otherwise: 'This discrepancy is resolved already.' },
      sets: { status: 'RESOLVED' },
      asks: {
        reason: text255('Reason', { required: true, hint: 'What is right, and how you know it' }),
        correction: oneOf('Correction', ADJUSTMENT_DIRECTIONS, {
          when: { field: 'has_user', values: ['true'] },
          hint: 'Only where the user has too much or too little cash',
        }),
        amount: amount('Amount', {
          when: { field: 'correction', values: ['UP', 'DOWN'], required: true },
          hint: 'In the currency of the user',
        }),
      },
      keeps: ['correction', 'amount'],
      approval: {
        policy: 'RESOLVE',
        when: { asked: 'correction' },
        type: 'discrepancy_correction',
        about: 'user',
        amount: ['amount'],
        title: {
          by: 'correction',
          texts: {
            UP: 'Add {amount} to resolve {reference}: {user}',
            DOWN: 'Take {amount} to resolve {reference}: {user}',
          },
        },
        details: [
          'withdrawal',
          'crypto_withdrawal',
          'load',
          'redeem',
          'rail',
          'kind',
          'rail_reference',
          'expected',
          'reported',
          'correction',
          'amount',
          'reason',
        ],
      },
      preview: moneyPreview(['correction', 'amount'], {
        by: 'correction',
        texts: { UP: 'Resolve and add {amount}', DOWN: 'Resolve and take {amount}' },
      }),
      question: 'Resolve',
      effect: 'It is final. A correction changes the cash of the user, and another person must approve it first.',
      gerund: 'Resolving',
      participle: 'resolved, or sent for approval',
      past: 'resolved the discrepancy',
      success: 'Successfully Updated',
    },
  },
})
