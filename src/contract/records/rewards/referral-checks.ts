/** What a referral is checked for, and what it earns: the rule, without a database. Amounts are decimal texts. */
import { amountOf, hundredthsOf } from '../../amounts'
import type { RISK_LEVELS } from '../people/users'
import type { REFERRAL_CHECKS, TRACES } from './referral'
import { depositsAsked, type StatedCriteria } from './referral-sentence'
import { shareOf } from './wagering'

/** What the new user has done within the days of the criteria. */
export interface ReferralFacts {
  /** Deposits of at least the minimum. */
  deposits: number
  /** The first of them; null: none. */
  first_deposit: string | null
  /** Stakes of settled rounds together. */
  wagered: string
  is_verified: boolean
  has_level: boolean
  /** What both users have in common. */
  shared: readonly (keyof typeof TRACES)[]
}
export interface ReferralCheck {
  check: keyof typeof REFERRAL_CHECKS
  is_met: boolean
}

/** @param levels whether the criteria ask for levels @returns the parts of the criteria; all must be met */
export function checksOf(criteria: StatedCriteria, levels: boolean, facts: ReferralFacts): ReferralCheck[] {
  const deposits = depositsAsked(criteria)
  const wager = hundredthsOf(criteria.min_wager ?? '0')
  const parts: (ReferralCheck | false)[] = [
    deposits > 0 && { check: 'DEPOSITS', is_met: facts.deposits >= deposits },
    wager > 0n && { check: 'WAGER', is_met: hundredthsOf(facts.wagered) >= wager },
    criteria.kyc_required === true && { check: 'IDENTITY', is_met: facts.is_verified },
    levels && { check: 'LEVEL', is_met: facts.has_level },
    criteria.exclude_same_device === true && { check: 'DEVICE', is_met: !facts.shared.includes('DEVICE') },
    criteria.exclude_same_ip === true && { check: 'ADDRESS', is_met: !facts.shared.includes('ADDRESS') },
  ]
  return parts.filter((part) => part !== false)
}

/** @returns HIGH where both use one device or one payment detail, MEDIUM for an address alone */
export const riskOf = ({ shared }: Pick<ReferralFacts, 'shared'>): keyof typeof RISK_LEVELS =>
  shared.includes('DEVICE') || shared.includes('PAYMENT') ? 'HIGH' : shared.includes('ADDRESS') ? 'MEDIUM' : 'LOW'

/** What one of the two users earns, as the rule said when the new user signed up. */
export interface RewardTerms {
  kind: 'FIXED' | 'PERCENT'
  amount: string | null
  percent: string | null
  most: string | null
}
/** @param deposit the first one that counts; null: none @returns decimal with two places, rounded half to even (ledger, Rounding) */
export function rewardOf({ kind, amount, percent, most }: RewardTerms, deposit: string | null): string {
  if (kind === 'FIXED') return amountOf(hundredthsOf(amount!))
  const share = shareOf(hundredthsOf(deposit ?? '0'), percent!)
  const limit = hundredthsOf(most!)
  return amountOf(share < limit ? share : limit)
}
