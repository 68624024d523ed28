import {
  DAYS,
  amount,
  amount0,
  decimal,
  integer,
  label32,
  list,
  oneOf,
  reference,
  someOf,
  text255,
  time,
} from '../field'
import { defineRecord } from '../record'

export const DEPOSIT_TRIGGERS = {
  FIRST_DEPOSIT: 'First deposit',
  NTH_DEPOSIT: 'Nth deposit',
  EVERY_DEPOSIT: 'Every deposit',
  DAY_OF_WEEK: 'Day of the week',
} as const
/** In the order of a week on the platform. */
export const WEEKDAYS = {
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
} as const
export const DEPOSIT_METHODS = { MANUAL: 'Manual', CRYPTO: 'Crypto' } as const

/** Bonuses for deposits: the first type of a store that applies is used (catalogue, /deposit-bonus-type). */
export const depositBonusType = defineRecord({
  name: 'depositBonusType',
  base: 'admin-deposit-bonus',
  subject: 'DepositBonusTypes',
  noun: ['deposit bonus type', 'deposit bonus types'],
  namedBy: ['name'],
  reads: 'whole',
  ordered: true,
  switch: true,
  ranges: [['starts_at', 'ends_at']],
  fields: {
    name: label32('Name', { required: true, unique: true, search: true }),
    trigger: oneOf('Trigger', DEPOSIT_TRIGGERS, { required: true, filter: true }),
    nth: integer(
      'Which deposit',
      { min: 2, max: 10 },
      {
        hint: '2 for the second deposit of a user',
        when: { field: 'trigger', values: ['NTH_DEPOSIT'], required: true },
      },
    ),
    weekdays: someOf('Weekdays', WEEKDAYS, {
      hint: 'In the time zone of the platform, UTC',
      when: { field: 'trigger', values: ['DAY_OF_WEEK'], required: true },
    }),
    method_kind: oneOf('Method', { ANY: 'Any', ...DEPOSIT_METHODS }, { required: true, filter: true }),
    percent: decimal(
      'Percent',
      { places: 2, min: 1, max: 1000 },
      { required: true, hint: 'Of the deposit', unit: '%' },
    ),
    max_amount: amount('Maximum amount', { required: true }),
    min_deposit: amount0('Minimum deposit', { required: true }),
    wagering_multiplier: decimal(
      'Wagering multiplier',
      { places: 1, max: 99.9 },
      { required: true, hint: 'How many times the bonus is wagered before it is released', unit: '×' },
    ),
    expiry_days: integer('Expires after', { min: 1, max: 365 }, { required: true, unit: DAYS }),
    starts_at: time('Starts'),
    ends_at: time('Ends'),
  },
  preview: {
    of: 'question',
    label: 'Test a deposit',
    needs: 'read',
    asks: {
      which: integer('Which deposit of the user', { min: 1 }, { required: true, hint: '1 for the first one' }),
      amount: amount('Amount', { required: true }),
      method_kind: oneOf('Method', DEPOSIT_METHODS, { required: true }),
      at: time('Time', { hint: 'Now, where it is empty' }),
    },
    answers: {
      winner: reference('Applies', 'depositBonusType'),
      bonus: amount0('Bonus'),
      to_wager: amount0('To wager'),
      types: list(
        'Types in their order',
        { name: text255('Type', { required: true }), outcome: text255('Outcome', { required: true }) },
        { one: 'type', most: 1000 },
      ),
    },
  },
})
