/** Spins of daily wheels (catalogue, /daily-spin-record). */
import { FREE_TEXT } from '../../patterns'
import { DAYS, integer, oneOf, reference, text } from '../field'
import { defineRecord } from '../record'
import { tabsOf } from '../tabs'
import { spinActions, spinFields, SPIN_STATUSES, spunAt } from './spins'

/** Whether the device had spun on that business day before. */
export const SPIN_DEVICES = { FIRST: 'First of the day', AGAIN: 'Again that day' } as const
const kept = { write: 'never', required: true } as const
const FILTERS = ['wheel', 'reward_type', 'status', 'device', 'device_use'] as const

export const dailySpin = defineRecord({
  name: 'dailySpin',
  base: 'fortune-wheel-history',
  subject: 'DailySpinRecords',
  noun: ['daily spin', 'daily spins'],
  namedBy: ['segment'],
  posts: { source: 'daily_spin' },
  reads: 'paged',
  feeds: { fortuneWheel: 'wheel', users: 'user' },
  appCalls: {
    spin: {
      path: 'fortune-wheel-history',
      conditional: true,
      movesMoney: true,
      summary:
        'Spins a daily wheel for a user: the platform draws the segment and credits what it gives. Where a cap or the budget of the day is reached, or the user has no spin left, it is refused before anything is paid.',
      asks: {
        user: reference('User', 'users', { required: true }),
        wheel: reference('Wheel', 'fortuneWheel', { required: true }),
        device: text('Device', FREE_TEXT, 64, { required: true, hint: 'A hash of what identifies it' }),
        ip: text('Address', FREE_TEXT, 45),
      },
    },
  },
  paths: [
    { equal: [], order: 'spun_at' },
    { equal: ['user'], order: 'spun_at' },
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'spun_at' as const })),
    ...FILTERS.map((filter) => ({ equal: ['user' as const, filter], order: 'spun_at' as const })),
  ],
  tabs: {
    ...tabsOf('status', SPIN_STATUSES),
    again: { label: 'Device again', equal: { device_use: 'AGAIN' } },
  },
  fields: {
    ...spinFields,
    spun_at: spunAt('Spun'),
    streak_day: integer('Streak', { min: 1 }, { ...kept, public: true, unit: DAYS }),
    device: text('Device', FREE_TEXT, 64, { ...kept, filter: true }),
    device_use: oneOf('Device use', SPIN_DEVICES, { ...kept, filter: true, initial: 'FIRST' }),
    ip: text('Address', FREE_TEXT, 45, { write: 'never', masked: true }),
  },
  actions: spinActions('daily_spin_void'),
})
