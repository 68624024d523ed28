/** The demo rows of every record; a missing one fails the type check. */
import type { RecordKey } from '@contract/records/records'
import { brandCategories } from './content/brand-category'
import { games, gamesOf } from './content/game'
import { gameTypes } from './content/game-type'
import { newsletterSubscribers } from './content/newsletter-subscriber'
import { platforms } from './content/platform'
import { sitePages } from './content/site-page'
import { storePlatforms } from './content/store-platform'
import { cryptoCoins } from './money/crypto-coin'
import { cryptoDeposits } from './money/crypto-deposit'
import { discrepancies } from './money/discrepancy'
import { manualDeposits } from './money/manual-deposit'
import { cryptoWithdrawals } from './money/crypto-withdrawal'
import { manualWithdrawals } from './money/manual-withdrawal'
import { depositBonusTypes } from './money/deposit-bonus-type'
import { telegramUsers } from './people/telegram-user'
import { furtherDocuments, userDocVerifications, withStated } from './people/user-doc-verification'
import { userLevels } from './people/user-level'
import { dailySpins } from './play/daily-spin'
import { fortuneWheels } from './play/fortune-wheel'
import { gameRecords } from './play/game-record'
import { jackpotRecords } from './play/jackpot-record'
import { skillSpins } from './play/skill-spin'
import { bonuses } from './rewards/bonus'
import { bonusGrants } from './rewards/bonus-grant'
import { offers } from './rewards/offer'
import { offerClaims } from './rewards/offer-claim'
import { referrals } from './rewards/referral'
import { referralRules } from './rewards/referral-bonus'
import { referralCriteria } from './rewards/referral-criteria'
import { stores } from './system/store'
import { platformDeposits } from './money/platform-deposit'
import { platformWithdrawals } from './money/platform-withdrawal'
import { platformAccounts } from './people/platform-account'
import { connectedRails } from './system/connected-rail'
import { paymentMethods } from './system/payment-method'
import { demoId, type DemoRow, type DemoUser, type RowsOf } from './rows'

export const DEMO_ROWS: { readonly [N in RecordKey]: RowsOf<N> } = {
  store: stores,
  // Those of the roles are part of every platform (server/db/system-data.ts); the others are in system/permission-set.ts.
  permissionSet: [],
  brandCategory: brandCategories,
  platform: platforms,
  gameType: gameTypes,
  game: games,
  storePlatform: storePlatforms,
  sitePage: sitePages,
  cryptoCoin: cryptoCoins,
  depositBonusType: depositBonusTypes,
  bonus: bonuses,
  bonusGrant: bonusGrants,
  offer: offers,
  offerClaim: offerClaims,
  referralCriteria,
  referralBonus: referralRules,
  referral: referrals,
  newsletterSubscriber: newsletterSubscribers,
  platformAccount: platformAccounts,
  platformDeposit: platformDeposits,
  platformWithdrawal: platformWithdrawals,
  paymentMethod: paymentMethods,
  connectedRail: connectedRails,
  manualDeposit: manualDeposits,
  cryptoDeposit: cryptoDeposits,
  cryptoWithdrawal: cryptoWithdrawals,
  manualWithdrawal: manualWithdrawals,
  discrepancy: discrepancies,
  userDocVerification: userDocVerifications,
  userLevel: userLevels,
  telegramUser: telegramUsers,
  fortuneWheel: fortuneWheels,
  dailySpin: dailySpins,
  skillSpin: skillSpins,
  gameRecord: gameRecords,
  jackpotRecord: jackpotRecords,
  // Rows follow from transfers.
  walletTransaction: [],
  // People and their messages are generated in large numbers by server/db/demo.ts and demo-work.ts; those of the stories are in mocks/fixtures.
  admin: [],
  users: [],
  thirdPartyAdmin: [],
  thirdPartyUser: [],
  ticket: [],
  chat: [],
}

/** Records of which a platform has many: the same first rows, and any requested number. */
export const MANY_ROWS: { readonly [N in RecordKey]?: (count: number) => RowsOf<N> } = { game: gamesOf }

/** Values that rows copy from the users that they refer to. @param index of the row among those of its record */
export const COMPLETED: {
  readonly [N in RecordKey]?: (row: DemoRow, index: number, userOf: (id: string) => DemoUser | undefined) => DemoRow
} = { userDocVerification: withStated }

/** Rows for users whom the other rows do not refer to. */
export const FURTHER_ROWS: { readonly [N in RecordKey]?: (users: readonly DemoUser[], from: number) => DemoRow[] } = {
  userDocVerification: furtherDocuments,
}

/** Ids of the platforms of stores, from which users' money comes back and to which it goes. */
export const PLATFORM_IDS = storePlatforms.map((_row, index) => demoId('storePlatform', index))
