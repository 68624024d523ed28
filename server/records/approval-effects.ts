/** What follows from approvals, by the type of their subject: a line for each. */
import type { EffectsByType } from '@server/modules/approvals/effects'
import { activationEffects } from './campaigns'
import { adjustmentEffects } from './money/adjustment'
import { extensionEffects, grantEffects } from './rewards/grant'
import { claimEffects } from './rewards/offer-claim'
import { paymentEffects, reversalEffects } from './rewards/referral'

export const APPROVAL_EFFECTS: EffectsByType = {
  adjustment: adjustmentEffects,
  bonus_activation: activationEffects('bonuses', 'bonus'),
  offer_activation: activationEffects('offers', 'offer'),
  bonus_grant: grantEffects,
  bonus_extension: extensionEffects,
  offer_claim: claimEffects,
  referral_payment: paymentEffects,
  referral_reversal: reversalEffects,
}
