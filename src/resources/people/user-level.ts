import { userLevel } from '@contract/records/people/user-level'
import { recordResource } from '../record-resource'

export const resource = recordResource(userLevel, {
  slug: 'user-levels',
  route: '/user-levels',
  empty: { title: 'No levels yet', text: 'The first level begins at 0: every user has at least this one.' },
  columns: ['rank', 'name', 'min_total_deposit', 'users_count', 'color', 'is_deleted'],
  titles: { min_total_deposit: 'Min deposits' },
  widths: { rank: 72, name: 180, users_count: 100 },
  halves: [
    'min_total_deposit',
    'color',
    'daily_withdrawal_limit',
    'weekly_withdrawal_limit',
    'daily_deposit_limit',
    'fee_percent',
    'deposit_bonus_percent',
    'max_platform_accounts',
    'payout_sla_minutes',
    'required_kyc',
  ],
  sections: [
    {
      title: 'Limits',
      fields: ['daily_withdrawal_limit', 'weekly_withdrawal_limit', 'daily_deposit_limit'],
      none: 'No limits.',
    },
    {
      title: 'Benefits',
      fields: ['fee_percent', 'deposit_bonus_percent', 'max_platform_accounts', 'payout_sla_minutes', 'required_kyc'],
    },
    { title: 'Users', fields: ['nobody_moves_down'] },
  ],
  disabling: 'Nobody reaches this level any more. You can enable it again.',
  page: { figures: ['rank', 'min_total_deposit', 'users_count'] },
})
