/** The demo's bank, game platforms and wallet service: sandboxes on this machine, so that money moves without rails of the operator. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { COIN_RAIL } from '@demo/money/coin-market'
import type { ConnectedRail, ConnectedRails, RailKind } from '@server/platform/ports/rails'
import { railAddress } from '../rails/address'
import { connectRail } from '../rails/connect'
import { createBehaviours } from './behaviour'
import { openBooks } from './books'
import { createChainSandbox } from './chain'
import { createSandbox } from './payouts'
import { createPlatformSandbox, openJobBooks } from './platform'
import { openWalletBooks } from './wallet-books'

/** As the demo's payment methods and store platforms name them (src/demo/system/payment-method.ts, src/demo/content/store-platform.ts). */
const [BANK, GAMES] = ['BANK', 'GAMES'] as const
/** It pays after a while, so that a person sees it happen; some payments fail, after each start the same ones. */
const PAY_AFTER_MS = 4000
const RATES = { seed: 1, fail: 0.05, unknown: 0 }
/** Users pay their deposits of coins by themselves, and a block comes so soon that a person can wait for it. */
const BLOCK_MS = 2500

export interface DemoSandbox {
  rails: ConnectedRails
  /** Where the server listens: the sandboxes send their events there from now on. */
  tellsTo(address: string): void
  close(): Promise<unknown>
}

/** Starts them on free ports of this machine. @param folder where they keep their books; null: in memory only */
export async function startDemoSandbox(folder: string | null): Promise<DemoSandbox> {
  const rails = new Map<string, ConnectedRail>()
  const servers: FastifyInstance[] = []
  let receiver: string | null = null
  /** @param create the server, with the secret of its rail and the address of its events */
  async function start(
    name: string,
    kind: RailKind,
    create: (shared: { secret: string; events: () => string | null }) => FastifyInstance,
  ): Promise<void> {
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const server = create({ secret, events: () => receiver && `${receiver}/api/v1/rails/${name}/events` })
    servers.push(server)
    await server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.server.address() as AddressInfo
    rails.set(name, connectRail({ kind, address: railAddress(`http://127.0.0.1:${port}`), secret }))
  }
  const fileOf = (name: string) => folder && join(folder, name)
  const behaves = () => ({ behaviours: createBehaviours(RATES), payAfterMs: PAY_AFTER_MS })
  await start(BANK, 'PAYOUT', (shared) =>
    createSandbox({ books: openBooks(fileOf('sandbox.jsonl')), ...behaves(), ...shared }),
  )
  await start(GAMES, 'PLATFORM', (shared) =>
    createPlatformSandbox({ books: openJobBooks(fileOf('sandbox-games.jsonl')), ...behaves(), ...shared }),
  )
  await start(COIN_RAIL, 'CHAIN', (shared) =>
    createChainSandbox({
      books: openWalletBooks(fileOf('sandbox-wallet.jsonl')),
      blockMs: BLOCK_MS,
      pays: 100n,
      ...behaves(),
      ...shared,
    }),
  )
  return {
    rails,
    tellsTo: (address) => void (receiver = address),
    close: () => Promise.all(servers.map((server) => server.close())),
  }
}
