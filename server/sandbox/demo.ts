/** The demo's rails: sandboxes on this machine, so that withdrawals are paid and accounts are loaded without systems of the operator. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ConnectedRail, RailKind } from '@server/platform/ports/rails'
import type { FastifyInstance } from 'fastify'
import { railAddress } from '../rails/address'
import { connectRail } from '../rails/connect'
import { createBehaviours } from './behaviour'
import { openBooks } from './books'
import type { HostOptions } from './host'
import { createSandbox } from './payouts'
import { createPlatformSandbox, openJobBooks } from './platform'

/** It answers after a while, so that a person sees it happen; some calls fail, after each start the same ones. */
const PAY_AFTER_MS = 4000
const RATES = { seed: 1, fail: 0.05, unknown: 0 }

/** As the demo's payment methods and store platforms name them (src/demo/system/payment-method.ts, src/demo/content/store-platform.ts). */
const SANDBOXES: Readonly<
  Record<string, { kind: RailKind; create: (options: HostOptions, folder: string | null) => FastifyInstance }>
> = {
  BANK: {
    kind: 'PAYOUT',
    create: (options, folder) => createSandbox({ ...options, books: openBooks(inside(folder, 'sandbox.jsonl')) }),
  },
  GAMES: {
    kind: 'PLATFORM',
    create: (options, folder) =>
      createPlatformSandbox({ ...options, books: openJobBooks(inside(folder, 'sandbox-games.jsonl')) }),
  },
}
const inside = (folder: string | null, file: string) => (folder === null ? null : join(folder, file))

export interface DemoSandbox {
  rails: ReadonlyMap<string, ConnectedRail>
  /** Where the server listens: the sandboxes send their events there from now on. */
  tellsTo(address: string): void
  close(): Promise<unknown>
}

/** Starts them on free ports of this machine. @param folder that keeps their books; null: in memory only */
export async function startDemoSandbox(folder: string | null): Promise<DemoSandbox> {
  let platform: string | null = null
  const started = await Promise.all(
    Object.entries(SANDBOXES).map(async ([name, { kind, create }]) => {
      const secret = `whsec_${randomBytes(24).toString('base64')}`
      const server = create(
        {
          behaviours: createBehaviours(RATES),
          secret,
          events: () => platform && `${platform}/api/v1/rails/${name}/events`,
          payAfterMs: PAY_AFTER_MS,
        },
        folder,
      )
      await server.listen({ host: '127.0.0.1', port: 0 })
      const { port } = server.server.address() as AddressInfo
      const rail = connectRail({ kind, address: railAddress(`http://127.0.0.1:${port}`), secret })
      return { name, rail, server }
    }),
  )
  return {
    rails: new Map(started.map(({ name, rail }) => [name, rail])),
    tellsTo: (address) => void (platform = address),
    close: () => Promise.all(started.map(({ server }) => server.close())),
  }
}
