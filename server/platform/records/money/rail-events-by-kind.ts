/** Which receiver has the effect of a rail's event: that of the rail's kind. */
import { NotYet } from '@server/platform/modules/outbox/messages'
import type { Receiver } from '@server/platform/modules/outbox/worker'
import type { Queryable } from '@server/platform/ports/db'
import type { ConnectedRails, RailKind } from '@server/platform/ports/rails'

/** @param of the receiver of each kind */
export const byKindOfRail =
  (
    { db, rails }: { db: Queryable; rails: ConnectedRails },
    of: Readonly<Record<RailKind, Receiver<'railEvent'>>>,
  ): Receiver<'railEvent'> =>
  async (message, signal) => {
    const [event] = await db.query<{ rail: string }>('select rail from rail_events where id = $1::uuid', [
      message.payload.event,
    ])
    if (!event) return
    const rail = rails.get(event.rail)
    if (!rail) throw new NotYet(`the rail ${event.rail} is not connected`)
    await of[rail.kind](message, signal)
  }
