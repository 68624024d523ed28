/** A new fixed rate of a coin, as whoever approves it reads it (money, Approvals added: COIN_RATE). */
import type { ApprovalFacts } from '../action-approval'
import { amountOf, groupDigits, moneyText, PLATFORM_CURRENCY } from '../../amounts'
import { scaled, short, worthOf } from './coin-amount'

/** The refusal of a request for the rate that the coin has. */
export const RATE_REFUSAL = { same: 'This is its rate already' } as const

/** A coin as the request finds it. Numbers are decimal texts. */
export interface RatedCoin {
  symbol: string
  /** Its fixed rate; null: it follows the feed. */
  fixed_rate: string | null
  max_withdrawal: string
}

/** A quotient, rounded half away from zero. */
const rounded = (value: bigint, by: bigint): bigint =>
  value < 0n ? -((-value * 2n + by) / (by * 2n)) : (value * 2n + by) / (by * 2n)
/** @returns whether two rates are the same number: '1' and '1.00' are */
export const isSameRate = (one: string, other: string): boolean => scaled(one) === scaled(other)

/** @param from more than 0 @returns the change from one rate to another in percent, with a sign and at most two places: '+2%' */
export function rateChange(from: string, to: string): string {
  const hundredths = rounded((scaled(to) - scaled(from)) * 10_000n, scaled(from))
  const percent = short(amountOf(hundredths < 0n ? -hundredths : hundredths))
  // A change that rounds to nothing is still one.
  if (hundredths === 0n) return 'less than 0.01%'
  return `${hundredths < 0n ? '−' : '+'}${groupDigits(percent)}%`
}

/** @returns what whoever approves a rate reads beside the names: the rates, and what the most that a user can withdraw is worth at both */
export function rateFacts({ symbol, fixed_rate, max_withdrawal }: RatedCoin, asked: string): ApprovalFacts {
  const price = (rate: string) => moneyText(short(rate), PLATFORM_CURRENCY)
  const most = (rate: string) => moneyText(worthOf(max_withdrawal, rate), PLATFORM_CURRENCY)
  const isComparable = fixed_rate !== null && !isSameRate(fixed_rate, '0')
  return {
    rate: { label: 'Rate now', value: fixed_rate === null ? 'From the feed' : price(fixed_rate) },
    fixed_rate: { label: 'New rate', value: price(asked) },
    change: { label: 'Change', value: isComparable ? rateChange(fixed_rate, asked) : '' },
    max_withdrawal: {
      label: `Most in one withdrawal: ${moneyText(short(max_withdrawal), symbol)}`,
      value: fixed_rate === null ? most(asked) : `${most(asked)}, now ${most(fixed_rate)}`,
    },
  }
}
