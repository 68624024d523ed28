/** Which receiver has the effect of a rail's event. */
import { NotYet } from '@server/platform/modules/outbox/messages'
import type { Receiver } from '@server/platform/modules/outbox/worker'
import type { Queryable } from '@server/platform/ports/db'
import type { ConnectedRails } from '@server/platform/ports/rails'

/** @param of the receiver of what rails tell of orders, and of what wallet services tell of payments */
export const byWhatItTells =
  (
    { db, rails }: { db: Queryable; rails: ConnectedRails },
    of: Readonly<Record<'orders' | 'payments', Receiver<'railEvent'>>>,
  ): Receiver<'railEvent'> =>
  async (message, signal) => {
    const [event] = await db.query<{ rail: string; body: string }>(
      'select rail, body from rail_events where id = $1::uuid',
      [message.payload.event],
    )
    if (!event) return
    const rail = rails.get(event.rail)
    if (!rail) throw new NotYet(`the rail ${event.rail} is not connected`)
    const isPayment = rail.kind === 'CHAIN' && rail.paymentIn(event.body) !== null
    await of[isPayment ? 'payments' : 'orders'](message, signal)
  }
