/** Whose rights decide approvals, and which records wait for them (ledger.md, Approvals). Without schemas: lists load it. */
import type { ApprovalPolicy } from './entities/approval'
import type { Subject } from './permissions'

/** Whoever decides needs the right to update one of these subjects: the one that the request is about. Consoles are told of approvals under it. */
export const APPROVAL_SUBJECTS = {
  ADJUSTMENT: ['TransactionRecords'],
  BONUS: ['Bonus'],
  OFFER: ['OfferClaims'],
  PROMOTION: ['Bonus', 'Offers'],
  REFERRAL: ['ReferralBonusHistory'],
  JACKPOT: ['JackpotRecords'],
  SPIN_VOID: ['DailySpinRecords', 'SkillFortuneRecords'],
  WHEEL: ['FortuneWheel'],
  COIN_RATE: ['CryptoCoins'],
} as const satisfies Readonly<Record<ApprovalPolicy, readonly Subject[]>>

/** Whoever may update none of these may approve nothing. */
export const TO_APPROVE: readonly Subject[] = [...new Set(Object.values(APPROVAL_SUBJECTS).flat())]

/** Names of the records whose rows may wait for approval; users for the adjustment of their money, and for their grants. */
export const MAY_AWAIT_APPROVAL: readonly string[] = [
  'users',
  'bonus',
  'bonusGrant',
  'offer',
  'offerClaim',
  'referral',
  'fortuneWheel',
  'dailySpin',
  'skillSpin',
  'jackpotRecord',
  'cryptoCoin',
]
