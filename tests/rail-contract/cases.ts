/** What a rail must do so that payouts over it are right (docs/connect-a-rail.md). Each case says what it checks; none moves money twice. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome, Payout, PayoutOrder, PayoutRail } from '@server/platform/ports/rails'
import type { RailAddress } from '@server/rails/address'
import { createHttpPayoutRail } from '@server/rails/payout'
import { signed } from '@server/rails/signature'

export interface Tried {
  address: RailAddress
  secret: string
  currency: string
  /** Decimal with two places: what each payout of the suite moves. */
  amount: string
  /** How long a payout may take until it is paid, milliseconds. */
  patienceMs: number
}
export interface RailCase {
  name: string
  run: (tried: Tried) => Promise<void>
}

const railOf = ({ address, secret }: Tried): PayoutRail => createHttpPayoutRail({ address, secret })
const orderOf = ({ amount, currency }: Tried): PayoutOrder => ({
  reference: `TEST-${randomUUID()}`,
  amount,
  currency,
  payee: 'Zoë Müller-Đặng',
  details: [{ label: 'IBAN', value: 'MT84MALT011000012345MTLCAST001S' }],
})
function answered<A>(outcome: Outcome<A>): A {
  assert.equal(outcome.is, 'answered', `the call is answered, and not ${JSON.stringify(outcome)}`)
  return (outcome as Extract<Outcome<A>, { is: 'answered' }>).answer
}
/** A call that the adapter would not make. @returns its status and the code of its body */
async function raw({ address }: Tried, headers: Record<string, string>, body: string) {
  const base = address.url.href.endsWith('/') ? address.url.href : `${address.url.href}/`
  const response = await fetch(new URL('payouts', base), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  await response.arrayBuffer()
  return response.status
}
const isRefusal = (status: number) => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)
/** Waits until a payout is paid. @throws where it is not in time */
async function paid(tried: Tried, reference: string): Promise<Payout> {
  const until = Date.now() + tried.patienceMs
  for (;;) {
    const found = answered(await railOf(tried).lookUp(reference))
    assert.ok(found, 'a payout that was accepted can be looked up')
    if (found.state === 'PAID') return found
    assert.equal(found.state, 'ACCEPTED', `an accepted payout is paid, and not ${found.state}: ${found.reason ?? ''}`)
    assert.ok(Date.now() < until, `it is paid within ${tried.patienceMs / 1000} seconds (--patience)`)
    await pause(Math.min(500, tried.patienceMs / 10))
  }
}

export const CASES: readonly RailCase[] = [
  {
    name: 'a payout is accepted, and can be looked up by our reference with the same amount',
    async run(tried) {
      const order = orderOf(tried)
      const first = answered(await railOf(tried).pay(order))
      assert.ok(first.state === 'ACCEPTED' || first.state === 'PAID', first.state)
      const found = answered(await railOf(tried).lookUp(order.reference))
      assert.deepEqual(
        [found?.reference, found?.amount, found?.currency],
        [order.reference, tried.amount, tried.currency],
      )
    },
  },
  {
    name: 'the same reference again is the same payout: nothing moves twice',
    async run(tried) {
      const order = orderOf(tried)
      answered(await railOf(tried).pay(order))
      await paid(tried, order.reference)
      const again = answered(await railOf(tried).pay(order))
      assert.equal(again.reference, order.reference)
      const day = new Date().toISOString().slice(0, 10)
      const lines = answered(await railOf(tried).statement(day)).filter(
        ({ reference }) => reference === order.reference,
      )
      assert.equal(lines.length, 1, 'the statement has it once')
    },
  },
  {
    name: 'ten calls with one reference at the same moment make one payout',
    async run(tried) {
      const order = orderOf(tried)
      await Promise.all(Array.from({ length: 10 }, () => railOf(tried).pay(order)))
      const { external_ref } = await paid(tried, order.reference)
      const day = new Date().toISOString().slice(0, 10)
      const lines = answered(await railOf(tried).statement(day)).filter(
        ({ reference }) => reference === order.reference,
      )
      assert.deepEqual(
        lines.map((line) => [line.external_ref, line.amount]),
        [[external_ref, tried.amount]],
      )
    },
  },
  {
    name: 'a reference that the rail does not have is 404 with the code NO_SUCH_REFERENCE',
    async run(tried) {
      assert.equal(answered(await railOf(tried).lookUp(`TEST-${randomUUID()}`)), null)
    },
  },
  {
    name: 'a call without a signature, with another one, or for another body is refused, and makes no payout',
    async run(tried) {
      const order = orderOf(tried)
      const body = JSON.stringify(order)
      const other = body.replace(tried.amount, '9.99')
      const foreign = 'whsec_bm90IHRoZSBzZWNyZXQgb2YgdGhpcyByYWlsISE='
      for (const [what, headers, sent] of [
        ['no signature', {}, body],
        ['another secret', signed(foreign, body), body],
        ['another body', signed(tried.secret, other), body],
      ] as const)
        assert.ok(isRefusal(await raw(tried, headers, sent)), what)
      assert.equal(answered(await railOf(tried).lookUp(order.reference)), null)
    },
  },
  {
    name: 'a call that was signed more than five minutes ago is refused: nobody can replay it',
    async run(tried) {
      const order = orderOf(tried)
      const body = JSON.stringify(order)
      assert.ok(isRefusal(await raw(tried, signed(tried.secret, body, { at: Date.now() - 6 * 60_000 }), body)))
      assert.equal(answered(await railOf(tried).lookUp(order.reference)), null)
    },
  },
  {
    name: 'an amount of 0 is refused for good, with a code',
    async run(tried) {
      const outcome = await railOf(tried).pay({ ...orderOf(tried), amount: '0.00' })
      assert.equal(outcome.is, 'refused', JSON.stringify(outcome))
    },
  },
  {
    name: 'the statement of a day has each payout that was paid on it, and no other day has it',
    async run(tried) {
      const order = orderOf(tried)
      answered(await railOf(tried).pay(order))
      const { external_ref } = await paid(tried, order.reference)
      const linesOf = async (day: string) =>
        answered(await railOf(tried).statement(day)).filter(({ reference }) => reference === order.reference)
      const [line] = await linesOf(new Date().toISOString().slice(0, 10))
      assert.deepEqual(
        [line?.kind, line?.amount, line?.currency, line?.external_ref],
        ['PAID', tried.amount, tried.currency, external_ref],
      )
      assert.deepEqual(await linesOf('2001-01-01'), [])
    },
  },
  {
    name: 'the balance is a number with two places and the time at which it was that',
    async run(tried) {
      const { currency, at } = answered(await railOf(tried).balance(tried.currency))
      assert.equal(currency, tried.currency)
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 24 * 3_600_000, at)
    },
  },
]
