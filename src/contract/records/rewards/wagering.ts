/** Which rounds count towards the wagering of which grant: the rule, for the reference platform and the mocks. Amounts are hundredths. */
import { hundredthsOf } from '../../amounts'

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
}
export interface PlayedRound {
  id: string
  user: string
  /** Decimal. */
  stake: string
  gameType: string
  /** Percent of the game type, where the bonus has no weight of its own. */
  weight: string
  at: number
}
export interface CountedRound {
  round: string
  grant: string
  hundredths: bigint
}

/** A share in percent of hundredths, rounded half to even (ledger, Rounding). @param percent with up to two decimals */
export function shareOf(hundredths: bigint, percent: string): bigint {
  const product = hundredths * hundredthsOf(percent)
  const [whole, rest] = [product / 10_000n, product % 10_000n]
  const up = rest > 5000n || (rest === 5000n && whole % 2n === 1n)
  return whole + (up ? 1n : 0n)
}

/**
 * @param grants the oldest first @param rounds in the order of play
 * @returns what counts; a round counts as a whole for one grant, also where less was left to wager
 */
export function countedOf(grants: readonly Weighted[], rounds: readonly PlayedRound[]): CountedRound[] {
  const left = new Map(grants.map((grant) => [grant.id, grant.left]))
  return rounds.flatMap((round) => {
    const grant = grants.find(({ id, user, from }) => user === round.user && from <= round.at && left.get(id)! > 0n)
    if (!grant) return []
    const hundredths = shareOf(hundredthsOf(round.stake), grant.weights[round.gameType] ?? round.weight)
    if (hundredths === 0n) return []
    left.set(grant.id, left.get(grant.id)! - hundredths)
    return [{ round: round.id, grant: grant.id, hundredths }]
  })
}
