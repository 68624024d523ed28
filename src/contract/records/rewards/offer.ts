/** Offers that users claim in the apps (catalogue, /offers). */
import type { Rule } from '../../patterns'
import { approvedCampaignFields, campaignActions } from '../campaigns'
import {
  type Unit,
  amount,
  amount0,
  flag,
  image,
  integer,
  oneOf,
  reference,
  references,
  text,
  text255,
  text3000,
  time,
} from '../field'
import { defineRecord } from '../record'
import { audienceFields } from './bonus'

const CLAIMS: Unit = ['claim', 'claims']

export const OFFER_REWARDS = { CREDIT: 'Credit', BONUS: 'Bonus', FREE_SPIN: 'Free spins' } as const

const TITLE: Rule = { pattern: /^(?=\S).{3,80}(?<=\S)$/su, message: '3 to 80 characters' }
/** The size of a social card: a smaller picture would be blurred. */
const PICTURE = { width: 600, height: 315 } as const

export const offer = defineRecord({
  name: 'offer',
  base: 'admin-offer',
  appBase: 'store-platforms/offers',
  subject: 'Offers',
  noun: ['offer', 'offers'],
  namedBy: ['title'],
  reads: 'whole',
  ordered: true,
  ranges: [['starts_at', 'ends_at']],
  fields: {
    image: image('Picture', { required: true, public: true }, PICTURE),
    title: text('Title', TITLE, 80, { required: true, unique: true, search: true, public: true }),
    store_platforms: references('Store platforms', 'storePlatform', { filter: true }),
    reward_type: oneOf('Reward', OFFER_REWARDS, { required: true, filter: true, public: true }),
    value: text255('Value', { derived: true, required: true, public: true }),
    amount: amount('Amount', { when: { field: 'reward_type', values: ['CREDIT'], required: true }, hint: 'Cash' }),
    bonus: reference('Bonus', 'bonus', { when: { field: 'reward_type', values: ['BONUS'], required: true } }),
    spins: integer(
      'Spins',
      { min: 1, max: 100 },
      { when: { field: 'reward_type', values: ['FREE_SPIN'], required: true } },
    ),
    description: text3000('Description', { required: true, public: true }),
    terms: text3000('Terms', { public: true }),
    min_deposit: amount0('Minimum deposit', { public: true }),
    ...audienceFields,
    per_user_limit: integer('Per user', { min: 1, max: 999 }, { required: true, unit: CLAIMS }),
    total_limit: integer('In total', { min: 1, max: 9_999_999 }, { unit: CLAIMS }),
    needs_approval: flag('Each claim needs an approval'),
    starts_at: time('Starts', { required: true, public: true }),
    ends_at: time('Ends', { public: true }),
    /** Without the rejected ones. */
    claims: integer('Claims', {}, { derived: true, required: true }),
    ...approvedCampaignFields,
  },
  actions: campaignActions('offer', {
    runs: 'The apps show this offer.',
    approval: { policy: 'PROMOTION', type: 'offer_activation', amount: ['maximum_cost'] },
  }),
})
