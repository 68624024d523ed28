/** Amounts of money as texts (`12.50`) and as whole hundredths, which add up exactly. */

/** The currency of amounts that belong to no user, such as budgets. */
export const PLATFORM_CURRENCY = 'USD'

/** @param amount with up to two decimals, as people and the database write it; may be negative */
export function hundredthsOf(amount: string): bigint {
  const [whole = '0', places = ''] = amount.split('.')
  return BigInt(`${whole}${places.padEnd(2, '0')}`)
}

/** @returns the amount with two decimals, with a minus sign below 0 */
export function amountOf(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Divides whole numbers, half to even (ledger, Rounding). @param value not negative @param by more than 0 */
export function halfEven(value: bigint, by: bigint): bigint {
  const [down, rest] = [value / by, (value % by) * 2n]
  return rest > by || (rest === by && down % 2n === 1n) ? down + 1n : down
}

/**
 * Groups the digits of `1234.5` with commas and keeps all decimals.
 * @param amount decimal string, e.g. '-1234.50'
 */
export function groupDigits(amount: string): string {
  const [whole = '', places] = amount.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = amount.startsWith('-') ? '\u2212' : ''
  return places === undefined ? sign + grouped : `${sign}${grouped}.${places}`
}

/** '1,234.50 USD'. @param amount decimal string @param currency its code, or the symbol of a coin */
export const moneyText = (amount: string, currency: string): string => `${groupDigits(amount)} ${currency}`
