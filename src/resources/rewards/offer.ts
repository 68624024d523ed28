import { storePlatform } from '@contract/records/content/store-platform'
import { userLevel } from '@contract/records/people/user-level'
import { bonus } from '@contract/records/rewards/bonus'
import { offer } from '@contract/records/rewards/offer'
import { recordResource } from '../record-resource'
import { CAMPAIGN_ICONS, CAMPAIGN_PILLS } from './pills'

export const resource = recordResource(offer, {
  slug: 'offers',
  route: '/offers',
  empty: { title: 'No offers yet', text: 'What users can claim in the apps appears here.' },
  columns: [
    'image',
    'title',
    'store_platforms',
    'reward_type',
    'value',
    'starts_at',
    'ends_at',
    'claims',
    'total_limit',
    'status',
  ],
  titles: { total_limit: 'Limit' },
  widths: {
    claims: 84,
    total_limit: 84,
    image: 88,
    title: 220,
    store_platforms: 180,
    reward_type: 110,
    value: 130,
    starts_at: 148,
    ends_at: 148,
    status: 112,
  },
  halves: [
    'reward_type',
    'amount',
    'bonus',
    'spins',
    'per_user_limit',
    'total_limit',
    'min_deposit',
    'starts_at',
    'ends_at',
  ],
  sections: [
    { title: 'Reward', fields: ['reward_type', 'amount', 'bonus', 'spins'] },
    { title: 'Texts', fields: ['description', 'terms'] },
    { title: 'Who can claim it', fields: ['store_platforms', 'min_deposit', 'levels', 'tags'] },
    { title: 'Limits', fields: ['per_user_limit', 'total_limit', 'needs_approval'] },
    { title: 'Period', fields: ['starts_at', 'ends_at'] },
  ],
  preview: 'offerCard',
  pills: { status: CAMPAIGN_PILLS },
  page: {
    figures: ['value', 'claims', 'total_limit', 'starts_at', 'ends_at'],
    lead: ['activate', 'resume', 'edit', 'pause'],
    sections: [
      { title: 'Reward', fields: ['value'] },
      { title: 'Limits', fields: ['claims'] },
      { title: 'Period', fields: ['activated_at', 'paused_at', 'ended_at', 'requested_at'] },
    ],
    states: ['status'],
    tabs: [{ key: 'claims', title: 'Claims', resource: 'rewards/offer-claim', by: 'offer' }],
  },
  icons: CAMPAIGN_ICONS,
  duplicates: true,
  referred: { bonus, storePlatform, userLevel },
})
