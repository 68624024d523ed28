/** What follows from approvals, by the type of their subject: a line for each. */
import type { EffectsByType } from '@server/modules/approvals/effects'
import { adjustmentEffects } from './money/adjustment'
import { extensionEffects, grantEffects } from './rewards/grant'
import { claimEffects } from './rewards/offer-claim'
import { paymentEffects, reversalEffects } from './rewards/referral'

export const APPROVAL_EFFECTS: EffectsByType = {
  adjustment: adjustmentEffects,
  bonus_grant: grantEffects,
  bonus_extension: extensionEffects,
  offer_claim: claimEffects,
  referral_payment: paymentEffects,
  referral_reversal: reversalEffects,
}
