import { gameType } from '@contract/records/content/game-type'
import { userLevel } from '@contract/records/people/user-level'
import { bonus } from '@contract/records/rewards/bonus'
import { recordResource } from '../record-resource'
import { CAMPAIGN_ICONS, CAMPAIGN_PILLS } from './pills'

export const resource = recordResource(bonus, {
  slug: 'bonus',
  route: '/bonus',
  empty: { title: 'No bonuses yet', text: 'What users can be granted, and on which terms, appears here.' },
  columns: [
    'name',
    'type',
    'amount',
    'percent',
    'max_amount',
    'wagering_multiplier',
    'starts_at',
    'ends_at',
    'grants',
    'cost',
    'status',
  ],
  titles: { max_amount: 'Max amount', wagering_multiplier: 'Wagering' },
  widths: {
    grants: 84,
    cost: 120,
    name: 180,
    type: 124,
    amount: 110,
    max_amount: 120,
    wagering_multiplier: 92,
    status: 112,
  },
  halves: [
    'type',
    'reward',
    'amount',
    'percent',
    'max_amount',
    'min_deposit',
    'wagering_multiplier',
    'expiry_days',
    'max_bet',
    'max_win',
    'per_user_limit',
    'total_limit',
    'budget',
    'promo_code',
    'starts_at',
    'ends_at',
  ],
  sections: [
    { title: 'Reward', fields: ['reward', 'amount', 'percent', 'max_amount', 'min_deposit', 'terms'] },
    {
      title: 'Wagering',
      fields: ['wagering_multiplier', 'expiry_days', 'max_bet', 'max_win', 'game_weights'],
    },
    { title: 'Who gets it', fields: ['levels', 'tags', 'promo_code'], none: 'Every user of the store.' },
    { title: 'Limits', fields: ['per_user_limit', 'total_limit', 'budget', 'stackable'] },
    { title: 'Period', fields: ['starts_at', 'ends_at'] },
  ],
  pills: { status: CAMPAIGN_PILLS },
  page: {
    figures: ['amount', 'percent', 'wagering_multiplier', 'grants', 'cost', 'budget'],
    lead: ['activate', 'resume', 'edit', 'pause'],
    sections: [
      { title: 'Reward', fields: ['type'] },
      { title: 'Use so far', fields: ['grants', 'cost'] },
      { title: 'Period', fields: ['activated_at', 'paused_at', 'ended_at', 'requested_at'] },
    ],
    states: ['status'],
    tabs: [{ key: 'grants', title: 'Grants', resource: 'rewards/bonus-grant', by: 'bonus' }],
  },
  icons: CAMPAIGN_ICONS,
  duplicates: true,
  referred: { gameType, userLevel },
})
