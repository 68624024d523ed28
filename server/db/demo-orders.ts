/**
 * What the demo's sandboxes are asked for the rows that wait for a rail from the beginning (demo-withdrawals.ts, demo-platform-requests.ts).
 * They have no messages in the outbox of their own: rails of an operator must never carry out the rows of a demo.
 *
 * Whoever opens the demo sees rows in every tab, and sees them move: of each kind of order, and of each state, the first one is sent or asked
 * about two minutes after the start, another one follows every ten minutes, and the newest one stays until the evening. What waits to be sent is
 * carried out, or fails as its sandbox likes; the sandboxes know nothing of what their rails had accepted before, so that it becomes unknown, and
 * two people say what became of it. Looking one up on its page, or pausing and resuming the rail, is never kept waiting. What is unknown from the
 * beginning waits for people.
 */
import type { Db } from '@server/platform/ports/db'
import { uuidV7 } from '@server/platform/lib/uuid-v7'

const FIRST_MINUTES = 2
const EVERY_MINUTES = 10
const LAST_MINUTES = 8 * 60

/** Adds the messages that are missing; several processes may do it at the same time. @returns how many were added */
export async function sendDemoOrders(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('demo orders'))`)
    const waiting = await tx.query<{ attempt: string; state: string; minutes: number }>(
      `select a.id::text as attempt, a.state, case when row_number() over newest = 1 then ${LAST_MINUTES}
           else ${FIRST_MINUTES} + ${EVERY_MINUTES} * (row_number() over (partition by a.order_type, a.state order by a.created_at, a.id) - 1)
         end::int as minutes
       from rail_attempts a where a.state in ('QUEUED', 'ACCEPTED')
         and not exists (select from outbox o where o.payload->>'attempt' = a.id::text)
       window newest as (partition by a.order_type, a.state order by a.created_at desc, a.id desc)`,
    )
    const messages = waiting.map(({ attempt, state, minutes }) => ({
      id: uuidV7(),
      topic: state === 'QUEUED' ? 'railCall' : 'railLookup',
      payload: state === 'QUEUED' ? { attempt } : { attempt, nth: null },
      minutes,
    }))
    await tx.query(
      `insert into outbox (id, topic, payload, due_at) select m.id, m.topic, m.payload, clock_timestamp() + m.minutes * interval '1 minute'
       from json_to_recordset($1::json) as m(id uuid, topic text, payload jsonb, minutes int)`,
      [JSON.stringify(messages)],
    )
    return messages.length
  })
}
