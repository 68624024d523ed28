import { amount0, color, flag, integer, label20, list, oneOf, percent, text255 } from '../field'
import { defineRecord } from '../record'

const INT7 = { min: 1, max: 9_999_999 } as const

/** Levels of users: a user has the highest one whose minimum their deposits reach, unless staff set another (catalogue, /user-levels). */
export const userLevel = defineRecord({
  name: 'userLevel',
  base: 'admin-user-level',
  appBase: 'user-level',
  subject: 'UserLevels',
  noun: ['level', 'levels'],
  namedBy: ['name'],
  reads: 'whole',
  switch: true,
  fields: {
    rank: integer('Rank', {}, { derived: true, public: true }),
    name: label20('Name', { required: true, unique: true, search: true, public: true }),
    min_total_deposit: amount0('Minimum', {
      required: true,
      unique: true,
      public: true,
      hint: 'Users whose deposits reach it in total have this level',
    }),
    users_count: integer('Users', {}, { derived: true, required: true }),
    color: color('Color', { required: true, public: true }),
    daily_withdrawal_limit: amount0('Withdrawals a day', { public: true }),
    weekly_withdrawal_limit: amount0('Withdrawals a week', { public: true }),
    daily_deposit_limit: amount0('Deposits a day', { public: true }),
    fee_percent: percent('Fee'),
    deposit_bonus_percent: percent('Deposit bonus', { public: true }),
    max_platform_accounts: integer('Platform accounts', { min: 1, max: 10 }, { public: true, hint: 'At most' }),
    payout_sla_minutes: integer('Payout within', INT7, { unit: ['minute', 'minutes'] }),
    required_kyc: oneOf('Verification', { NONE: 'Not needed', VERIFIED: 'Verified' }, { required: true }),
    nobody_moves_down: flag('Nobody moves down', {
      write: 'option',
      hint: 'Users who no longer reach their level keep it until they reach a higher one',
    }),
  },
  ranges: [['daily_withdrawal_limit', 'weekly_withdrawal_limit']],
  preview: {
    of: 'save',
    label: 'What this save does',
    from: ['min_total_deposit', 'nobody_moves_down'],
    answers: {
      moved_up: integer('Move up', {}, { required: true }),
      moved_down: integer('Move down', {}, { required: true }),
      levels: list(
        'Users of each level',
        { level: text255('Level', { required: true }), users: text255('Users', { required: true }) },
        { one: 'level', most: 1000 },
      ),
    },
  },
})
