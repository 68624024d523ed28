/** Spins that users earned with a game of skill (catalogue, /skill-fortune-record). */
import { FREE_TEXT } from '../../patterns'
import { integer, reference, text } from '../field'
import { defineRecord } from '../record'
import { tabsOf } from '../tabs'
import { spinActions, spinFields, SPIN_STATUSES, spunAt } from './spins'

/** The refusal of a round that has spun for another user, wheel or score. */
export const ROUND_KNOWN = 'This round has spun before, with other values'

const ROUND_ID = {
  pattern: /^[\w.:-]{1,64}$/,
  message: 'Up to 64 letters, digits, and . : _ -',
  reads: 'word',
} as const
const kept = { write: 'never', required: true } as const
const FILTERS = ['wheel', 'reward_type', 'status'] as const
/** What the app says of the game. */
const gameFields = <const O extends { write?: 'never' }>(options: O) => ({
  seed: text('Seed', FREE_TEXT, 128, options),
  result_hash: text('Hash', FREE_TEXT, 128, options),
  duration_ms: integer('Duration', { min: 0, max: 86_400_000 }, { ...options, unit: 'ms' }),
  moves: integer('Moves', { min: 0, max: 9_999_999 }, options),
})

export const skillSpin = defineRecord({
  name: 'skillSpin',
  base: 'fortune-wheel-record',
  subject: 'SkillFortuneRecords',
  noun: ['skill spin', 'skill spins'],
  namedBy: ['round_id'],
  posts: { source: 'skill_spin' },
  reads: 'paged',
  feeds: { fortuneWheel: 'wheel', users: 'user' },
  appCalls: {
    spin: {
      path: 'fortune-wheel-record',
      conditional: true,
      movesMoney: true,
      summary:
        'Spins a skill wheel for a user who has finished a round of the game: the platform draws the segment and credits what it gives. A round spins once.',
      asks: {
        user: reference('User', 'users', { required: true }),
        wheel: reference('Wheel', 'fortuneWheel', { required: true }),
        round_id: text('Round', ROUND_ID, 64, { required: true }),
        score: integer('Score', { min: 0, max: 999_999_999 }, { required: true }),
        ...gameFields({}),
      },
    },
  },
  paths: [
    { equal: [], order: 'played_at' },
    { equal: ['user'], order: 'played_at' },
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'played_at' as const })),
    ...FILTERS.map((filter) => ({ equal: ['user' as const, filter], order: 'played_at' as const })),
  ],
  tabs: tabsOf('status', SPIN_STATUSES),
  fields: {
    ...spinFields,
    /** The app's own id of the round. */
    round_id: text('Round', ROUND_ID, 64, { ...kept, unique: true, exact: true, search: true, public: true }),
    score: integer('Score', { min: 0, max: 999_999_999 }, { ...kept, public: true, unit: ['point', 'points'] }),
    played_at: spunAt('Played'),
    ...gameFields({ write: 'never' }),
  },
  actions: spinActions('skill_spin_void'),
})
