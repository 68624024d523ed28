/** The demo's bank: a sandbox on this machine, so that withdrawals are paid without a rail of the operator. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { ConnectedRails } from '@server/platform/ports/rails'
import { railAddress } from '../rails/address'
import { connectRail } from '../rails/connect'
import { createBehaviours } from './behaviour'
import { openBooks } from './books'
import { createSandbox } from './payouts'

/** As the demo's payment methods name it (src/demo/system/payment-method.ts). */
const RAIL = 'BANK'
/** It pays after a while, so that a person sees it happen; some payments fail, after each start the same ones. */
const PAY_AFTER_MS = 4000
const RATES = { seed: 1, fail: 0.05, unknown: 0 }

export interface DemoSandbox {
  rails: ConnectedRails
  /** Where the server listens: the sandbox sends its events there from now on. */
  tellsTo(address: string): void
  close(): Promise<unknown>
}

/** Starts it on a free port of this machine. @param books file that keeps its books; null: in memory only */
export async function startDemoSandbox(books: string | null): Promise<DemoSandbox> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  let events: string | null = null
  const server = createSandbox({
    books: openBooks(books),
    behaviours: createBehaviours(RATES),
    secret,
    events: () => events,
    payAfterMs: PAY_AFTER_MS,
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const rail = connectRail({ kind: 'PAYOUT', address: railAddress(`http://127.0.0.1:${port}`), secret })
  return {
    rails: new Map([[RAIL, rail]]),
    tellsTo: (address) => void (events = `${address}/api/v1/rails/${RAIL}/events`),
    close: () => server.close(),
  }
}
