/** Claims of offers by users (catalogue, /offer-claim-history; ledger, offer credited). */
import { amount, flag, integer, oneOf, reference, states, text255, time } from '../field'
import { moneyPreview } from '../money/money-effect'
import { defineRecord } from '../record'
import { APP_SOURCES, REQUEST_SOURCES } from '../request-sources'
import { mineTab, tabsOf } from '../tabs'
import { OFFER_REWARDS } from './offer'

export const CLAIM_STATUSES = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  CREDITED: 'Credited',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
} as const
/** Days after the end of the offer for which a pending claim can still be approved. */
export const CLAIM_DAYS = 7

export const CLAIM_REJECTIONS = {
  TERMS_NOT_MET: 'Terms not met',
  SECOND_ACCOUNT: 'Second account of one person',
  SUSPECTED_FRAUD: 'Suspected fraud',
  CLAIMED_BY_MISTAKE: 'Claimed by mistake',
  OTHER: 'Other',
} as const

/** The refusals of claims and of their approval. */
export const CLAIM_REFUSAL = {
  notLive: 'This offer is not live',
  audience: 'This offer is not for this user: the account, the level or the tags differ',
  minDeposit: (least: string) => `This offer is for users who have deposited at least ${least}`,
  perUser: 'This user has claimed this offer as often as its limit allows',
  total: 'This offer was claimed as often as its limit allows',
  noDeposit: 'The user has no deposit of which this offer gives a percentage',
  bonus: (why: string) => `The bonus of this offer cannot be granted: ${why}`,
} as const

const kept = { write: 'never', required: true } as const
const shown = { ...kept, filter: true } as const
const FILTERS = ['offer', 'source', 'status'] as const
const pending = {
  needs: 'update',
  movesMoney: true,
  from: { field: 'status', values: ['PENDING'], otherwise: 'Only a pending claim can be decided.' },
  success: 'Successfully Updated',
} as const

/**
 * A claim keeps what was promised: the offer's reward at that time. Approving it credits the reward at once, unless the offer says that
 * each claim needs an approval: then another person must approve it first (policy OFFER).
 */
export const offerClaim = defineRecord({
  name: 'offerClaim',
  base: 'admin-offer-claim',
  subject: 'OfferClaims',
  noun: ['offer claim', 'offer claims'],
  namedBy: ['offer', 'user'],
  posts: { source: 'offer_claim' },
  reads: 'paged',
  feeds: { offer: 'offer', users: 'user' },
  bulk: ['approve', 'reject'],
  appCalls: {
    claim: {
      path: 'store-platforms/offers/:id/claim',
      of: 'offer',
      conditional: true,
      movesMoney: true,
      summary: "Claims an offer for a user of the key's store: what the offer gives now is what the user was promised.",
      asks: {
        offer: reference('Offer', 'offer', { required: true }),
        user: reference('User', 'users', { required: true }),
        source: oneOf('Source', APP_SOURCES, { required: true }),
      },
    },
  },
  paths: [
    { equal: [], order: 'claimed_at' },
    { equal: ['user'], order: 'claimed_at' },
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'claimed_at' as const })),
    ...FILTERS.map((filter) => ({ equal: ['user' as const, filter], order: 'claimed_at' as const })),
    { equal: ['offer', 'status'], order: 'claimed_at' },
  ],
  queue: {
    waits: ['PENDING'],
    secondApproval: ['APPROVED'],
    tab: 'pending',
    since: 'claimed_at',
    claim: { is: 'offered' },
    decisions: { approve: { kind: 'approve', key: 'A' }, reject: { kind: 'reject', key: 'X' } },
  },
  tabs: { ...tabsOf('status', CLAIM_STATUSES), mine: mineTab('PENDING') },
  fields: {
    user: reference('User', 'users', { ...shown, search: true }),
    offer: reference('Offer', 'offer', { ...shown, search: true }),
    claimed_at: time('Claimed', { ...shown, public: true }),
    source: oneOf('Source', REQUEST_SOURCES, shown),
    reward_type: oneOf('Reward', OFFER_REWARDS, { ...kept, public: true }),
    /** What was promised, as the list of offers shows it. */
    value: text255('Value', { ...kept, public: true }),
    /** Of the cash, or of the bonus. */
    amount: amount('Amount', { write: 'never' }),
    bonus: reference('Bonus', 'bonus', { write: 'never' }),
    spins: integer('Spins', { min: 1 }, { write: 'never' }),
    /** As the offer said when it was claimed. */
    needs_approval: flag('Needs an approval', { write: 'never', required: true, initial: false }),
    /** Approved means that another person must approve it too; a pending claim expires by itself, a while after its offer has ended. */
    status: states(
      'Status',
      CLAIM_STATUSES,
      { PENDING: ['APPROVED', 'CREDITED', 'REJECTED'], APPROVED: ['CREDITED', 'REJECTED', 'PENDING'] },
      { ...shown, initial: 'PENDING', public: true, computed: { EXPIRED: ['PENDING'] }, formerly: 'outcome' },
    ),
    decided_by: reference('Decided by', 'admin', { write: 'never' }),
    decided_at: time('Decided', { write: 'never' }),
    reason_code: oneOf('Reason', CLAIM_REJECTIONS, { write: 'never' }),
  },
  actions: {
    approve: {
      ...pending,
      label: 'Approve…',
      sets: { status: 'CREDITED' },
      approval: {
        policy: 'OFFER',
        type: 'offer_claim',
        when: { field: 'needs_approval', values: [true] },
        about: 'user',
        amount: ['amount'],
        title: 'Credit {value} of {offer}: {user}',
        // A user may claim an offer several times.
        details: ['offer', 'value', 'claimed_at'],
      },
      preview: moneyPreview([], 'Approve {amount}'),
      question: 'Approve',
      effect: 'The user gets the reward at once. Where the offer asks for it, another person must approve it first.',
      gerund: 'Approving',
      participle: 'approved',
    },
    reject: {
      ...pending,
      label: 'Reject…',
      sets: { status: 'REJECTED' },
      asks: {
        reason_code: oneOf('Reason', CLAIM_REJECTIONS, { required: true }),
        note: text255('Note'),
      },
      keeps: ['reason_code'],
      tells: ['note'],
      question: 'Reject',
      effect: 'The user gets nothing, and can claim the offer again while its limits allow it.',
      gerund: 'Rejecting',
      participle: 'rejected',
      tone: 'danger',
    },
  },
})
