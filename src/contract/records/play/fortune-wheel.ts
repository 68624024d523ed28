/** Wheels of fortune (catalogue, /fortune-wheel): their odds, prices and budgets. Spins keep the version that they were made under. */
import { approvedCampaignFields, campaignActions } from '../campaigns'
import {
  DAYS,
  amount,
  amount0,
  color,
  decimal,
  integer,
  label16,
  label32,
  list,
  oneOf,
  references,
  text3000,
  time,
} from '../field'
import { defineRecord } from '../record'
import { versionFields } from '../versions'

export const WHEEL_KINDS = { DAILY_SPIN: 'Daily spin', SKILL: 'Skill' } as const
/** The value of a reward is money, except where it is a number of spins. */
export const COUNTED_REWARD = { by: 'reward_type', units: { SPIN: ['spin', 'spins'] } } as const
export const SPIN_REWARDS = { CASH: 'Cash', BONUS: 'Bonus', CREDIT: 'Credit', SPIN: 'Spins', NONE: 'Nothing' } as const

export const fortuneWheel = defineRecord({
  name: 'fortuneWheel',
  base: 'fortune-wheel',
  subject: 'FortuneWheel',
  noun: ['wheel', 'wheels'],
  namedBy: ['name'],
  reads: 'whole',
  ranges: [['starts_at', 'ends_at']],
  fields: {
    name: label32('Name', { required: true, unique: true, search: true }),
    kind: oneOf('Kind', WHEEL_KINDS, { required: true, filter: true }),
    spin_cost: amount0('Price of a spin', { required: true }),
    spins_per_day: integer('Spins a day', { min: 1, max: 10 }, { required: true, hint: 'Of each user' }),
    expected_spins_per_day: integer(
      'Expected spins',
      { min: 1, max: 9_999_999 },
      { required: true, hint: 'A day, of all users' },
    ),
    budget_per_day: amount('Budget a day', { required: true, hint: 'What the spins of a day may cost' }),
    levels: references('Levels', 'userLevel', {
      hint: 'Users of one of these levels; of every level, where it is empty',
    }),
    segments: list(
      'Segments',
      {
        label: label16('Label', { required: true }),
        reward_type: oneOf('Reward', SPIN_REWARDS, { required: true }),
        value: amount0('Value', { required: true, counts: COUNTED_REWARD }),
        weight: integer('Weight', { min: 0, max: 9_999_999 }, { required: true }),
        color: color('Color', { required: true }),
        daily_cap: integer('Cap a day', { min: 1, max: 9_999_999 }),
      },
      { one: 'segment', least: 2, most: 16 },
      { required: true, hint: 'A segment is hit in the proportion of its weight' },
    ),
    wagering_multiplier: decimal(
      'Wagering multiplier',
      { places: 1, max: 99.9 },
      { hint: 'Of bonus money: how many times it is wagered before it is released', unit: '×' },
    ),
    expiry_days: integer('Expires after', { min: 1, max: 365 }, { hint: 'Of bonus money', unit: DAYS }),
    terms: text3000('Terms', { hint: 'What users read before they spin' }),
    starts_at: time('Starts'),
    ends_at: time('Ends'),
    /** Of a spin, before its price. */
    expected_value: amount0('Expected value', { derived: true, required: true }),
    spins_today: integer('Spins today', {}, { derived: true, required: true }),
    /** Less what the spins paid: below 0 where users paid more than they won. */
    cost_today: amount0('Cost today', { derived: true, required: true }),
    ...approvedCampaignFields,
    ...versionFields,
  },
  actions: campaignActions('wheel', {
    runs: 'Users can spin it.',
    approval: { policy: 'WHEEL', type: 'fortuneWheel_activation', amount: ['budget_per_day'] },
  }),
})
