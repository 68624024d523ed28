/** A game platform of the tests: the sandbox of a rail, which speaks its protocol over real HTTP. */
import type { AddressInfo } from 'node:net'
import type { ConnectedPlatformRail, ConnectedRails } from '@server/platform/ports/rails'
import { railAddress } from '@server/rails/address'
import { connectRail } from '@server/rails/connect'
import { createBehaviours } from '@server/sandbox/behaviour'
import { createPlatformSandbox, openJobBooks, type JobBooks } from '@server/sandbox/platform'

/** A rail answers within it, also on a machine that others use. */
const TIMEOUT_MS = 5000
const DONE_AFTER_MS = 20

export interface TestGames {
  books: JobBooks
  behaviours: ReturnType<typeof createBehaviours>
  rail: ConnectedPlatformRail
  /** It is the rail GAMES. */
  rails: ConnectedRails
  /** Where it listens. */
  address: string
  /** Tells it where the platform listens: it sends events from then on. @returns where it sends them */
  tellsTo: (address: string) => string
  close: () => Promise<unknown>
}

/** @param secret of the rail @param lateMs after which a late answer comes */
export async function openGames({ secret, lateMs }: { secret: string; lateMs?: number }): Promise<TestGames> {
  const books = openJobBooks(null)
  const behaviours = createBehaviours({ seed: 1, fail: 0, unknown: 0 })
  const events: { url: string | null } = { url: null }
  const sandbox = createPlatformSandbox({
    books,
    behaviours,
    secret,
    events: () => events.url,
    payAfterMs: DONE_AFTER_MS,
    ...(lateMs !== undefined && { lateMs }),
  })
  await sandbox.listen({ host: '127.0.0.1', port: 0 })
  const address = `http://127.0.0.1:${(sandbox.server.address() as AddressInfo).port}`
  const rail = connectRail({ kind: 'PLATFORM', address: railAddress(address), secret, timeoutMs: TIMEOUT_MS })
  return {
    books,
    behaviours,
    rail,
    rails: new Map([['GAMES', rail]]),
    address,
    tellsTo: (platform) => (events.url = `${platform}/api/v1/rails/GAMES/events`),
    close: () => sandbox.close(),
  }
}
