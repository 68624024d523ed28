import { offerClaim } from '@contract/records/rewards/offer-claim'
import { recordResource } from '../record-resource'
import { CLAIM_PILLS } from './pills'

export const resource = recordResource(offerClaim, {
  slug: 'offer-claim-history',
  route: '/offer-claim-history',
  empty: { title: 'No claims yet', text: 'Claims of offers appear here as users make them in the apps.' },
  columns: ['user', 'offer', 'value', 'reward_type', 'source', 'claimed_at', 'status', 'decided_by', 'claimed_by'],
  without: ['Creator'],
  widths: {
    user: 168,
    offer: 220,
    value: 130,
    reward_type: 110,
    source: 100,
    claimed_at: 148,
    decided_by: 140,
    status: 124,
  },
  pills: { status: CLAIM_PILLS },
  page: {
    figures: ['value', 'source', 'claimed_at'],
    sections: [
      { title: 'Claim', fields: ['user', 'offer', 'source', 'claimed_at', 'needs_approval'] },
      { title: 'Reward', fields: ['value', 'reward_type', 'amount', 'bonus', 'spins'] },
      { title: 'Decision', fields: ['decided_by', 'decided_at', 'reason_code'] },
    ],
    states: ['status'],
  },
  icons: { approve: 'user-check', reject: 'shield-off' },
})
