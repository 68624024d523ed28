/** The sandboxes pass what rails of operators must pass (docs/connect-a-rail.md). */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressFor } from '@demo/money/coin-addresses'
import { railAddress } from '@server/rails/address'
import { createBehaviours } from '@server/sandbox/behaviour'
import { openBooks } from '@server/sandbox/books'
import { createChainSandbox } from '@server/sandbox/chain'
import { createSandbox } from '@server/sandbox/payouts'
import { createPlatformSandbox, openJobBooks } from '@server/sandbox/platform'
import { openWalletBooks } from '@server/sandbox/wallet-books'
import { CHAIN_CASES } from '../rail-contract/chains'
import { PAYOUT_CASES } from '../rail-contract/payouts'
import { PLATFORM_CASES } from '../rail-contract/platforms'

const SECRET = 'whsec_dGhlIGNvbnRyYWN0IG9mIHJhaWxzLCBpbiB0ZXN0cw=='
const options = {
  behaviours: createBehaviours({ seed: 1, fail: 0, unknown: 0 }),
  secret: SECRET,
  events: () => null,
  payAfterMs: 20,
}

describe.each([
  ['payouts', () => createSandbox({ ...options, books: openBooks(null) }), PAYOUT_CASES],
  ['game platforms', () => createPlatformSandbox({ ...options, books: openJobBooks(null) }), PLATFORM_CASES],
  ['chains', () => createChainSandbox({ ...options, books: openWalletBooks(null), blockMs: null }), CHAIN_CASES],
] as const)('the sandbox of %s', (_kind, create, cases) => {
  let sandbox: FastifyInstance
  let url: string
  beforeAll(async () => {
    sandbox = create()
    await sandbox.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(sandbox.server.address() as AddressInfo).port}`
  })
  afterAll(() => sandbox.close())

  it.each(cases.map(({ name, run }) => [name, run] as const))('%s', async (_name, run) => {
    const rail = { address: railAddress(url), secret: SECRET, amount: '1.00', patienceMs: 5000 }
    const coin = { symbol: 'USDT', network: 'TRON', to: addressFor('TRON', 'contract')! }
    await expect(run({ ...rail, ...coin, currency: 'USD', username: 'đặng-văn' })).resolves.toBeUndefined()
  })
})
