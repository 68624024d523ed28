import { referralBonus } from '@contract/records/rewards/referral-bonus'
import { referralCriteria } from '@contract/records/rewards/referral-criteria'
import { recordResource } from '../record-resource'
import { CAMPAIGN_ICONS, CAMPAIGN_PILLS } from './pills'

export const resource = recordResource(referralBonus, {
  slug: 'referral-bonus',
  route: '/referral-bonus',
  empty: { title: 'No referral rules yet', text: 'What users earn who invite others is set here.' },
  columns: ['name', 'referrer_reward', 'referee_reward', 'wallet', 'criteria', 'starts_at', 'ends_at', 'status'],
  widths: {
    name: 200,
    referrer_reward: 150,
    referee_reward: 150,
    wallet: 84,
    criteria: 180,
    starts_at: 160,
    ends_at: 160,
    status: 112,
  },
  halves: [
    'referrer_kind',
    'referrer_amount',
    'referrer_percent',
    'referrer_most',
    'referee_kind',
    'referee_amount',
    'referee_percent',
    'referee_most',
    'wallet',
    'criteria',
    'wagering_multiplier',
    'expiry_days',
    'cap_per_user',
    'cap_per_month',
    'starts_at',
    'ends_at',
  ],
  sections: [
    { title: 'Referrer', fields: ['referrer_kind', 'referrer_amount', 'referrer_percent', 'referrer_most'] },
    { title: 'New user', fields: ['referee_kind', 'referee_amount', 'referee_percent', 'referee_most'] },
    { title: 'Payment', fields: ['wallet', 'wagering_multiplier', 'expiry_days'] },
    { title: 'When it pays', fields: ['criteria', 'cap_per_user', 'cap_per_month', 'terms'] },
    { title: 'Period', fields: ['starts_at', 'ends_at'] },
  ],
  pills: { status: CAMPAIGN_PILLS },
  page: {
    figures: ['referrer_reward', 'referee_reward', 'wallet'],
    lead: ['activate', 'resume', 'edit', 'pause'],
    sections: [{ title: 'Period', fields: ['activated_at', 'paused_at', 'ended_at'] }],
    states: ['status'],
    tabs: [{ key: 'referrals', title: 'Referrals', resource: 'rewards/referral', by: 'rule' }],
  },
  icons: CAMPAIGN_ICONS,
  duplicates: true,
  referred: { referralCriteria },
})
