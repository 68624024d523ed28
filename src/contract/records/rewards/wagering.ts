/** Which rounds count towards the wagering of which grant: the rule, for the reference platform. Amounts are hundredths. */
import { halfEven, hundredthsOf } from '../../amounts'

/** An active grant, in the order of its grant. */
export interface Weighted {
  id: string
  user: string
  /** What is left to wager. */
  left: bigint
  /** When it was granted, milliseconds: earlier rounds do not count. */
  from: number
  /** Id of a game type → percent, as the bonus had it when it was granted. */
  weights: Readonly<Record<string, string>>
  /** A round with a higher bet does not count; null: no limit. */
  maxBet: bigint | null
}
export interface PlayedRound {
  id: string
  user: string
  /** What was bet, without what was refunded of it. Decimal. */
  stake: string
  /** Decimal. */
  bet: string
  gameType: string
  /** Percent of the game type, where the bonus has no weight of its own. */
  weight: string
  at: number
}
export interface CountedRound {
  round: string
  grant: string
  /** The share of the stake that counts; 0 for a game type or a bet that does not count. */
  percent: string
  hundredths: bigint
}

/** A share in percent of hundredths, rounded half to even (ledger, Rounding). @param percent with up to two decimals */
export const shareOf = (hundredths: bigint, percent: string): bigint =>
  halfEven(hundredths * hundredthsOf(percent), 10_000n)

/**
 * @param grants the oldest first @param rounds in the order of play
 * @returns for each round the grant that was being wagered; a round counts as a whole for one grant, also where less was left to wager
 */
export function countedOf(grants: readonly Weighted[], rounds: readonly PlayedRound[]): CountedRound[] {
  const left = new Map(grants.map((grant) => [grant.id, grant.left]))
  return rounds.flatMap((round) => {
    const grant = grants.find(({ id, user, from }) => user === round.user && from <= round.at && left.get(id)! > 0n)
    if (!grant) return []
    const isTooHigh = grant.maxBet !== null && hundredthsOf(round.bet) > grant.maxBet
    const percent = isTooHigh ? '0' : (grant.weights[round.gameType] ?? round.weight)
    const hundredths = shareOf(hundredthsOf(round.stake), percent)
    left.set(grant.id, left.get(grant.id)! - hundredths)
    return [{ round: round.id, grant: grant.id, percent, hundredths }]
  })
}
