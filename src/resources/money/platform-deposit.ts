/** Loads of platform accounts (money, /platform-transaction/platform-deposit). */
import { platformDeposit } from '@contract/records/money/platform-deposit'
import { recordResource } from '../record-resource'
import { ATTEMPT_PILLS, REQUEST_PILLS } from './rail-pills'

export const resource = recordResource(platformDeposit, {
  slug: 'platform-deposit',
  route: '/platform-transaction/platform-deposit',
  empty: { title: 'No loads yet', text: 'Loads that users ask for, and that staff enter for them, appear here.' },
  columns: ['reference', 'user', 'store_platform', 'amount', 'credits', 'status', 'waiting', 'sla_state'],
  widths: {
    reference: 96,
    user: 130,
    store_platform: 184,
    platform_account: 120,
    amount: 116,
    credits: 124,
    requested_at: 140,
    waiting: 92,
    sla_state: 88,
    status: 160,
    claimed_by: 100,
  },
  pills: { status: REQUEST_PILLS, 'attempts.outcome': ATTEMPT_PILLS },
  // The state says who carries it out, and the attempts how.
  without: ['rail', 'awaits_approval'],
  page: {
    // One line beside the form of the desk: the amount is among the terms.
    figures: ['user', 'store_platform', 'username', 'credits', 'waiting'],
    lead: ['complete', 'resolve', 'retry', 'lookUp', 'fail', 'reject'],
    sections: [
      {
        title: 'Load',
        fields: ['platform_account', 'amount', 'fee', 'rate', 'credits', 'carried_by', 'source', 'requested_at'],
      },
      { title: 'Instructions', fields: ['instructions'] },
      { title: 'Attempts', fields: ['attempts'] },
      {
        title: 'Outcome',
        fields: [
          'moved_credits',
          'returned',
          'difference',
          'external_ref',
          'decided_by',
          'decided_at',
          'reason_code',
          'user_text',
        ],
      },
    ],
    states: ['status'],
    warnings: { status: { UNKNOWN: 'Nobody knows yet whether the account was loaded: the money stays locked.' } },
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
