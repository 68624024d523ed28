/** Rules that say what referrals earn (catalogue, /referral-bonus). */
import { campaignActions, campaignFields } from '../campaigns'
import {
  DAYS,
  type Unit,
  amount,
  amount0,
  decimal,
  integer,
  label32,
  oneOf,
  reference,
  text255,
  text3000,
  time,
} from '../field'
import { defineRecord } from '../record'
import { versionFields } from '../versions'

const REFERRALS: Unit = ['referral', 'referrals']

export const REFERRAL_REWARDS = { FIXED: 'A fixed amount', PERCENT: 'A percentage' } as const
export const REFERRAL_WALLETS = { CASH: 'Cash', BONUS: 'Bonus' } as const

/** The refusals of a rule. */
export const RULE_REFUSAL = {
  overlaps: (rule: string) => `${rule} applies in this period too. Two rules of a store must not overlap.`,
} as const

const fixed = (field: string) => ({ when: { field, values: ['FIXED'], required: true } }) as const
const percent = (field: string) => ({ when: { field, values: ['PERCENT'], required: true } }) as const
const bonusMoney = { when: { field: 'wallet', values: ['BONUS'], required: true } } as const
const OF_DEPOSIT = "Of the new user's first deposit that counts"

/**
 * Users follow the rule that applies when they sign up, in the version of that time. Two rules that were activated and not ended must
 * not overlap in time.
 */
export const referralBonus = defineRecord({
  name: 'referralBonus',
  base: 'referral-bonus',
  subject: 'ReferralBonus',
  noun: ['referral rule', 'referral rules'],
  namedBy: ['name'],
  reads: 'whole',
  ranges: [['starts_at', 'ends_at']],
  fields: {
    name: label32('Name', { required: true, unique: true, search: true }),
    referrer_kind: oneOf('The referrer earns', REFERRAL_REWARDS, { required: true }),
    referrer_amount: amount0('Amount for the referrer', fixed('referrer_kind')),
    referrer_percent: decimal(
      'Percent for the referrer',
      { places: 2, min: 1, max: 1000 },
      {
        ...percent('referrer_kind'),
        hint: OF_DEPOSIT,
        unit: '%',
      },
    ),
    referrer_most: amount('Maximum for the referrer', percent('referrer_kind')),
    /** In words, for lists: `20.00`, or `10 % up to 50.00`. */
    referrer_reward: text255('Referrer earns', { derived: true, required: true }),
    referee_kind: oneOf('The new user earns', REFERRAL_REWARDS, { required: true }),
    referee_amount: amount0('Amount for the new user', fixed('referee_kind')),
    referee_percent: decimal(
      'Percent for the new user',
      { places: 2, min: 1, max: 1000 },
      {
        ...percent('referee_kind'),
        hint: OF_DEPOSIT,
        unit: '%',
      },
    ),
    referee_most: amount('Maximum for the new user', percent('referee_kind')),
    referee_reward: text255('New user earns', { derived: true, required: true }),
    wallet: oneOf('Paid as', REFERRAL_WALLETS, { required: true }),
    wagering_multiplier: decimal(
      'Wagering multiplier',
      { places: 1, max: 99.9 },
      {
        ...bonusMoney,
        hint: 'How many times the bonus is wagered before it is released',
        unit: '×',
      },
    ),
    expiry_days: integer('Expires after', { min: 1, max: 365 }, { ...bonusMoney, unit: DAYS }),
    criteria: reference('Criteria', 'referralCriteria', { required: true }),
    cap_per_user: integer('Per referrer', { min: 1, max: 9_999_999 }, { hint: 'Paid ones', unit: REFERRALS }),
    cap_per_month: integer(
      'Per referrer and month',
      { min: 1, max: 9_999_999 },
      { hint: 'Paid ones', unit: REFERRALS },
    ),
    terms: text3000('Terms', { hint: 'What users are promised' }),
    starts_at: time('Starts'),
    ends_at: time('Ends'),
    ...campaignFields,
    ...versionFields,
  },
  actions: campaignActions('referral rule', { runs: 'Users who sign up on an invitation follow this rule.' }),
})
