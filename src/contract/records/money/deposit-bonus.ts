/**
 * Decides which type of its store gives a bonus for a deposit, and why the other types do not (catalogue,
 * /deposit-bonus-type). Used by the reference platform; amounts are integers in cents, never binary
 * fractions.
 */
import type { RowOf } from '../record'
import { DEPOSIT_METHODS, WEEKDAYS, type depositBonusType } from './deposit-bonus-type'

/** Time zone in which a day of the week begins, until there is a setting for it. */
const BUSINESS_TIME_ZONE = 'UTC'

/** The terms of the bonus that a level gives: a level has a percentage, and no terms of its own. */
export const LEVEL_BONUS = { wagering_multiplier: '1', expiry_days: 30 } as const

/** The terms of a type that the decision depends on. */
export type BonusTerms = Pick<
  RowOf<typeof depositBonusType>,
  | 'id'
  | 'name'
  | 'trigger'
  | 'nth'
  | 'weekdays'
  | 'method_kind'
  | 'percent'
  | 'max_amount'
  | 'min_deposit'
  | 'wagering_multiplier'
  | 'starts_at'
  | 'ends_at'
  | 'is_deleted'
>
export interface TestedDeposit {
  /** Number of the user's deposit: 1 for the first one. */
  which: number
  /** Decimal string. */
  amount: string
  method_kind: keyof typeof DEPOSIT_METHODS
  /** ISO 8601; null: now. */
  at?: string | null
}
export interface DepositBonus {
  winner: { id: string; name: string } | null
  /** Decimal strings with two places; null if no type applies. */
  bonus: string | null
  to_wager: string | null
  /** Every type in its order, with its outcome. */
  types: { name: string; outcome: string }[]
}

/** A decimal as an integer, scaled by its number of places. */
function scaled(decimal: string, places: number): bigint {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(`${whole}${part.padEnd(places, '0').slice(0, places)}`)
}
const cents = (amount: string) => scaled(amount, 2)
const amountOf = (all: bigint) => `${all / 100n}.${String(all % 100n).padStart(2, '0')}`

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: BUSINESS_TIME_ZONE })
const listed = new Intl.ListFormat('en', { type: 'disjunction' })

/** @param at in milliseconds since 1970 @returns why a type does not apply to a deposit; null if it does */
function whyNot(type: BonusTerms, deposit: TestedDeposit, at: number): string | null {
  if (type.is_deleted) return 'It is disabled.'
  if (type.starts_at !== null && at < Date.parse(type.starts_at)) return 'It starts later.'
  if (type.ends_at !== null && at >= Date.parse(type.ends_at)) return 'It has ended by then.'
  if (type.method_kind !== 'ANY' && type.method_kind !== deposit.method_kind)
    return `It is for ${DEPOSIT_METHODS[type.method_kind].toLowerCase()} deposits only.`
  if (type.trigger === 'FIRST_DEPOSIT' && deposit.which !== 1) return 'It is for the first deposit only.'
  if (type.trigger === 'NTH_DEPOSIT' && deposit.which !== type.nth) return `It is for deposit ${type.nth} only.`
  if (type.trigger === 'DAY_OF_WEEK') {
    const days = (type.weekdays as (keyof typeof WEEKDAYS)[]).map((day) => WEEKDAYS[day])
    if (!(days as string[]).includes(weekday.format(at))) return `It is for ${listed.format(days)} only.`
  }
  if (cents(deposit.amount) < cents(type.min_deposit)) return `The deposit is below ${type.min_deposit}.`
  return null
}

/** The bonus: the share of the deposit, rounded down to a whole cent, limited to the maximum. */
function bonusOf({ percent, max_amount }: BonusTerms, amount: string): bigint {
  const share = (cents(amount) * scaled(percent, 2)) / 10_000n
  const most = cents(max_amount)
  return share < most ? share : most
}

/**
 * @param types of one store, in their order: the first that applies is used
 * @param now ISO 8601
 */
export function bonusFor(types: readonly BonusTerms[], deposit: TestedDeposit, now: string): DepositBonus {
  const at = Date.parse(deposit.at ?? now)
  const reasons = types.map((type) => whyNot(type, deposit, at))
  const first = reasons.indexOf(null)
  const winner = types[first]
  const bonus = winner && bonusOf(winner, deposit.amount)
  const outcomes = reasons.map(
    (reason, index) => reason ?? (index === first ? 'It applies.' : 'An earlier one applies.'),
  )
  return {
    winner: winner ? { id: winner.id, name: winner.name } : null,
    bonus: bonus === undefined ? null : amountOf(bonus),
    to_wager: bonus === undefined ? null : amountOf((bonus * scaled(winner!.wagering_multiplier, 1)) / 10n),
    types: types.map(({ name }, index) => ({ name, outcome: outcomes[index]! })),
  }
}
