/** What definitions of records name of approvals, without the schemas (entities/approval.ts): lists load the definitions. */

/** What is approved. Each has its own tiers of amounts, and its own limit in a permission set. */
export const APPROVAL_POLICIES = {
  ADJUSTMENT: 'Adjustment',
  BONUS: 'Bonus',
  OFFER: 'Offer claim',
  PROMOTION: 'Promotion',
  REFERRAL: 'Referral',
  JACKPOT: 'Jackpot',
  SPIN_VOID: 'Void of a spin',
  WHEEL: 'Wheel',
  COIN_RATE: 'Rate of a coin',
} as const
export type ApprovalPolicy = keyof typeof APPROVAL_POLICIES

/** Hours after which an approval that nobody decided expires. */
export const APPROVAL_HOURS = 72
