/** Amounts of coins and their rates: exact decimals of up to 30 places (ledger, Rounding). */
import { amountOf, halfEven, hundredthsOf, moneyText } from '../../amounts'

/** Most decimal places of a rate, an amount of a coin, and their product. */
const PLACES = 30
export const ONE = 10n ** BigInt(PLACES)
/** @returns the decimal in units of 10^-30 */
export function scaled(decimal: string): bigint {
  const [whole = '0', places = ''] = decimal.split('.')
  return BigInt(`${whole}${places.padEnd(PLACES, '0')}`)
}
/** @param units of 10^-30, at least 0 @returns the decimal without zeros at its end */
export function unscaled(units: bigint): string {
  const digits = units.toString().padStart(PLACES + 1, '0')
  return short(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`)
}
/** A decimal without zeros at its end. */
export const short = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
/** '0.015 BTC'. */
export const coinText = (amount: string, symbol: string): string => moneyText(short(amount), symbol)

/** @param rate price of one coin @returns what an amount of a coin is worth: decimal text with two places */
export const worthOf = (amount: string, rate: string): string =>
  amountOf(halfEven(scaled(amount) * scaled(rate) * 100n, ONE * ONE))

/** Places of what is asked for, as people type it into a wallet, also of coins that have more. */
const ASKED_PLACES = 8

/** @param rate more than 0 @param places of the coin @returns how much of the coin is asked for an amount of money: decimal text */
export function coinFor(amount: string, rate: string, places: number): string {
  const decimals = Math.min(places, ASKED_PLACES)
  const units = halfEven(hundredthsOf(amount) * ONE * 10n ** BigInt(decimals), scaled(rate) * 100n)
  const digits = units.toString().padStart(decimals + 1, '0')
  const split = digits.length - decimals
  return decimals === 0 ? digits : short(`${digits.slice(0, split)}.${digits.slice(split)}`)
}

/** @returns whether one amount of a coin is less than another */
export const isLess = (amount: string, than: string): boolean => scaled(amount) < scaled(than)

/**
 * Hundredths of a percent by which what came may differ from what was asked, and is credited all the same (money, /deposit/crypto-deposit).
 * The database has it too (migration `crypto_deposits`).
 */
export const TOLERANCE = 50n
/** @returns whether what came is what was asked: LESS or MORE by more than the tolerance */
export function comparedWithAsked(came: string, asked: string): 'LESS' | 'EQUAL' | 'MORE' {
  const [one, other] = [scaled(came) * 10_000n, scaled(asked)]
  if (one < other * (10_000n - TOLERANCE)) return 'LESS'
  return one > other * (10_000n + TOLERANCE) ? 'MORE' : 'EQUAL'
}
