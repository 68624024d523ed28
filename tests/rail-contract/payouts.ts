/** What a rail of payouts must do (docs/connect-a-rail.md, Payouts). */
import assert from 'node:assert/strict'
import type { Payout, PayoutOrder, PayoutRail } from '@server/platform/ports/rails'
import { createHttpPayoutRail } from '@server/rails/payout'
import { answered, newReference, sharedCases, type RailCase, type Tried, type Tries } from './shared'

export interface TriedPayouts extends Tried {
  currency: string
}
const railOf = ({ address, secret }: Tried): PayoutRail => createHttpPayoutRail({ address, secret })

const PAYOUTS: Tries<TriedPayouts, PayoutOrder, Payout> = {
  noun: 'payout',
  path: 'payouts',
  done: 'PAID',
  order: ({ amount, currency }) => ({
    reference: newReference(),
    amount,
    currency,
    payee: 'Zoë Müller-Đặng',
    details: [{ label: 'IBAN', value: 'MT84MALT011000012345MTLCAST001S' }],
  }),
  of: (order, amount) => ({ ...order, amount }),
  send: (tried, order) => railOf(tried).pay(order),
  lookUp: (tried, reference) => railOf(tried).lookUp(reference),
  async statement(tried, day) {
    const outcome = await railOf(tried).statement(day)
    if (outcome.is !== 'answered') return outcome
    const answer = outcome.answer.map(({ reference, external_ref, kind, amount, currency }) => ({
      reference,
      external_ref,
      values: [kind, amount, currency],
    }))
    return { is: 'answered', answer }
  },
  values: ({ amount, currency }) => ['PAID', amount, currency],
  repeated: ({ amount, currency }) => [amount, currency],
  asked: ({ amount, currency }) => [amount, currency],
}

export const PAYOUT_CASES: readonly RailCase<TriedPayouts>[] = [
  ...sharedCases(PAYOUTS),
  {
    name: 'the balance is a number with two places and the time at which it was that',
    async run(tried) {
      const { currency, at } = answered(await railOf(tried).balance(tried.currency))
      assert.equal(currency, tried.currency)
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 24 * 3_600_000, at)
    },
  },
]
