/** What rails tell of payments that differs from what the platform has (money, Rails: Statements). */
import { discrepancy } from '@contract/records/money/discrepancy'
import { recordResource } from '../record-resource'

export const resource = recordResource(discrepancy, {
  slug: 'discrepancies',
  route: '/transaction-record/discrepancies',
  empty: {
    title: 'No discrepancies',
    text: 'What a rail tells of a payment appears here where the platform has something else.',
  },
  columns: ['reference', 'rail', 'kind', 'rail_reference', 'expected', 'reported', 'seen_at', 'status', 'claimed_by'],
  // The user says it.
  without: ['Creator', 'has_user', 'awaits_approval'],
  told: 'rail_reference',
  widths: {
    reference: 112,
    rail: 84,
    kind: 158,
    withdrawal: 112,
    rail_reference: 130,
    expected: 160,
    reported: 190,
    seen_at: 148,
    status: 110,
    waiting: 84,
    claimed_by: 110,
  },
  pills: {
    kind: {
      UNKNOWN_REFERENCE: ['warning', 'circle-help'],
      CONTRADICTION: ['danger', 'triangle-alert'],
      AMOUNT_DIFFERS: ['danger', 'triangle-alert'],
      MISSING_HERE: ['warning', 'circle-help'],
      MISSING_THERE: ['warning', 'circle-help'],
    },
    status: { OPEN: ['warning', 'clock'], RESOLVED: ['success', 'circle-check'] },
  },
  page: {
    figures: ['rail', 'kind', 'waiting'],
    sections: [
      {
        title: 'Payment',
        fields: [
          'withdrawal',
          'crypto_withdrawal',
          'load',
          'redeem',
          'user',
          'rail_reference',
          'expected',
          'reported',
          'seen_at',
        ],
      },
      { title: 'Resolution', fields: ['resolution', 'correction', 'amount', 'decided_by', 'decided_at'] },
    ],
    states: ['status'],
  },
  icons: { resolve: 'shield-check' },
})
