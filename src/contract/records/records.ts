/**
 * Every record, one per line. Sources and demo rows are objects with a key for each of these names, so that a
 * missing one fails the type check.
 */
import type { RecordDefinition } from './record'
import { brandCategory } from './content/brand-category'
import { game } from './content/game'
import { gameType } from './content/game-type'
import { newsletterSubscriber } from './content/newsletter-subscriber'
import { platform } from './content/platform'
import { sitePage } from './content/site-page'
import { storePlatform } from './content/store-platform'
import { cryptoCoin } from './money/crypto-coin'
import { cryptoDeposit } from './money/crypto-deposit'
import { cryptoWithdrawal } from './money/crypto-withdrawal'
import { depositBonusType } from './money/deposit-bonus-type'
import { manualDeposit } from './money/manual-deposit'
import { discrepancy } from './money/discrepancy'
import { manualWithdrawal } from './money/manual-withdrawal'
import { platformDeposit } from './money/platform-deposit'
import { platformWithdrawal } from './money/platform-withdrawal'
import { walletTransaction } from './money/wallet-transaction'
import { admin } from './people/admin'
import { telegramUser } from './people/telegram-user'
import { thirdPartyAdmin } from './people/third-party-admin'
import { thirdPartyUser } from './people/third-party-user'
import { userDocVerification } from './people/user-doc-verification'
import { userLevel } from './people/user-level'
import { users } from './people/users'
import { dailySpin } from './play/daily-spin'
import { fortuneWheel } from './play/fortune-wheel'
import { gameRecord } from './play/game-record'
import { jackpotRecord } from './play/jackpot-record'
import { skillSpin } from './play/skill-spin'
import { bonus } from './rewards/bonus'
import { bonusGrant } from './rewards/bonus-grant'
import { offer } from './rewards/offer'
import { offerClaim } from './rewards/offer-claim'
import { referral } from './rewards/referral'
import { referralBonus } from './rewards/referral-bonus'
import { referralCriteria } from './rewards/referral-criteria'
import { chat } from './support/chat'
import { ticket } from './support/ticket'
import { permissionSet } from './system/permission-set'
import { store } from './system/store'
import { platformAccount } from './people/platform-account'
import { connectedRail } from './system/connected-rail'
import { paymentMethod } from './system/payment-method'

export const RECORDS = {
  store,
  permissionSet,
  brandCategory,
  platform,
  gameType,
  game,
  storePlatform,
  sitePage,
  cryptoCoin,
  depositBonusType,
  bonus,
  bonusGrant,
  offer,
  offerClaim,
  referralCriteria,
  referralBonus,
  referral,
  newsletterSubscriber,
  platformAccount,
  paymentMethod,
  connectedRail,
  manualDeposit,
  cryptoDeposit,
  cryptoWithdrawal,
  manualWithdrawal,
  platformDeposit,
  platformWithdrawal,
  discrepancy,
  userDocVerification,
  userLevel,
  telegramUser,
  fortuneWheel,
  dailySpin,
  skillSpin,
  gameRecord,
  jackpotRecord,
  walletTransaction,
  admin,
  users,
  thirdPartyAdmin,
  thirdPartyUser,
  ticket,
  chat,
} as const
export type RecordKey = keyof typeof RECORDS

/** Every record, for code that serves all of them and knows neither their fields nor their actions. */
export const ALL_RECORDS: readonly RecordDefinition[] = Object.values(RECORDS)

/** @param name of a record, as references have it */
export const recordNamed = (name: string): RecordDefinition => RECORDS[name as RecordKey]
