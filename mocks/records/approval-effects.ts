/** What follows from approvals in the mocks, by the type of their subject: a line for each. */
import { adjustmentEffect, type MockEffect } from '../approvals'
import { coinRateEffect } from './money/crypto-coin'
import { wheelActivationEffect } from './play/fortune-wheel'
import { confirmationEffect } from './play/jackpot-record'
import { dailyVoidEffect, skillVoidEffect } from './play/spins'
import { bonusActivationEffect } from './rewards/bonus'
import { extensionEffect, grantEffect } from './rewards/bonus-grant'
import { offerActivationEffect } from './rewards/offer'
import { claimEffect } from './rewards/offer-claim'
import { paymentEffect, reversalEffect } from './rewards/referral'

export const APPROVAL_EFFECTS: Readonly<Record<string, MockEffect>> = {
  adjustment: adjustmentEffect,
  bonus_activation: bonusActivationEffect,
  bonus_grant: grantEffect,
  offer_activation: offerActivationEffect,
  bonus_extension: extensionEffect,
  offer_claim: claimEffect,
  fortuneWheel_activation: wheelActivationEffect,
  jackpot_confirmation: confirmationEffect,
  daily_spin_void: dailyVoidEffect,
  skill_spin_void: skillVoidEffect,
  referral_payment: paymentEffect,
  referral_reversal: reversalEffect,
  coin_rate: coinRateEffect,
}
