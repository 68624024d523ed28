/** The fee of a payment method (money, Records; ledger, Rounding). */
import { amountOf, halfEven, hundredthsOf } from '../../amounts'

/** A method's fees as decimal texts; null: none. */
export interface MethodFees {
  fee_fixed: string | null
  fee_percent: string | null
}

/** A percentage with two places, as whole numbers. */
const WHOLE = 10_000n
/**
 * @param amount decimal text with at most two places
 * @returns the fee, and what is left of the amount (below 0 where the fee is more): decimal texts with two places
 */
export function feeOf({ fee_fixed, fee_percent }: MethodFees, amount: string): { fee: string; net: string } {
  const paid = hundredthsOf(amount)
  const fee = hundredthsOf(fee_fixed ?? '0') + halfEven(paid * hundredthsOf(fee_percent ?? '0'), WHOLE)
  return { fee: amountOf(fee), net: amountOf(paid - fee) }
}
