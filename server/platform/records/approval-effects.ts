/** What follows from approvals, by the type of their subject: a line for each. */
import type { EffectsByType } from '@server/platform/modules/approvals/effects'
import { activationEffects } from './campaigns'
import { adjustmentEffects } from './money/adjustment'
import { coinRateEffects } from './money/crypto-coin'
import { dailyVoidEffects } from './play/daily-spin'
import { wheelActivationEffects } from './play/fortune-wheel'
import { confirmationEffects } from './play/jackpot-record'
import { skillVoidEffects } from './play/skill-spin'
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
  fortuneWheel_activation: wheelActivationEffects,
  jackpot_confirmation: confirmationEffects,
  daily_spin_void: dailyVoidEffects,
  skill_spin_void: skillVoidEffects,
  referral_payment: paymentEffects,
  referral_reversal: reversalEffects,
  coin_rate: coinRateEffects,
}
