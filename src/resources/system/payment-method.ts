import { paymentMethod } from '@contract/records/system/payment-method'
import { recordResource } from '../record-resource'

export const resource = recordResource(paymentMethod, {
  slug: 'payment-method',
  route: '/settings',
  empty: { title: 'No payment methods yet', text: 'Users pay in and are paid out by the methods that you add here.' },
  columns: ['icon', 'name', 'kind', 'direction', 'minimum', 'maximum', 'fee_fixed', 'fee_percent', 'is_deleted'],
  titles: { fee_percent: 'Fee %' },
  widths: {
    icon: 56,
    name: 140,
    kind: 104,
    direction: 96,
    minimum: 104,
    maximum: 116,
    fee_fixed: 92,
    fee_percent: 72,
  },
  halves: ['name', 'kind', 'direction', 'minimum', 'maximum'],
  sections: [
    { title: 'Who may use it', fields: ['levels'], none: 'Users of every level.' },
    { title: 'What users read', fields: ['instructions'] },
    { title: 'Payouts', fields: ['payout_fields'] },
  ],
  disabling: 'Users can no longer choose it. What they have sent already can still be decided.',
  icons: { setAccount: 'coins' },
  page: {
    picture: 'icon',
    lead: ['edit', 'setAccount'],
    figures: ['kind', 'direction', 'minimum', 'maximum'],
    sections: [
      {
        title: 'Where the money goes',
        fields: ['account_label', 'qr_text', 'fee_fixed', 'fee_percent'],
      },
    ],
  },
})
