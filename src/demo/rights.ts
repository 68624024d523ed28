/**
 * Rights of the demo's roles on records (catalogue, Who may), in addition to their permission sets. SUPER_ADMIN and ADMIN have all
 * rights. The reference platform's permission sets use it.
 */
import type { Action, Subject } from '@contract/permissions'

const PLAY: readonly Subject[] = [
  'FortuneWheel',
  'SkillFortuneRecords',
  'DailySpinRecords',
  'GameRecords',
  'JackpotRecords',
]

interface RecordRights {
  /** Create, read and update. */
  write?: readonly Subject[]
  /** The same, and delete: the switch. */
  writeAndSwitch?: readonly Subject[]
  read?: readonly Subject[]
}

const RIGHTS: Readonly<Record<string, RecordRights>> = {
  MANAGER: {
    write: [
      'TransactionRecords',
      'TelegramUsers',
      'Bonus',
      'ReferralBonus',
      'Offers',
      'OfferClaims',
      'FortuneWheel',
      'UserDocVerification',
    ],
    writeAndSwitch: ['UserLevels', 'StorePlatforms', 'ReferralBonusCriteria', 'DepositBonusTypes'],
    read: ['ThirdPartyAdmins', 'BonusHistory', 'ReferralBonusHistory', ...PLAY, 'NewsletterSubscribers', 'CryptoCoins'],
  },
  SUPPORT_LEAD: {
    write: ['TelegramUsers', 'UserDocVerification', 'OfferClaims'],
    read: ['UserLevels', 'Bonus', 'BonusHistory', 'Offers'],
  },
  SUPPORT_AGENT: { read: ['TelegramUsers', 'OfferClaims', 'BonusHistory', 'Offers'] },
  FINANCE: {
    write: [
      'TransactionRecords',
      'CryptoCoins',
      'DepositBonusTypes',
      'JackpotRecords',
      'OfferClaims',
      'ReferralBonusHistory',
    ],
    read: ['Bonus', 'BonusHistory', 'UserLevels', 'Settings', ...PLAY],
  },
  RISK: {
    write: ['UserDocVerification', 'ReferralBonusHistory', 'JackpotRecords', 'SkillFortuneRecords', 'DailySpinRecords'],
    read: ['OfferClaims', 'BonusHistory', 'GameRecords', 'TelegramUsers'],
  },
  CONTENT_EDITOR: {
    writeAndSwitch: ['SeoPlatforms', 'BrandCategories', 'GameTypes', 'Games', 'SeoPages', 'NewsletterSubscribers'],
    // Without the right to users they see partners' users and winners masked.
    read: ['Offers', 'Bonus', 'FortuneWheel', 'ThirdPartyUsers', 'JackpotRecords'],
  },
  THIRD_PARTY_ADMIN: { writeAndSwitch: ['ThirdPartyUsers'], read: ['StorePlatforms', 'OfferClaims', 'GameRecords'] },
}

const SERVE: readonly Action[] = ['create', 'read', 'update']
const ALL: readonly Action[] = [...SERVE, 'delete']

/** @param role name of a staff role @returns subject → its actions; empty for a role without rights on records */
export function recordRights(role: string): ReadonlyMap<Subject, readonly Action[]> {
  const { write = [], writeAndSwitch = [], read = [] } = RIGHTS[role] ?? {}
  return new Map<Subject, readonly Action[]>([
    ...read.map((subject) => [subject, ['read']] as const),
    ...write.map((subject) => [subject, SERVE] as const),
    ...writeAndSwitch.map((subject) => [subject, ALL] as const),
  ])
}
