/**
 * The policies of approvals (ledger.md, Approvals): who decides, and from which amounts on. Without the schemas (entities/approval.ts):
 * lists load the definitions of records, which name policies.
 */
import type { Subject } from './permissions'

/** Amounts are decimal texts with two places. */
export interface Tiers {
  /** Up to this amount nobody else must approve; null: always somebody else. */
  readonly alone: string | null
  /** Up to this amount one other person must, above it two; null: always one. */
  readonly one: string | null
  /** From this amount on whoever decides, or acts alone, confirms who they are; null: never. */
  readonly stepUp: string | null
}
interface Policy {
  readonly label: string
  /** Whoever decides needs the right to update one of these: the one that the request is about. Consoles are told of approvals under it. */
  readonly subjects: readonly Subject[]
  /** Those that a new database begins with. */
  readonly tiers: Tiers
}

/** What is approved. Each has its own tiers of amounts, and its own limit in a permission set. */
export const POLICIES = {
  ADJUSTMENT: {
    label: 'Adjustment',
    subjects: ['TransactionRecords', 'ManualDeposits'],
    tiers: { alone: null, one: '500.00', stepUp: '500.00' },
  },
  DEPOSIT: {
    label: 'Deposit',
    subjects: ['ManualDeposits', 'CryptoDeposits'],
    tiers: { alone: '200.00', one: '2000.00', stepUp: '2000.00' },
  },
  /** Staff entered or corrected it, or there is no proof of it. */
  DEPOSIT_BY_STAFF: {
    label: 'Deposit by staff',
    subjects: ['ManualDeposits'],
    tiers: { alone: null, one: '2000.00', stepUp: '1000.00' },
  },
  WITHDRAWAL: {
    label: 'Withdrawal',
    subjects: ['ManualWithdrawals', 'CryptoWithdrawals'],
    tiers: { alone: '200.00', one: '2000.00', stepUp: '500.00' },
  },
  /** One of its checks warns: one person more. */
  WITHDRAWAL_WITH_WARNING: {
    label: 'Withdrawal with a warning',
    subjects: ['ManualWithdrawals', 'CryptoWithdrawals'],
    tiers: { alone: null, one: '200.00', stepUp: '500.00' },
  },
  /** What a rail does not say, or says otherwise: whether it was done, and what the user has too much or too little. */
  RESOLVE: {
    label: 'Unknown payment',
    subjects: ['ManualWithdrawals', 'CryptoWithdrawals', 'PlatformDeposits', 'PlatformWithdrawals', 'Discrepancies'],
    tiers: { alone: null, one: null, stepUp: '0.00' },
  },
  BONUS: {
    label: 'Bonus',
    subjects: ['Bonus'],
    tiers: { alone: '100.00', one: '1000.00', stepUp: '1000.00' },
  },
  OFFER: {
    label: 'Offer claim',
    subjects: ['OfferClaims'],
    tiers: { alone: null, one: null, stepUp: '1000.00' },
  },
  PROMOTION: {
    label: 'Promotion',
    subjects: ['Bonus', 'Offers'],
    tiers: { alone: null, one: '10000.00', stepUp: '10000.00' },
  },
  REFERRAL: {
    label: 'Referral',
    subjects: ['ReferralBonusHistory'],
    tiers: { alone: null, one: null, stepUp: '1000.00' },
  },
  JACKPOT: {
    label: 'Jackpot',
    subjects: ['JackpotRecords'],
    tiers: { alone: '100.00', one: '1000.00', stepUp: '1000.00' },
  },
  SPIN_VOID: {
    label: 'Void of a spin',
    subjects: ['DailySpinRecords', 'SkillFortuneRecords'],
    tiers: { alone: null, one: null, stepUp: null },
  },
  WHEEL: {
    label: 'Wheel',
    subjects: ['FortuneWheel'],
    tiers: { alone: null, one: '1000.00', stepUp: '1000.00' },
  },
  COIN_RATE: {
    label: 'Rate of a coin',
    subjects: ['CryptoCoins'],
    tiers: { alone: null, one: null, stepUp: '0.00' },
  },
  PAYMENT_METHOD: {
    label: 'Payment method',
    subjects: ['Settings'],
    tiers: { alone: null, one: null, stepUp: '0.00' },
  },
} as const satisfies Readonly<Record<string, Policy>>
export type ApprovalPolicy = keyof typeof POLICIES

/** The label of each. */
export const APPROVAL_POLICIES = Object.fromEntries(
  Object.entries(POLICIES).map(([policy, { label }]) => [policy, label]),
) as { readonly [P in ApprovalPolicy]: string }

/** Whoever may update none of these may approve nothing. */
export const TO_APPROVE: readonly Subject[] = [...new Set(Object.values(POLICIES).flatMap(({ subjects }) => subjects))]

/** Hours after which an approval that nobody decided expires. */
export const APPROVAL_HOURS = 72
