/** Withdrawals that are paid outside the platform's coins (money, /withdrawal/manual-withdrawal). */
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { recordResource } from '../record-resource'
import { WITHDRAWAL_CHECK_LIST, WITHDRAWAL_ICONS, WITHDRAWAL_PILLS, WITHDRAWAL_SECTIONS } from './withdrawal'

export const resource = recordResource(manualWithdrawal, {
  slug: 'manual-withdrawal',
  route: '/withdrawal/manual-withdrawal',
  empty: { title: 'No withdrawals yet', text: 'Withdrawals that users request appear here.' },
  columns: ['reference', 'user', 'amount', 'payment_method', 'warnings', 'status', 'waiting', 'sla_state'],
  widths: {
    reference: 100,
    user: 136,
    payment_method: 116,
    amount: 140,
    fee: 84,
    net_amount: 140,
    payee: 136,
    destination: 150,
    warnings: 150,
    level: 90,
    requested_at: 140,
    waiting: 84,
    sla_state: 96,
    status: 148,
    claimed_by: 100,
  },
  pills: WITHDRAWAL_PILLS,
  checks: WITHDRAWAL_CHECK_LIST,
  // The warnings say it, with their reasons; who pays is said in words.
  without: ['has_warning', 'awaits_approval', 'check_state', 'rail', 'to_pay'],
  page: {
    figures: ['user', 'amount', 'withdrawable', 'waiting'],
    lead: ['approve', 'markPaid', 'resolve', 'payAgain', 'resume', 'hold', 'reject'],
    sections: [
      { title: 'Checks', fields: ['checks'] },
      {
        title: 'Payout',
        fields: [
          'payment_method',
          'payee',
          'destination',
          'amount',
          'fee',
          'net_amount',
          'paid_by',
          'external_ref',
          'proof',
          'paid_at',
          'source',
          'redeem',
          'requested_at',
        ],
      },
      ...WITHDRAWAL_SECTIONS,
    ],
    states: ['status'],
    omits: ['warnings'],
  },
  icons: { ...WITHDRAWAL_ICONS, markPaid: 'coins' },
})
