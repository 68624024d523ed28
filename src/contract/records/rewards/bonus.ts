/** Bonuses: what users can be granted, on which terms (catalogue, /bonus). What was granted keeps the version that it was granted under. */
import type { Rule } from '../../patterns'
import { approvedCampaignFields, campaignActions } from '../campaigns'
import {
  DAYS,
  type Unit,
  amount,
  amount0,
  decimal,
  flag,
  integer,
  label32,
  list,
  oneOf,
  percent,
  reference,
  references,
  tags,
  text,
  text3000,
  time,
} from '../field'
import { defineRecord } from '../record'
import { versionFields } from '../versions'

const GRANTS: Unit = ['grant', 'grants']

export const BONUS_TYPES = {
  WELCOME: 'Welcome',
  DEPOSIT_MATCH: 'Deposit match',
  RELOAD: 'Reload',
  CASHBACK: 'Cashback',
  FREE_CREDIT: 'Free credit',
  MANUAL: 'Manual',
} as const
export const BONUS_REWARDS = { FIXED: 'A fixed amount', PERCENT: 'A percentage' } as const

/** What users type to get a bonus. */
export const PROMO_CODE: Rule = {
  pattern: /^[A-Z0-9]{4,16}$/,
  message: '4 to 16 capital letters and digits',
  reads: 'code',
}

/** Days of deposits from which the cost of a bonus is estimated. */
export const ESTIMATE_DAYS = 90

/** The terms under which bonus money is granted: of bonuses, and of other rewards that are paid as bonus money. */
export const wageringTerms = {
  wagering_multiplier: decimal(
    'Wagering multiplier',
    { places: 1, max: 99.9 },
    { required: true, hint: 'How many times the bonus is wagered before it is released', unit: '×' },
  ),
  expiry_days: integer('Expires after', { min: 1, max: 365 }, { required: true, unit: DAYS }),
} as const

/** Whom a campaign is for (catalogue, All of them). */
export const audienceFields = {
  levels: references('Levels', 'userLevel', {
    hint: 'Users of one of these levels; of every level, where it is empty',
  }),
  tags: tags('Tags', { hint: 'Users with one of these tags; every user, where it is empty' }),
} as const

export const bonus = defineRecord({
  name: 'bonus',
  base: 'admin-bonus',
  subject: 'Bonus',
  noun: ['bonus', 'bonuses'],
  namedBy: ['name'],
  reads: 'whole',
  ranges: [['starts_at', 'ends_at']],
  fields: {
    name: label32('Name', { required: true, unique: true, search: true }),
    type: oneOf('Type', BONUS_TYPES, { required: true, filter: true }),
    reward: oneOf('Reward', BONUS_REWARDS, { required: true }),
    amount: amount('Amount', { when: { field: 'reward', values: ['FIXED'], required: true } }),
    percent: decimal(
      'Percent',
      { places: 2, min: 1, max: 1000 },
      {
        when: { field: 'reward', values: ['PERCENT'], required: true },
        hint: 'Of the deposit, or of the loss',
        unit: '%',
      },
    ),
    max_amount: amount('Maximum amount', { when: { field: 'reward', values: ['PERCENT'], required: true } }),
    min_deposit: amount0('Minimum deposit', {
      when: { field: 'type', values: ['WELCOME', 'DEPOSIT_MATCH', 'RELOAD'] },
    }),
    ...wageringTerms,
    max_bet: amount0('Maximum bet', { hint: 'While the bonus is wagered' }),
    max_win: amount0('Maximum win', { hint: 'Of the bonus; more is not released' }),
    game_weights: list(
      'Weights of game types',
      {
        game_type: reference('Game type', 'gameType', { required: true }),
        weight: percent('Weight', { required: true }),
      },
      { one: 'weight', most: 50 },
      { hint: 'The share of a stake that counts. Game types without a weight count as they do elsewhere.' },
    ),
    ...audienceFields,
    per_user_limit: integer('Per user', { min: 1, max: 999 }, { unit: GRANTS }),
    total_limit: integer('In total', { min: 1, max: 9_999_999 }, { unit: GRANTS }),
    budget: amount('Budget', { hint: 'What all grants may cost together' }),
    stackable: flag('Stackable', { hint: 'A user may have it beside another bonus' }),
    promo_code: text('Promo code', PROMO_CODE, 16, { unique: true, hint: 'Users enter it in the app' }),
    starts_at: time('Starts'),
    ends_at: time('Ends'),
    terms: text3000('Terms'),
    /** Without those that wait for approval or were revoked. */
    grants: integer('Grants', {}, { derived: true, required: true }),
    /** Of the active and the completed grants. */
    cost: amount0('Cost', { derived: true, required: true }),
    ...approvedCampaignFields,
    ...versionFields,
  },
  actions: campaignActions('bonus', {
    runs: 'Users can get this bonus.',
    approval: { policy: 'PROMOTION', type: 'bonus_activation', amount: ['maximum_cost'] },
    preview: {
      label: 'What it may cost',
      from: [],
      answers: {
        eligible_users: integer('Users eligible now', {}, { required: true }),
        maximum_cost: amount0('Maximum cost'),
        deposits_cost: amount0(`Cost for the deposits of the last ${ESTIMATE_DAYS} days`),
      },
    },
  }),
})
