/** The fee of a payment method (money, Records; ledger, Rounding). */
import { amountOf, hundredthsOf } from '../../amounts'

/** A method's fees as decimal texts; null: none. */
export interface MethodFees {
  fee_fixed: string | null
  fee_percent: string | null
}

const HALF = 5_000n
const WHOLE = 10_000n
/** @param amount in 1/10,000 of a hundredth @returns whole hundredths, half to even */
function rounded(amount: bigint): bigint {
  const [down, rest] = [amount / WHOLE, amount % WHOLE]
  return rest > HALF || (rest === HALF && down % 2n === 1n) ? down + 1n : down
}

/**
 * @param amount decimal text with at most two places
 * @returns the fee, and what is left of the amount (below 0 where the fee is more): decimal texts with two places
 */
export function feeOf({ fee_fixed, fee_percent }: MethodFees, amount: string): { fee: string; net: string } {
  const paid = hundredthsOf(amount)
  const fee = hundredthsOf(fee_fixed ?? '0') + rounded(paid * hundredthsOf(fee_percent ?? '0'))
  return { fee: amountOf(fee), net: amountOf(paid - fee) }
}
