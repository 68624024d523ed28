/** Discrepancies: what a rail tells of payments differs from what the platform has (money, Rails). */
import { FREE_TEXT } from '../../patterns'
import { oneOf, reference, referenceNumber, states, text, text255, time } from '../field'
import { defineRecord } from '../record'
import { tabsOf } from '../tabs'

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
 * An event of a rail, a look-up or a statement opens one. No money moves by it: people find out what is right, and say so. One that is
 * told again is not opened again while it is open.
 */
export const discrepancy = defineRecord({
  name: 'discrepancy',
  base: 'transaction-record/discrepancies',
  subject: 'Discrepancies',
  noun: ['discrepancy', 'discrepancies'],
  namedBy: ['reference'],
  origin: { past: 'found the discrepancy' },
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
    /** Null where the platform has no payment with this reference. */
    withdrawal: reference('Withdrawal', 'manualWithdrawal', { write: 'never' }),
    /** The payment, as the rail refers to it: the reference of an attempt, if it is one of ours. */
    rail_reference: text('Payment', FREE_TEXT, WORD_MAX, { ...kept, search: true }),
    /** What the platform has: 'paid 100.00 USD'. */
    expected: text255('Here', kept),
    /** What the rail tells: 'returned 100.00 USD'. */
    reported: text255('At the rail', kept),
    seen_at: time('Found', { ...kept, filter: true }),
    status: states('Status', DISCREPANCY_STATUSES, { OPEN: ['RESOLVED'] }, { ...kept, filter: true, initial: 'OPEN' }),
    resolution: text255('Resolution', { write: 'never' }),
    decided_by: reference('Resolved by', 'admin', { write: 'never' }),
    decided_at: time('Resolved', { write: 'never' }),
  },
  actions: {
    resolve: {
      label: 'Resolve…',
      needs: 'update',
      from: { field: 'status', values: ['OPEN'], otherwise: 'This discrepancy is resolved already.' },
      sets: { status: 'RESOLVED' },
      asks: {
        reason: text255('Reason', { required: true, hint: 'What is right, and how you know it' }),
      },
      question: 'Resolve',
      effect: 'No money moves. A correction is an adjustment, which you request on the page of the user.',
      gerund: 'Resolving',
      participle: 'resolved',
      success: 'Successfully Updated',
    },
  },
})
