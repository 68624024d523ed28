/** Asks rails what became of attempts, as the platform does for statements. */
import { nodeCrypto } from '@server/node/crypto'
import { createKeys } from '@server/platform/lib/secrets'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { ConnectedRails } from '@server/platform/ports/rails'
import { createRailCalls } from '@server/platform/records/money/rail-calls'
import { RAIL_ORDERS } from '@server/platform/records/money/rail-order-kinds'
import { SECRET } from './platform'

/** @returns asks about an attempt, and applies the answer */
export const lookUpOn = (on: { db: Db; clock: Clock; rails: ConnectedRails }): ((attempt: string) => Promise<void>) =>
  createRailCalls({
    ...on,
    orders: RAIL_ORDERS,
    keys: createKeys(SECRET, nodeCrypto),
    changed: () => Promise.resolve(),
  }).lookUp
