/** The work that waits in lists, as data: what Home shows of it to whoever may do it. */
import type { Action } from '@contract/permissions'

/** Records that wait for somebody. Exactly one of `tab` and `filters` says which of a list they are. */
export interface Work {
  readonly key: string
  /** What waits: 'Jackpots to review'. */
  readonly word: string
  /** The page of the list. */
  readonly page: string
  /** The right that doing it needs. */
  readonly needs: Action
  /** A tab of the list, whose rows it counts. */
  readonly tab?: string
  readonly filters?: Readonly<Record<string, readonly string[]>>
  /** The fields that say which record a line is about. */
  readonly says: readonly string[]
  /** The time from which on it waits; the oldest come first in a tab. */
  readonly since?: string
  /** What else a line says, where no time does. */
  readonly facts?: string
  /** Where the work begins, if it does not with the first line. */
  readonly start?: { readonly label: string; readonly to: string }
}

/** In the order of Home: money and people that wait first, then what nobody waits for. */
export const WORK: readonly Work[] = [
  {
    key: 'documents',
    word: 'Documents to review',
    page: 'user-doc-verification',
    needs: 'update',
    tab: 'pending',
    says: ['user', 'doc_type'],
    since: 'submitted_at',
    start: { label: 'Review the next one', to: '/user-doc-verification/review' },
  },
  {
    key: 'claims',
    word: 'Offer claims to decide',
    page: 'offer-claim-history',
    needs: 'update',
    tab: 'pending',
    says: ['user', 'offer'],
    since: 'claimed_at',
  },
  {
    key: 'jackpots',
    word: 'Jackpots to review',
    page: 'jackpot-record',
    needs: 'update',
    tab: 'pending_review',
    says: ['level', 'user'],
    since: 'hit_at',
  },
  {
    key: 'discrepancies',
    word: 'Open discrepancies',
    page: 'discrepancies',
    // Whoever reads them knows of them; whoever may change them resolves them.
    needs: 'read',
    tab: 'open',
    says: ['rail', 'kind'],
    since: 'seen_at',
  },
  {
    key: 'referrals',
    word: 'Referrals to pay',
    page: 'referral-bonus-history',
    needs: 'update',
    tab: 'qualified',
    says: ['referrer', 'referee'],
    facts: 'referrer_amount',
  },
  {
    key: 'heldReferrals',
    word: 'Referrals held for fraud',
    page: 'referral-bonus-history',
    needs: 'update',
    tab: 'fraud_hold',
    says: ['referrer', 'referee'],
    facts: 'risk_level',
  },
  {
    key: 'storePlatforms',
    word: 'Store platforms in trouble',
    page: 'store-platform',
    needs: 'update',
    filters: { health: ['DOWN', 'DEGRADED'], is_deleted: ['false'] },
    says: ['platform', 'store'],
    facts: 'health',
  },
  {
    key: 'bonuses',
    word: 'Bonuses in draft',
    page: 'bonus',
    needs: 'update',
    filters: { status: ['DRAFT'] },
    says: ['name'],
    since: 'updatedAt',
  },
  {
    key: 'offers',
    word: 'Offers in draft',
    page: 'offers',
    needs: 'update',
    filters: { status: ['DRAFT'] },
    says: ['title'],
    since: 'updatedAt',
  },
  {
    key: 'wheels',
    word: 'Wheels in draft',
    page: 'fortune-wheel',
    needs: 'update',
    filters: { status: ['DRAFT'] },
    says: ['name'],
    since: 'updatedAt',
  },
  {
    key: 'pages',
    word: 'Pages in draft',
    page: 'seo-pages',
    needs: 'update',
    filters: { state: ['DRAFT'] },
    says: ['path', 'title'],
    since: 'updatedAt',
  },
  {
    key: 'games',
    word: 'Games that lack an image or texts',
    page: 'seo-games',
    needs: 'update',
    filters: { missing: ['IMAGE', 'TEXTS'], is_deleted: ['false'] },
    says: ['name'],
    facts: 'missing',
  },
  {
    key: 'unprotected',
    word: 'Admins without two-factor',
    page: 'admin',
    needs: 'update',
    filters: { two_fa_enabled: ['false'], is_deleted: ['false'] },
    says: ['username', 'role'],
  },
]

/** Number of records that a card names. */
export const SHOWN_LINES = 3
