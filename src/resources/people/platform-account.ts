/** Accounts of users at game platforms (money, /platform-user). */
import { platformAccount } from '@contract/records/people/platform-account'
import { recordResource } from '../record-resource'

export const resource = recordResource(platformAccount, {
  slug: 'platform-user',
  route: '/platform-user',
  empty: { title: 'No platform accounts yet', text: 'Accounts that users ask for in the app appear here.' },
  columns: ['reference', 'user', 'store_platform', 'platform_username', 'status', 'asked_at', 'waiting', 'claimed_by'],
  // The balance says it.
  without: ['has_balance'],
  widths: {
    reference: 108,
    user: 136,
    store_platform: 168,
    platform_username: 136,
    status: 132,
    asked_at: 140,
    waiting: 84,
    claimed_by: 100,
    last_balance: 120,
    balance_age: 150,
  },
  pills: {
    status: {
      REQUESTED: ['warning', 'clock'],
      RESET_REQUESTED: ['warning', 'clock'],
      ACTIVE: ['success', 'circle-check'],
      BLOCKED: ['danger', 'ban'],
      CLOSED: ['neutral', 'circle-slash'],
    },
    balance_age: { FRESH: ['success', 'circle-check'], OLD: ['warning', 'triangle-alert'] },
  },
  page: {
    reference: ['platform_username'],
    figures: ['user', 'store_platform', 'last_balance', 'waiting'],
    lead: ['complete', 'resetPassword', 'recordBalance', 'reveal'],
    sections: [
      { title: 'Balance', fields: ['last_balance', 'balance_checked_at', 'balance_age'] },
      { title: 'Request', fields: ['asked_at', 'decided_by', 'decided_at'] },
    ],
    states: ['status'],
    warnings: { status: { BLOCKED: 'The account is blocked: nothing can be loaded or redeemed.' } },
  },
  icons: {
    complete: 'user-check',
    resetPassword: 'key',
    recordBalance: 'coins',
    block: 'shield-off',
    unblock: 'undo',
    close: 'stop',
  },
})
