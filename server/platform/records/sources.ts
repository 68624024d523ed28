/** The source of every record; a missing one fails the type check. */
import type { RecordKey } from '@contract/records/records'
import brandCategory from './content/brand-category'
import game from './content/game'
import gameType from './content/game-type'
import newsletterSubscriber from './content/newsletter-subscriber'
import platform from './content/platform'
import sitePage from './content/site-page'
import storePlatform from './content/store-platform'
import cryptoCoin from './money/crypto-coin'
import cryptoDeposit from './money/crypto-deposit'
import cryptoWithdrawal from './money/crypto-withdrawal'
import depositBonusType from './money/deposit-bonus-type'
import manualDeposit from './money/manual-deposit'
import discrepancy from './money/discrepancy'
import manualWithdrawal from './money/manual-withdrawal'
import platformDeposit from './money/platform-deposit'
import platformWithdrawal from './money/platform-withdrawal'
import walletTransaction from './money/wallet-transaction'
import admin from './people/admin'
import telegramUser from './people/telegram-user'
import thirdPartyAdmin from './people/third-party-admin'
import thirdPartyUser from './people/third-party-user'
import userDocVerification from './people/user-doc-verification'
import userLevel from './people/user-level'
import users from './people/users'
import dailySpin from './play/daily-spin'
import fortuneWheel from './play/fortune-wheel'
import gameRecord from './play/game-record'
import jackpotRecord from './play/jackpot-record'
import skillSpin from './play/skill-spin'
import bonus from './rewards/bonus'
import bonusGrant from './rewards/bonus-grant'
import offer from './rewards/offer'
import offerClaim from './rewards/offer-claim'
import referral from './rewards/referral'
import referralBonus from './rewards/referral-bonus'
import referralCriteria from './rewards/referral-criteria'
import chat from './support/chat'
import ticket from './support/ticket'
import permissionSet from './system/permission-set'
import store from './system/store'
import platformAccount from './people/platform-account'
import connectedRail from './system/connected-rail'
import paymentMethod from './system/payment-method'
import { compileSources, type DescribedSource, type RecordSource } from './source'

const DESCRIBED: { readonly [N in RecordKey]: DescribedSource } = {
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
}

/** Every source, by the name of its record. */
export const SOURCES = compileSources(DESCRIBED)

/** The sources of those who sign in: of staff, and of end users. */
export const ACCOUNT_SOURCES = { STAFF: SOURCES.admin, USER: SOURCES.users } as const
/** Those of records that staff members claim before they work on them. */
export const CLAIMABLE: readonly RecordSource[] = Object.values(SOURCES).filter(({ record }) => record.queue)
