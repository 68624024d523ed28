/** End users (spec 2, Admin and user tables; screens.md, /users). */
import { userLevel } from '@contract/records/people/user-level'
import { users } from '@contract/records/people/users'
import { bonus } from '@contract/records/rewards/bonus'
import { store } from '@contract/records/system/store'
import { recordResource } from '../record-resource'
import { ACCOUNT_STATUS_PILLS, KYC_STATUS_PILLS, RISK_LEVEL_PILLS } from './pills'

export const resource = recordResource(users, {
  slug: 'users',
  route: '/users',
  empty: { title: 'No users yet', text: 'Players appear here the moment they register or are added.' },
  columns: ['first_name', 'last_name', 'email', 'username', 'role', 'Creator', 'is_deleted'],
  nothing: { Creator: 'registration' },
  titles: {
    is_deleted: 'Account',
    third_party_store_code: 'Partner store',
    createdAt: 'Registered',
    pinned_note: 'Note',
  },
  givesWay: ['username'],
  widths: {
    first_name: 96,
    last_name: 96,
    email: 176,
    username: 108,
    role: 108,
    Creator: 106,
    is_deleted: 140,
    kyc_status: 150,
    risk_level: 110,
    user_level: 110,
    country: 100,
    cash_balance: 180,
    bonus_balance: 180,
    locked_balance: 120,
    receivable: 120,
    total_deposit: 180,
    total_withdrawal: 180,
    pinned_note: 64,
  },
  halves: ['first_name', 'last_name', 'role', 'third_party_store_code'],
  disabling: 'They can no longer sign in or play, and their sessions end. You can enable them again.',
  pills: { account_status: ACCOUNT_STATUS_PILLS, kyc_status: KYC_STATUS_PILLS, risk_level: RISK_LEVEL_PILLS },
  currencyField: 'currency',
  page: {
    picture: 'initials',
    reference: ['username'],
    figures: ['cash_balance', 'bonus_balance', 'locked_balance', 'total_deposit', 'total_withdrawal'],
    lead: ['adjust', 'grantBonus', 'edit', 'resetPassword'],
    sections: [
      { title: 'Contact', fields: ['email', 'phone', 'country', 'date_of_birth'] },
      {
        title: 'Account',
        fields: [
          'role',
          'user_level',
          'level_pinned',
          'account_status',
          'kyc_status',
          'risk_level',
          'tags',
          'third_party_store_code',
          'receivable',
          'referred_by',
          'last_active_at',
        ],
      },
    ],
    pinned: 'pinned_note',
    states: ['account_status', 'kyc_status', 'risk_level'],
    warnings: {
      account_status: {
        RESTRICTED: 'The account is restricted.',
        SUSPENDED: 'The account is suspended.',
        SELF_EXCLUDED: 'The user excluded themselves from play: send no offers, and grant nothing to play with.',
        CLOSED: 'The account is closed.',
      },
      risk_level: { HIGH: 'High risk: look at what they ask for before you grant it.' },
    },
    tabs: [
      { key: 'wallet', title: 'Wallet', resource: 'money/wallet-transaction', by: 'user' },
      { key: 'tickets', title: 'Tickets', resource: 'support/ticket', by: 'user' },
      { key: 'bonuses', title: 'Bonuses', resource: 'rewards/bonus-grant', by: 'user' },
      { key: 'offers', title: 'Offers', resource: 'rewards/offer-claim', by: 'user' },
      { key: 'referrals', title: 'Referrals', resource: 'rewards/referral', by: 'referrer' },
      { key: 'documents', title: 'Documents', resource: 'people/user-doc-verification', by: 'user' },
      { key: 'games', title: 'Games', resource: 'play/game-record', by: 'user' },
      { key: 'spins', title: 'Spins', resource: 'play/daily-spin', by: 'user' },
    ],
  },
  resetsPassword: true,
  icons: { adjust: 'coins', grantBonus: 'gift', tags: 'tag', setLevel: 'arrow-up', followDeposits: 'undo' },
  asIcon: ['pinned_note'],
  referred: { bonus, store, userLevel, users },
})
