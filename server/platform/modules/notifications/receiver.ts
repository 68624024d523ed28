/** Stores the notifications of an event that the outbox reports, and sends them to open consoles. */
import type { Db } from '@server/platform/ports/db'
import { retriedTransaction } from '@server/platform/db/retry'
import type { Live } from '@server/platform/live/live'
import type { Receiver } from '@server/platform/modules/outbox/worker'
import { notify } from './store'

/**
 * A message that is delivered again stores nothing, because each person has an event once (`event_key`). Where the process dies
 * between storing and sending, the processes with the person's sockets find the unsent notification themselves (live/deliveries.ts).
 */
export const createNotificationReceiver =
  ({ db, live }: { db: Db; live: Live }): Receiver<'notification'> =>
  async ({ payload: { staff_ids, at, what } }) => {
    const told = await retriedTransaction(db, (tx) => notify(tx, { now: () => at }, staff_ids, what))
    if (told.length > 0) live.notified(told)
  }
