/** What records do beyond their definitions, a line each; most do nothing. */
import type { RecordKey } from '@contract/records/records'
import type { Behaviour } from './behaviour'
import { brandCategoryBehaviour } from './content/brand-category'
import { gameBehaviour } from './content/game'
import { gameTypeBehaviour } from './content/game-type'
import { newsletterSubscriberBehaviour } from './content/newsletter-subscriber'
import { platformBehaviour } from './content/platform'
import { sitePageBehaviour } from './content/site-page'
import { cryptoCoinBehaviour } from './money/crypto-coin'
import { depositBonusTypeBehaviour } from './money/deposit-bonus-type'
import { adminBehaviour, staffBehaviour } from './people/admin'
import { telegramUserBehaviour } from './people/telegram-user'
import { userDocVerificationBehaviour } from './people/user-doc-verification'
import { userLevelBehaviour } from './people/user-level'
import { userBehaviour, usersBehaviour } from './people/users'
import { fortuneWheelBehaviour } from './play/fortune-wheel'
import { gameRecordBehaviour } from './play/game-record'
import { jackpotRecordBehaviour } from './play/jackpot-record'
import { dailySpinBehaviour, skillSpinBehaviour } from './play/spins'
import { bonusBehaviour } from './rewards/bonus'
import { bonusGrantBehaviour } from './rewards/bonus-grant'
import { offerBehaviour } from './rewards/offer'
import { offerClaimBehaviour } from './rewards/offer-claim'
import { referralBehaviour } from './rewards/referral'
import { referralBonusBehaviour } from './rewards/referral-bonus'
import { referralCriteriaBehaviour } from './rewards/referral-criteria'
import { ticketBehaviour } from './support/ticket'

export const BEHAVIOURS: { readonly [N in RecordKey]?: Behaviour } = {
  brandCategory: brandCategoryBehaviour,
  game: gameBehaviour,
  gameType: gameTypeBehaviour,
  newsletterSubscriber: newsletterSubscriberBehaviour,
  platform: platformBehaviour,
  sitePage: sitePageBehaviour,
  cryptoCoin: cryptoCoinBehaviour,
  depositBonusType: depositBonusTypeBehaviour,
  bonus: bonusBehaviour,
  bonusGrant: bonusGrantBehaviour,
  offer: offerBehaviour,
  offerClaim: offerClaimBehaviour,
  referralCriteria: referralCriteriaBehaviour,
  referralBonus: referralBonusBehaviour,
  referral: referralBehaviour,
  admin: adminBehaviour,
  thirdPartyAdmin: staffBehaviour,
  users: usersBehaviour,
  thirdPartyUser: userBehaviour,
  telegramUser: telegramUserBehaviour,
  userDocVerification: userDocVerificationBehaviour,
  userLevel: userLevelBehaviour,
  fortuneWheel: fortuneWheelBehaviour,
  dailySpin: dailySpinBehaviour,
  skillSpin: skillSpinBehaviour,
  gameRecord: gameRecordBehaviour,
  jackpotRecord: jackpotRecordBehaviour,
  ticket: ticketBehaviour,
}
