/** What a wallet service must do (docs/connect-a-rail.md, Chains). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addressFault } from '@contract/crypto-address'
import { isLess, scaled, short } from '@contract/records/money/coin-amount'
import type { AddressOrder, ChainRail, CoinName, CoinSend, Outcome, SendOrder } from '@server/platform/ports/rails'
import { createHttpChainRail } from '@server/rails/chain'
import { answered, newReference, sharedCases, type RailCase, type Tried, type Tries } from './shared'

export interface TriedChain extends Tried {
  symbol: string
  network: string
  /** Where coins are sent to: an address of the network that has a checksum, if addresses of the network have one. */
  to: string
  /** Currency of the rate. */
  currency: string
}
const railOf = ({ address, secret }: Tried): ChainRail => createHttpChainRail({ address, secret })
const coinOf = ({ symbol, network }: TriedChain): CoinName => ({ symbol, network })

/** A transaction as the shared cases know it: sent once the network has it, and named by its hash. */
interface Sent extends Omit<CoinSend, 'state'> {
  state: 'ACCEPTED' | 'SENT' | 'FAILED'
  external_ref: string | null
}
function sentOf<S extends CoinSend | null>(outcome: Outcome<S>): Outcome<Sent | Extract<S, null>> {
  if (outcome.is !== 'answered') return outcome
  if (outcome.answer === null) return { is: 'answered', answer: null as Extract<S, null> }
  const { state, ...send }: CoinSend = outcome.answer
  return {
    is: 'answered',
    answer: {
      ...send,
      state: state === 'BROADCAST' || state === 'CONFIRMED' ? 'SENT' : state,
      external_ref: send.hash,
    },
  }
}

const SENDS: Tries<TriedChain, SendOrder, Sent> = {
  noun: 'transaction',
  path: 'sends',
  done: 'SENT',
  order: ({ symbol, network, to, amount }) => ({ reference: newReference(), symbol, network, address: to, amount }),
  of: (order, amount) => ({ ...order, amount }),
  send: async (tried, order) => sentOf(await railOf(tried).send(order)),
  lookUp: async (tried, reference) => sentOf(await railOf(tried).lookUpSend(reference)),
  async statement(tried, day) {
    const outcome = await railOf(tried).statement(day)
    if (outcome.is !== 'answered') return outcome
    const answer = outcome.answer.map(({ reference, hash, symbol, network, amount }) => ({
      reference,
      external_ref: hash,
      values: [symbol, network, amount],
    }))
    return { is: 'answered', answer }
  },
  values: ({ symbol, network, amount }) => [symbol, network, short(amount)],
  repeated: ({ symbol, network, address, amount }) => [symbol, network, address, amount],
  asked: ({ symbol, network, to, amount }) => [symbol, network, to, short(amount)],
}

const addressOrder = ({ symbol, network, amount }: TriedChain): AddressOrder => ({
  reference: newReference(),
  user: randomUUID(),
  symbol,
  network,
  amount,
})
const given = async (tried: TriedChain, order: AddressOrder): Promise<string> =>
  answered(await railOf(tried).address(order)).address
const isNow = (at: string) => assert.ok(Math.abs(Date.parse(at) - Date.now()) < 24 * 3_600_000, at)

/** @returns an address with a mistake in its last letter that everybody can see who knows the network */
function mistyped({ network, to }: TriedChain): string {
  const wrong = ['2', 'x', '0']
    .map((last) => to.slice(0, -1) + last)
    .find((each) => addressFault(network, each) !== null)
  assert.ok(wrong, `the network ${network} is one of the platform (--network)`)
  return wrong
}
/** @returns one coin more */
function oneMore(amount: string): string {
  const [whole, places] = amount.split('.')
  return [String(BigInt(whole!) + 1n), places].filter(Boolean).join('.')
}
/** An order that cannot be carried out is refused for good, and nothing has its reference. */
async function isRefused(tried: TriedChain, change: Partial<SendOrder>): Promise<void> {
  const order = { ...SENDS.order(tried), ...change }
  const outcome = await railOf(tried).send(order)
  assert.equal(outcome.is, 'refused', JSON.stringify(outcome))
  assert.equal(answered(await railOf(tried).lookUpSend(order.reference)), null)
}

export const CHAIN_CASES: readonly RailCase<TriedChain>[] = [
  {
    name: 'the same reference is always the same address, and another reference another one',
    async run(tried) {
      const order = addressOrder(tried)
      const address = await given(tried, order)
      const again = await Promise.all(Array.from({ length: 10 }, () => given(tried, order)))
      assert.deepEqual(new Set(again), new Set([address]))
      assert.notEqual(await given(tried, addressOrder(tried)), address)
    },
  },
  {
    name: 'ten calls with one new reference at the same moment are given one address',
    async run(tried) {
      const order = addressOrder(tried)
      const all = await Promise.all(Array.from({ length: 10 }, () => given(tried, order)))
      assert.equal(new Set(all).size, 1)
    },
  },
  {
    name: 'an address can be looked up by our reference, with the payments to it: at first there are none',
    async run(tried) {
      const order = addressOrder(tried)
      const address = await given(tried, order)
      const found = answered(await railOf(tried).lookUp(order.reference))
      assert.deepEqual(
        [found?.symbol, found?.network, found?.address, found?.payments],
        [order.symbol, order.network, address, []],
      )
    },
  },
  {
    name: 'a reference without an address is 404 with the code NO_SUCH_REFERENCE',
    async run(tried) {
      assert.equal(answered(await railOf(tried).lookUp(newReference())), null)
    },
  },
  ...sharedCases(SENDS),
  {
    name: 'an address with a mistake is refused for good: nothing is sent there',
    run: (tried) => isRefused(tried, { address: mistyped(tried) }),
  },
  {
    name: 'more than the service has is refused for good',
    async run(tried) {
      const { amount } = answered(await railOf(tried).balance(coinOf(tried)))
      await isRefused(tried, { amount: oneMore(amount) })
    },
  },
  {
    name: 'the balance is what can still be sent, and the time at which it was that',
    async run(tried) {
      const before = answered(await railOf(tried).balance(coinOf(tried)))
      isNow(before.at)
      answered(await railOf(tried).send(SENDS.order(tried)))
      const after = answered(await railOf(tried).balance(coinOf(tried)))
      const left = scaled(before.amount) - scaled(tried.amount)
      assert.ok(scaled(after.amount) <= left, `${before.amount}, then ${after.amount}`)
    },
  },
  {
    name: 'the rate is the price of one coin, and the time at which it was that',
    async run(tried) {
      const { rate, at } = answered(await railOf(tried).rate(coinOf(tried), tried.currency))
      assert.ok(isLess('0', rate), rate)
      isNow(at)
    },
  },
]
