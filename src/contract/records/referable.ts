/**
 * The records that fields refer to. A list needs no more of another record than where its names are read and who may open it,
 * so it does not load that record's definition.
 */
import type { Subject } from '../permissions'
import type { FieldType } from './field'
import { refersById } from './kinds'

/** What calls for names, links and the forms of what refers to a record need of it. */
export interface Referable {
  /** Path below /api/v1/. */
  readonly base: string
  readonly subject: Subject
  /** Whether whatever refers to one by its id is in the same store. */
  readonly decidesStore?: true
}

/** By the name of the record. A test holds each line against the definitions. */
export const REFERABLE: Readonly<Record<string, Referable>> = {
  admin: { base: 'admin', subject: 'Admins' },
  bonus: { base: 'admin-bonus', subject: 'Bonus' },
  bonusGrant: { base: 'admin-bonus/history', subject: 'BonusHistory', decidesStore: true },
  brandCategory: { base: 'admin-brand-category', subject: 'BrandCategories' },
  cryptoCoin: { base: 'admin-crypto-coin', subject: 'CryptoCoins' },
  cryptoDeposit: { base: 'admin-deposit', subject: 'CryptoDeposits' },
  cryptoWithdrawal: { base: 'admin-withdrawal', subject: 'CryptoWithdrawals' },
  fortuneWheel: { base: 'fortune-wheel', subject: 'FortuneWheel' },
  game: { base: 'admin-game', subject: 'Games' },
  gameType: { base: 'admin-game-type', subject: 'GameTypes' },
  manualDeposit: { base: 'admin-manual-deposit', subject: 'ManualDeposits' },
  manualWithdrawal: { base: 'admin-manual-withdrawal', subject: 'ManualWithdrawals' },
  offer: { base: 'admin-offer', subject: 'Offers' },
  paymentMethod: { base: 'admin-setting/payment-methods', subject: 'Settings' },
  permissionSet: { base: 'permission-set', subject: 'PermissionSets' },
  platformAccount: { base: 'admin-platform-account', subject: 'UserPlatforms', decidesStore: true },
  platformDeposit: { base: 'admin-platform/deposit', subject: 'PlatformDeposits' },
  platformWithdrawal: { base: 'admin-platform/withdraw', subject: 'PlatformWithdrawals' },
  platform: { base: 'admin-game-brand', subject: 'SeoPlatforms' },
  referralBonus: { base: 'referral-bonus', subject: 'ReferralBonus' },
  referralCriteria: { base: 'referral-bonus-criteria', subject: 'ReferralBonusCriteria' },
  store: { base: 'admin-store', subject: 'Settings', decidesStore: true },
  storePlatform: { base: 'store-platforms', subject: 'StorePlatforms' },
  ticket: { base: 'support-ticket', subject: 'SupportTickets' },
  userLevel: { base: 'admin-user-level', subject: 'UserLevels' },
  users: { base: 'users', subject: 'Users', decidesStore: true },
}

/** @throws if no field refers to such a record */
export function referable(name: string): Referable {
  const record = REFERABLE[name]
  if (!record) throw new Error(`src/contract/records/referable.ts has no line for ${name}`)
  return record
}

/** Whether rows with one value of such a field are in one store: that of the record that it refers to. */
export const decidesStore = (type: FieldType): boolean => refersById(type) && REFERABLE[type.to]?.decidesStore === true
