/** Rails of chains (money, Rails): what is believed of a wallet service, and what its sandbox remembers. */
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addressFault } from '@contract/crypto-address'
import { COIN_NETWORKS } from '@contract/records/money/crypto-coin'
import { addressFor } from '@demo/money/coin-addresses'
import { railAddress } from '@server/rails/address'
import { createHttpChainRail } from '@server/rails/chain'
import { createBehaviours, type Behaviour } from '@server/sandbox/behaviour'
import { createChainSandbox } from '@server/sandbox/chain'
import { openWalletBooks } from '@server/sandbox/wallet-books'

const SECRET = 'whsec_dGhlIHRlc3RzIG9mIHRoZSByYWlscyB1c2UgaXQ='
const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})
const ORDER = { reference: 'CD-1', user: 'u', symbol: 'BTC', network: 'BITCOIN', amount: '0.1' }

async function sandbox(file: string | null = null, ...told: Behaviour[]) {
  const behaviours = createBehaviours({ seed: 1, fail: 0, unknown: 0 })
  behaviours.tell(...told)
  const books = openWalletBooks(file)
  const server = createChainSandbox({ books, behaviours, secret: SECRET, events: () => null, blockMs: null })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const rail = createHttpChainRail({ address: railAddress(url), secret: SECRET, timeoutMs: 1000 })
  const end = async () => {
    await server.close()
    books.close()
  }
  ended.push(end)
  return { rail, books, end }
}
/** A service that answers every call with this. */
async function answering(body: object) {
  const server = createServer((_request, response) => response.end(JSON.stringify(body)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return createHttpChainRail({ address: railAddress(url), secret: SECRET })
}

describe('a wallet service', () => {
  it('gives one address for each reference, with the checksum of its network', async () => {
    const { rail } = await sandbox()
    const first = await rail.address(ORDER)
    expect(await rail.address(ORDER)).toEqual(first)
    for (const network of Object.keys(COIN_NETWORKS))
      expect(addressFault(network, addressFor(network, `any text for ${network}`)!), network).toBeNull()
  })

  it.each(['drop', 'errorAfter', 'garbage', 'never'] as const)(
    'that answers with %s has given the address all the same',
    async (behaviour) => {
      const { rail } = await sandbox(null, behaviour)
      expect((await rail.address(ORDER)).is).toBe('unknown')
      expect(await rail.address(ORDER)).toMatchObject({ is: 'answered' })
    },
  )

  it('whose address is wrong by one character, or of another deposit, is not believed', async () => {
    const address = addressFor('BITCOIN', 'CD-1')!
    const wrong = `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`
    const { reference, symbol, network } = ORDER
    for (const answer of [
      { reference, symbol, network, address: wrong },
      { reference: 'CD-2', symbol, network, address },
      { reference, symbol: 'LTC', network, address },
    ])
      expect((await (await answering(answer)).address(ORDER)).is).toBe('unknown')
    expect((await (await answering({ reference, symbol, network, address })).address(ORDER)).is).toBe('answered')
  })

  it.each([
    ['nothing', '0'],
    ['a number below 0', '-1'],
    ['too many places', '1.1234567890123456789'],
    ['a number with an exponent', '1e9'],
  ])('that tells of %s says nothing', async (_what, amount) => {
    const { reference, symbol, network } = ORDER
    const address = addressFor(network, reference)!
    const at = new Date().toISOString()
    const payment = {
      ...{ reference, symbol, network, address, amount, at },
      hash: 'a'.repeat(64),
      output: 0,
      state: 'SEEN',
      confirmations: 0,
      seen_at: at,
    }
    const rail = await answering({ reference, symbol, network, address, payments: [payment] })
    expect((await rail.lookUp(reference)).is).toBe('unknown')
  })

  it('has no such reference, which is an answer', async () => {
    expect(await (await sandbox()).rail.lookUp('CD-9')).toEqual({ is: 'answered', answer: null })
  })
})

it('the books of the sandbox survive its end: addresses, payments and their confirmations', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-wallet-'))
  ended.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'wallet.jsonl')
  const first = await sandbox(file)
  await first.rail.address(ORDER)
  first.books.pay(first.books.find('CD-1')!, {})
  first.books.mine(3)
  const other = first.books.pay(first.books.find('CD-1')!, { amount: '0.2' })
  first.books.reorganise(other)
  const before = await first.rail.lookUp('CD-1')
  expect(before).toMatchObject({
    answer: {
      payments: [
        { state: 'CONFIRMED', confirmations: 3 },
        { state: 'REORGANISED', amount: '0.2' },
      ],
    },
  })
  await first.end()
  ended.pop()
  const second = await sandbox(file)
  expect(await second.rail.lookUp('CD-1')).toEqual(before)
})
