import { amount, amount0, integer, list, oneOf, percent, reference, text, time } from '../field'
import { defineRecord } from '../record'

export const ROUND_STATUSES = { OPEN: 'Open', SETTLED: 'Settled', CANCELLED: 'Cancelled' } as const
export const WALLETS = { CASH: 'Cash', BONUS: 'Bonus' } as const
export const ROUND_LINES = { BET: 'Bet', REFUND: 'Refund', WIN: 'Win' } as const

/** Number of rounds in one call of an app. */
export const ROUNDS_MAX = 500
const ROUND_ID = {
  pattern: /^[\w.:-]{1,64}$/,
  message: 'Up to 64 letters, digits, and . : _ -',
  reads: 'word',
} as const

/** The refusals of reported rounds; each is at a field of the round. */
export const ROUND_REFUSAL = {
  twice: 'This round is in the batch twice',
  otherUser: 'This round was reported for another user',
  final: 'This round is settled or cancelled, and was reported with other values',
  refund: 'More than the bet',
  cancelled: 'A cancelled round refunds its whole bet and wins nothing',
  settled: 'Required unless the round is open',
  open: 'An open round has no time of settlement',
  early: 'Before the start of the round',
} as const

const kept = { write: 'never', required: true } as const
const shown = { ...kept, filter: true } as const

/** Filters, each alone and within the rounds of a user. */
const FILTERS = ['platform', 'game', 'game_type', 'wallet', 'status'] as const
const ORDERS = ['started_at', 'stake', 'win'] as const

/**
 * Rounds that users played on the platforms, as the apps report them (catalogue, /game-record). They are reports: they move no
 * money (ledger, Rounds).
 */
export const gameRecord = defineRecord({
  name: 'gameRecord',
  base: 'game-record',
  subject: 'GameRecords',
  noun: ['round', 'rounds'],
  namedBy: ['round_id'],
  origin: { past: 'reported the round' },
  reads: 'paged',
  events: { report: 'reported again' },
  appCalls: {
    report: {
      path: 'game-record',
      movesMoney: true,
      summary: `Reports up to ${ROUNDS_MAX} rounds of users of the key's store, all or none. A round that was reported with the same values stays as it is; an open one takes the new values.`,
      asks: {
        rounds: list(
          'Rounds',
          {
            round_id: text('Round', ROUND_ID, 64, { required: true }),
            user: reference('User', 'users', { required: true }),
            game: reference('Game', 'game', { required: true }),
            wallet: oneOf('Wallet', WALLETS, { required: true }),
            status: oneOf('Status', ROUND_STATUSES, { required: true }),
            bet: amount('Bet', { required: true }),
            refund: amount0('Refund'),
            win: amount0('Win'),
            started_at: time('Started', { required: true }),
            settled_at: time('Settled'),
          },
          { one: 'round', most: ROUNDS_MAX, least: 1 },
          { required: true },
        ),
      },
      answers: {
        added: integer('Added', { max: ROUNDS_MAX }, { required: true }),
        changed: integer('Changed', { max: ROUNDS_MAX }, { required: true }),
        same: integer('Same', { max: ROUNDS_MAX }, { required: true }),
      },
    },
  },
  paths: [
    ...ORDERS.map((order) => ({ equal: [], order })),
    ...ORDERS.map((order) => ({ equal: ['user' as const], order })),
    ...FILTERS.map((filter) => ({ equal: [filter], order: 'started_at' as const })),
    ...FILTERS.map((filter) => ({ equal: ['user' as const, filter], order: 'started_at' as const })),
    { equal: ['grant'], order: 'started_at' },
  ],
  sums: { stake: 'Stake', win: 'Win', net: 'Gross' },
  fields: {
    /** The platform's own id of the round. */
    round_id: text('Round', ROUND_ID, 64, { ...kept, unique: true, exact: true, search: true }),
    user: reference('User', 'users', { ...shown, search: true }),
    /** Of the game when the round was first reported. */
    platform: reference('Platform', 'platform', shown),
    game: reference('Game', 'game', shown),
    game_type: reference('Game type', 'gameType', shown),
    /** The bet less what was refunded of it. */
    stake: amount0('Stake', shown),
    win: amount0('Win', shown),
    /** Stake less win: what the round earned the platform, below 0 if the user won more than the stake. */
    net: amount0('Net', { derived: true, required: true }),
    wallet: oneOf('Wallet', WALLETS, shown),
    started_at: time('Started', shown),
    settled_at: time('Settled', { write: 'never' }),
    status: oneOf('Status', ROUND_STATUSES, shown),
    refund: amount0('Refund', { ...kept, initial: '0.00' }),
    /** The bonus grant that was being wagered when the round was settled; a round counts for one at most. */
    grant: reference('Counted for', 'bonusGrant', { write: 'never', filter: true }),
    /** What the round counts towards the wagering: the percentage of its stake, as it was then. */
    counted: amount0('Counted', { write: 'never' }),
    counted_percent: percent('Weight', { write: 'never' }),
    lines: list(
      'Lines',
      {
        kind: oneOf('Line', ROUND_LINES, { required: true }),
        amount: amount('Amount', { required: true }),
        at: time('Time', { required: true }),
      },
      { one: 'line', most: 3 },
      { derived: true },
    ),
  },
})
