/** The rules of reported rounds (catalogue, The users' apps). */
import { amountOf, hundredthsOf } from '../../amounts'
import { ROUND_REFUSAL, type ROUND_STATUSES, type WALLETS } from './game-record'

/** A round in the body of an app's call. */
export interface SentRound {
  round_id: string
  user: string
  game: string
  wallet: keyof typeof WALLETS
  status: keyof typeof ROUND_STATUSES
  bet: string
  refund?: string | null
  win?: string | null
  started_at: string
  settled_at?: string | null
}

/** The values of a round that a report can change. */
export interface RoundValues {
  game: string
  wallet: SentRound['wallet']
  status: SentRound['status']
  stake: string
  refund: string
  win: string
  started_at: string
  settled_at: string | null
}
/** A round that was reported before. */
export interface KnownRound extends RoundValues {
  id: string
  user: string
  round_id: string
}

const timeOf = (at: string) => new Date(at).toISOString()

/** @returns the values to store: amounts with two decimals, times in milliseconds */
export const valuesOfRound = ({ bet, refund, win, game, wallet, status, ...times }: SentRound): RoundValues => {
  const refunded = hundredthsOf(refund || '0')
  return {
    game: game.toLowerCase(),
    wallet,
    status,
    stake: amountOf(hundredthsOf(bet) - refunded),
    refund: amountOf(refunded),
    win: amountOf(hundredthsOf(win || '0')),
    started_at: timeOf(times.started_at),
    settled_at: times.settled_at ? timeOf(times.settled_at) : null,
  }
}

/** Whether a report changes nothing. */
export const isSameRound = (known: RoundValues, sent: RoundValues): boolean =>
  (Object.keys(sent) as (keyof RoundValues)[]).every((name) => known[name] === sent[name])

/** What is wrong with one round by itself, by field. */
function problemsOf({ status, bet, refund, win, started_at, settled_at }: SentRound): [string, string][] {
  const [staked, refunded, won] = [bet, refund || '0', win || '0'].map(hundredthsOf) as [bigint, bigint, bigint]
  const problems: [string, string][] = []
  if (refunded > staked) problems.push(['refund', ROUND_REFUSAL.refund])
  if (status === 'CANCELLED' && (refunded !== staked || won > 0n)) problems.push(['status', ROUND_REFUSAL.cancelled])
  if (status === 'OPEN' && settled_at) problems.push(['settled_at', ROUND_REFUSAL.open])
  if (status !== 'OPEN' && !settled_at) problems.push(['settled_at', ROUND_REFUSAL.settled])
  if (settled_at && Date.parse(settled_at) < Date.parse(started_at)) problems.push(['settled_at', ROUND_REFUSAL.early])
  return problems
}

/**
 * @param knownOf a round that was reported before, by its `round_id`
 * @returns what is wrong with the rounds of a call, by field (`rounds.3.refund`); empty if they can be stored
 */
export function roundErrors(
  rounds: readonly SentRound[],
  knownOf: (roundId: string) => KnownRound | undefined,
): Record<string, string[]> {
  const seen = new Set<string>()
  const errors: Record<string, string[]> = {}
  for (const [index, round] of rounds.entries()) {
    const known = knownOf(round.round_id)
    const problems = problemsOf(round)
    if (seen.has(round.round_id)) problems.push(['round_id', ROUND_REFUSAL.twice])
    if (known && known.user !== round.user.toLowerCase()) problems.push(['user', ROUND_REFUSAL.otherUser])
    if (problems.length === 0 && known && known.status !== 'OPEN' && !isSameRound(known, valuesOfRound(round)))
      problems.push(['round_id', ROUND_REFUSAL.final])
    for (const [field, why] of problems) errors[`rounds.${index}.${field}`] = [why]
    seen.add(round.round_id)
  }
  return errors
}
