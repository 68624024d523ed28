/** Rounds of the last weeks: most are settled, a few are open or cancelled. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { games } from '../content/game'
import { countedRounds } from '../rewards/bonus-grant'
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'

const COUNT = 260
/** Bets in hundredths, and multiples of a win in tenths. */
const BETS = [20, 50, 100, 100, 250, 500, 1000, 2500] as const
const MULTIPLES = [5, 8, 0, 2, 12, 4, 0, 30, 8, 3, 1, 96, 6] as const

type Row = RowsOf<'gameRecord'>[number]
/** People who have no grant, for whom a round would count. */
const personOf = (number: number, isOfPartner: boolean) =>
  nthPerson('users', isOfPartner ? number * 3 : Math.floor(number / 2) * 3 + (number % 2) * 2)

const plain = Array.from({ length: COUNT }, (_, index): Row => {
  const nth = (index * 7) % games.length
  const { platform, game_type } = games[nth]!
  // Some rounds begin in the same millisecond, as bets on one table do.
  const turn = index % 5 === 2 ? index - 1 : index
  const started = (COUNT - turn) * 0.11 + ((turn * 37) % 89) / 2000
  const status = index % 29 === 11 ? 'CANCELLED' : index >= COUNT - 4 ? 'OPEN' : 'SETTLED'
  const bet = BETS[(index * 5 + Math.floor(index / 9)) % BETS.length]! + (index % 11) * 3
  const refund = status === 'CANCELLED' ? bet : index % 31 === 7 ? 10 : 0
  const win = status === 'SETTLED' ? Math.floor((bet * MULTIPLES[(index * 13) % MULTIPLES.length]!) / 10) : 0
  return {
    round_id: `R${String(700_000 + index * 17)}-${(index * 2654435761).toString(36).slice(-4)}`,
    user: personOf((index * 11) % 40, index % 7 === 4),
    platform,
    game: demoId('game', nth),
    game_type,
    stake: amountOf(BigInt(bet - refund)),
    refund: amountOf(BigInt(refund)),
    win: amountOf(BigInt(win)),
    wallet: index % 4 === 1 ? 'BONUS' : 'CASH',
    started_at: daysBefore(started),
    settled_at: status === 'OPEN' ? null : daysBefore(started - 0.0004 * (1 + (index % 9))),
    status,
    by: 'nobody',
    ...(index % 7 === 4 && { of: 'partner' as const }),
  }
})

/** Slots count as a whole for each of the demo's bonuses. */
const SLOTS = games.flatMap(({ game_type, platform }, nth) =>
  game_type === demoId('gameType', 0) ? [{ game: demoId('game', nth), game_type, platform }] : [],
)
const counted = countedRounds.map(({ days, stake, ...round }, index): Row => {
  const settled_at = daysBefore(days - 0.0005)
  return {
    ...round,
    ...SLOTS[(index * 5) % SLOTS.length]!,
    round_id: `R${String(900_000 + index * 13)}-${(index * 2246822519).toString(36).slice(-4)}`,
    stake,
    refund: '0.00',
    win: index % 3 === 1 ? '0.00' : amountOf((hundredthsOf(stake) * BigInt(3 + (index % 4) * 5)) / 10n),
    wallet: 'BONUS',
    counted: stake,
    counted_percent: '100',
    started_at: daysBefore(days),
    settled_at,
    status: 'SETTLED',
    by: 'nobody',
    at: settled_at,
  }
})

export const gameRecords: RowsOf<'gameRecord'> = [...counted, ...plain]
