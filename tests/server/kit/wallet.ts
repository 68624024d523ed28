/** A wallet service of the tests: the sandbox of a chain, which speaks its protocol over real HTTP. */
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { ConnectedChainRail, ConnectedRails } from '@server/platform/ports/rails'
import { railAddress } from '@server/rails/address'
import { connectRail } from '@server/rails/connect'
import { createBehaviours } from '@server/sandbox/behaviour'
import { createChainSandbox } from '@server/sandbox/chain'
import { openWalletBooks, type WalletBooks } from '@server/sandbox/wallet-books'

const SENT_AFTER_MS = 20

export interface TestWallet {
  books: WalletBooks
  behaviours: ReturnType<typeof createBehaviours>
  rail: ConnectedChainRail
  /** It is the rail COINS. */
  rails: ConnectedRails
  /** Where the wallet service sends its events; null: they are lost. */
  receiver: { url: string | null }
  /** Tells it where the platform listens. @returns where it sends its events from then on */
  tellsTo: (address: string) => string
  /** Tells the sandbox what happens on its chain: 'mine', 'pay'. @returns its answer */
  command: <A>(path: string, body: object) => Promise<A>
  close: () => Promise<unknown>
}

/** Opens one whose chain gets a block only when it is told to. @param secret of the rail @param timeoutMs of a call */
export async function openWallet({
  secret,
  timeoutMs,
  lateMs,
}: {
  secret: string
  timeoutMs: number
  lateMs: number
}): Promise<TestWallet> {
  const books = openWalletBooks(null)
  const behaviours = createBehaviours({ seed: 1, fail: 0, unknown: 0 })
  const receiver: TestWallet['receiver'] = { url: null }
  const sandbox = createChainSandbox({
    books,
    behaviours,
    secret,
    events: () => receiver.url,
    blockMs: null,
    payAfterMs: SENT_AFTER_MS,
    lateMs,
  })
  await sandbox.listen({ host: '127.0.0.1', port: 0 })
  const wallet = `http://127.0.0.1:${(sandbox.server.address() as AddressInfo).port}`
  const rail = connectRail({ kind: 'CHAIN', address: railAddress(wallet), secret, timeoutMs })
  return {
    books,
    behaviours,
    rail,
    rails: new Map([['COINS', rail]]),
    receiver,
    tellsTo: (address) => (receiver.url = `${address}/api/v1/rails/COINS/events`),
    async command<A>(path: string, body: object) {
      const answer = await fetch(`${wallet}/sandbox/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.ok, await answer.clone().text()).toBe(true)
      return (await answer.json()) as A
    },
    close: () => sandbox.close(),
  }
}
