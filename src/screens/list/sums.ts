import { amountOf, hundredthsOf } from '@contract/amounts'
import type { BulkResult } from '@contract/records/calls'

/** @returns currency and sum of what moves for the records that change, in the order of their first results */
export function sumsOf(results: readonly BulkResult[]): [currency: string, sum: string][] {
  const sums = new Map<string, bigint>()
  for (const { outcome, money } of results)
    if (outcome === 'changed' && money?.amount)
      sums.set(money.currency, (sums.get(money.currency) ?? 0n) + hundredthsOf(money.amount))
  return [...sums].map(([currency, sum]) => [currency, amountOf(sum)])
}
