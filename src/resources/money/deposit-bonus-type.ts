import { depositBonusType } from '@contract/records/money/deposit-bonus-type'
import { recordResource } from '../record-resource'

export const resource = recordResource(depositBonusType, {
  slug: 'deposit-bonus-type',
  route: '/deposit-bonus-type',
  empty: { title: 'No deposit bonus types yet', text: 'What a deposit earns beside its amount is described here.' },
  columns: [
    'name',
    'trigger',
    'method_kind',
    'percent',
    'max_amount',
    'min_deposit',
    'expiry_days',
    'starts_at',
    'ends_at',
    'is_deleted',
  ],
  titles: { max_amount: 'Max amount', min_deposit: 'Min deposit', expiry_days: 'Days' },
  widths: {
    name: 170,
    trigger: 130,
    method_kind: 90,
    percent: 84,
    max_amount: 120,
    min_deposit: 120,
    expiry_days: 72,
  },
  halves: [
    'trigger',
    'nth',
    'method_kind',
    'percent',
    'max_amount',
    'min_deposit',
    'wagering_multiplier',
    'expiry_days',
    'starts_at',
    'ends_at',
  ],
  sections: [
    { title: 'Bonus', fields: ['percent', 'max_amount', 'wagering_multiplier', 'expiry_days'] },
    { title: 'Time', fields: ['starts_at', 'ends_at'] },
  ],
  disabling: 'Deposits from now on get no bonus of this type. You can enable it again.',
  page: {
    figures: ['percent', 'max_amount', 'min_deposit', 'wagering_multiplier', 'expiry_days'],
    sections: [{ title: 'When it applies', fields: ['trigger', 'nth', 'weekdays', 'method_kind', 'min_deposit'] }],
  },
})
