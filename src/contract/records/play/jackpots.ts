/** The rules of reported jackpots. */
import { amountOf, hundredthsOf } from '../../amounts'
import { JACKPOT_REFUSAL } from './jackpot-record'

/** The body of an app's report. */
export interface SentJackpot {
  hit_id: string
  level: string
  pool_before: string
  amount: string
  user: string
  game?: string | null
  hit_at: string
}
/** A jackpot as it is stored, without its status. */
export type JackpotValues = Required<SentJackpot>

/** @returns the values to store: amounts with two decimals, times in milliseconds */
export const valuesOfJackpot = (sent: SentJackpot): JackpotValues => ({
  hit_id: sent.hit_id,
  level: sent.level,
  pool_before: amountOf(hundredthsOf(sent.pool_before)),
  amount: amountOf(hundredthsOf(sent.amount)),
  user: sent.user.toLowerCase(),
  game: sent.game ? sent.game.toLowerCase() : null,
  hit_at: new Date(sent.hit_at).toISOString(),
})

/** @param known the same jackpot as it was reported before @returns what is wrong, by field; empty if it can be stored */
export function jackpotErrors(sent: JackpotValues, known: JackpotValues | undefined): Record<string, string[]> {
  if (hundredthsOf(sent.amount) > hundredthsOf(sent.pool_before)) return { amount: [JACKPOT_REFUSAL.pool] }
  const names = Object.keys(sent).filter((name) => name !== 'hit_id') as (keyof JackpotValues)[]
  return known && names.some((name) => known[name] !== sent[name]) ? { hit_id: [JACKPOT_REFUSAL.known] } : {}
}
