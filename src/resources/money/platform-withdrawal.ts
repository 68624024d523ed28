/** Redeems of platform accounts (money, /platform-transaction/platform-withdrawal). */
import { platformWithdrawal } from '@contract/records/money/platform-withdrawal'
import { recordResource } from '../record-resource'
import { ATTEMPT_PILLS, REQUEST_PILLS } from './rail-pills'

export const resource = recordResource(platformWithdrawal, {
  slug: 'platform-withdrawal',
  route: '/platform-transaction/platform-withdrawal',
  empty: { title: 'No redeems yet', text: 'Redeems that users ask for, and that staff enter for them, appear here.' },
  columns: [
    'reference',
    'user',
    'store_platform',
    'credits',
    'everything',
    'net_amount',
    'waiting',
    'sla_state',
    'status',
  ],
  widths: {
    reference: 104,
    user: 136,
    store_platform: 168,
    platform_account: 120,
    credits: 110,
    everything: 100,
    net_amount: 130,
    requested_at: 140,
    waiting: 84,
    sla_state: 96,
    status: 148,
    claimed_by: 100,
  },
  pills: { status: REQUEST_PILLS, 'attempts.outcome': ATTEMPT_PILLS },
  // The state says who carries it out, and the attempts how.
  without: ['rail', 'awaits_approval'],
  page: {
    figures: ['user', 'store_platform', 'credits', 'net_amount', 'waiting'],
    lead: ['complete', 'resolve', 'retry', 'lookUp', 'fail', 'reject'],
    sections: [
      {
        title: 'Redeem',
        fields: ['platform_account', 'credits', 'everything', 'rate', 'fee_percent', 'source', 'requested_at'],
      },
      { title: 'Attempts', fields: ['attempts'] },
      {
        title: 'Outcome',
        fields: [
          'moved_credits',
          'difference',
          'amount',
          'fee',
          'net_amount',
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
