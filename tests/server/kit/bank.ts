/** A bank of the tests: the sandbox of a rail, which speaks its protocol over real HTTP. */
import type { AddressInfo } from 'node:net'
import type { ConnectedRails } from '@server/platform/ports/rails'
import { railAddress } from '@server/rails/address'
import { connectRail } from '@server/rails/connect'
import { createBehaviours } from '@server/sandbox/behaviour'
import { openBooks, type Books } from '@server/sandbox/books'
import { createSandbox } from '@server/sandbox/payouts'

/** A rail answers within it, also on a machine that others use. */
const TIMEOUT_MS = 5000
const PAY_AFTER_MS = 20

export interface TestBank {
  books: Books
  behaviours: ReturnType<typeof createBehaviours>
  rails: ConnectedRails
  /** Tells the bank where the platform listens: it sends events from then on. @returns where it sends them */
  tellsTo: (address: string) => string
  /** @param isHeard false: its events are lost */
  tells: (isHeard: boolean) => void
  close: () => Promise<unknown>
}

/** @param secret of the rail BANK @param now the time of its books @param lateMs after which a late answer comes */
export async function openBank({
  secret,
  now,
  lateMs,
}: {
  secret: string
  now?: () => string
  lateMs?: number
}): Promise<TestBank> {
  const books = openBooks(null, ...(now ? [now] : []))
  const behaviours = createBehaviours({ seed: 1, fail: 0, unknown: 0 })
  const events: { url: string | null } = { url: null }
  let isHeard = true
  const sandbox = createSandbox({
    books,
    behaviours,
    secret,
    events: () => (isHeard ? events.url : null),
    payAfterMs: PAY_AFTER_MS,
    ...(lateMs !== undefined && { lateMs }),
  })
  await sandbox.listen({ host: '127.0.0.1', port: 0 })
  const { port } = sandbox.server.address() as AddressInfo
  const rail = connectRail({
    kind: 'PAYOUT',
    address: railAddress(`http://127.0.0.1:${port}`),
    secret,
    timeoutMs: TIMEOUT_MS,
  })
  return {
    books,
    behaviours,
    rails: new Map([['BANK', rail]]),
    tellsTo: (address) => (events.url = `${address}/api/v1/rails/BANK/events`),
    tells(is) {
      isHeard = is
    },
    close: () => sandbox.close(),
  }
}
