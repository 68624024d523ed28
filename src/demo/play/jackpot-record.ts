/** Jackpots of the last year: small ones often, a grand one twice. */
import { amountOf } from '@contract/amounts'
import { JACKPOT_LEVELS } from '@contract/records/play/jackpot-record'
import { games } from '../content/game'
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'

const COUNT = 96
/** Number of the newest ones, which wait for a review. */
const WAITING = 6
const LEVELS = Object.keys(JACKPOT_LEVELS) as (keyof typeof JACKPOT_LEVELS)[]
/** Seed of the pool of each level, in hundredths. */
const SEEDS: Readonly<Record<keyof typeof JACKPOT_LEVELS, number>> = {
  MINI: 2_500,
  MINOR: 12_500,
  MAJOR: 95_000,
  GRAND: 4_200_000,
  CUSTOM: 30_000,
}

const levelOf = (index: number) =>
  index % 41 === 7 ? 'GRAND' : index % 13 === 5 ? 'MAJOR' : index % 17 === 3 ? 'CUSTOM' : LEVELS[index % 2]!

export const jackpotRecords: RowsOf<'jackpotRecord'> = Array.from({ length: COUNT }, (_, index) => {
  const level = levelOf(index)
  const pool = SEEDS[level] + ((index * 7919) % SEEDS[level])
  const age = COUNT - index
  // A linked jackpot is hit by two people in the same millisecond.
  const turn = index % 7 === 2 ? index - 1 : index
  // Those that wait were hit in the last hours: some are in time, and some are late.
  const hit = age <= WAITING ? (COUNT - turn) * 0.11 : (COUNT - turn) * 3.4 + ((turn * 29) % 97) / 40
  const status = age <= WAITING ? 'PENDING_REVIEW' : index % 9 === 2 ? 'HELD' : index % 5 === 1 ? 'CONFIRMED' : 'PAID'
  return {
    hit_id: `J-${String(20_400 + index * 3)}`,
    level,
    pool_before: amountOf(BigInt(pool)),
    amount: amountOf(BigInt(level === 'CUSTOM' ? Math.floor(pool / 2) : pool - (index % 7))),
    user: nthPerson('users', (index * 13) % 40),
    game: index % 6 === 5 ? null : demoId('game', (index * 11) % games.length),
    hit_at: daysBefore(hit),
    status,
    ...(status !== 'PENDING_REVIEW' && {
      decided_by: nthPerson('admin', 4 + (index % 2)),
      decided_at: daysBefore(hit - 0.2),
    }),
    by: 'nobody',
    ...(index % 6 === 2 && { of: 'partner' as const }),
  }
})
