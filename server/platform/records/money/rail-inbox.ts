/** Receives the events of rails (money, Events): each is committed before it is acknowledged, and once for each of its ids. */
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { enqueue } from '@server/platform/modules/outbox/messages'
import type { Db } from '@server/platform/ports/db'
import type { ConnectedRails } from '@server/platform/ports/rails'

export type Received = 'accepted' | 'unknown rail' | 'wrong signature'
/** @param body as it came: the signature is over it */
export type ReceiveEvent = (
  rail: string,
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
) => Promise<Received>

/** @param wake delivers the outbox now */
export const createRailInbox =
  ({ db, rails, wake }: { db: Db; rails: ConnectedRails; wake: () => void }): ReceiveEvent =>
  async (name, body, headers) => {
    const rail = rails.get(name)
    if (!rail) return 'unknown rail'
    const event = rail.signedIdOf(body, headers)
    if (event === null) return 'wrong signature'
    await db.transaction(async (tx) => {
      const [added] = await tx.query<{ id: string }>(
        `insert into rail_events (id, rail, event_id, body, received_at) values ($1::uuid, $2::text, $3::text, $4::text, clock_timestamp())
         on conflict (rail, event_id) do nothing returning id::text as id`,
        [uuidV7(), name, event, body],
      )
      if (added) await enqueue(tx, 'railEvent', { event: added.id })
    })
    wake()
    return 'accepted'
  }
