/** Amounts of money as texts with two decimals (`12.50`) and as whole hundredths, which add up exactly. */

/** @param amount with exactly two decimals, as the database writes it */
export const hundredthsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** @returns the amount with two decimals, with a minus sign below 0 */
export function amountOf(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
