/** Redeems of platform accounts (money, /platform-transaction/platform-withdrawal). */
import { platformWithdrawal } from '@contract/records/money/platform-withdrawal'
import { recordResource } from '../record-resource'
import { ATTEMPT_PILLS, REQUEST_PILLS } from './rail-pills'

export const resource = recordResource(platformWithdrawal, {
  slug: 'platform-withdrawal',
  route: '/platform-transaction/platform-withdrawal',
  empty: { title: 'No redeems yet', text: 'Redeems that users ask for, and that staff enter for them, appear here.' },
  columns: ['reference', 'user', 'store_platform', 'asked', 'net_amount', 'status', 'waiting', 'sla_state'],
  widths: {
    reference: 96,
    user: 130,
    store_platform: 184,
    platform_account: 120,
    asked: 124,
    net_amount: 116,
    requested_at: 140,
    waiting: 92,
    sla_state: 88,
    status: 160,
    claimed_by: 100,
  },
  pills: { status: REQUEST_PILLS, 'attempts.outcome': ATTEMPT_PILLS },
  // What was asked for is said in words; the state says who carries it out, and the attempts how.
  without: ['rail', 'awaits_approval', 'credits', 'everything'],
  page: {
    figures: ['user', 'store_platform', 'username', 'asked', 'net_amount', 'waiting'],
    lead: ['complete', 'resolve', 'retry', 'lookUp', 'fail', 'reject'],
    sections: [
      {
        title: 'Redeem',
        fields: [
          'platform_account',
          'asked',
          'payout_method',
          'rate',
          'fee_percent',
          'carried_by',
          'source',
          'requested_at',
        ],
      },
      { title: 'Instructions', fields: ['instructions'] },
      { title: 'Attempts', fields: ['attempts'] },
      {
        title: 'Outcome',
        fields: [
          'moved_credits',
          'difference',
          'amount',
          'fee',
          'net_amount',
          'withdrawal',
          'not_withdrawn',
          'external_ref',
          'decided_by',
          'decided_at',
          'reason_code',
          'user_text',
        ],
      },
    ],
    states: ['status'],
    warnings: { status: { UNKNOWN: 'Nobody knows yet whether the credits were redeemed.' } },
  },
  icons: {
    complete: 'user-check',
    fail: 'stop',
    reject: 'shield-off',
    retry: 'undo',
    lookUp: 'globe',
    resolve: 'shield-check',
  },
})
