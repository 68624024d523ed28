import { referralCriteria } from '@contract/records/rewards/referral-criteria'
import { recordResource } from '../record-resource'

export const resource = recordResource(referralCriteria, {
  slug: 'referral-bonus-criteria',
  route: '/referral-bonus-criteria',
  empty: {
    title: 'No referral criteria yet',
    text: 'What a referred user must do before a bonus is paid is described here.',
  },
  columns: ['name', 'min_deposit', 'min_deposit_count', 'kyc_required', 'within_days', 'is_deleted'],
  titles: { min_deposit: 'Min deposit', within_days: 'Days' },
  widths: { name: 220, min_deposit: 130, min_deposit_count: 96, within_days: 80 },
  halves: ['min_deposit', 'min_deposit_count', 'min_wager', 'within_days'],
  sections: [
    { title: 'Deposits and play', fields: ['min_deposit', 'min_deposit_count', 'min_wager', 'within_days'] },
    { title: 'User', fields: ['kyc_required', 'exclude_same_device', 'exclude_same_ip', 'levels'] },
  ],
  disabling: 'It can no longer be chosen. You can enable it again.',
  page: { figures: ['min_deposit', 'min_deposit_count', 'min_wager', 'within_days'] },
})
