/** The rails that the operator has connected (money, Rails: Health): who pauses them, and what waits for them. */
import { connectedRail } from '@contract/records/system/connected-rail'
import type { Queryable } from '@server/platform/ports/db'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'

const TABLE = 'connected_rails'
export const connectedRails = recordTable(connectedRail, TABLE)

type ActionCall = RuleCall & { id: string }
const pause = ({ body }: ActionCall): Promise<Columns> =>
  Promise.resolve({ pause_reason: { value: body.reason as string, type: 'text', field: 'pause_reason' } })

/** Lets what waits for rails be sent now. @param names of the rails */
export const sendWaiting = (tx: Queryable, names: readonly string[]): Promise<unknown> =>
  tx.query(
    `update outbox o set due_at = clock_timestamp() where o.topic = 'railCall' and o.delivered_at is null and o.lease is null
       and exists (select from rail_attempts a where a.id = (o.payload->>'attempt')::uuid and a.state = 'QUEUED' and a.rail = any($1::text[]))`,
    [[...names]],
  )
async function resume({ tx, id, deliver }: ActionCall): Promise<void> {
  const [row] = await tx.query<{ name: string }>(`select name from ${TABLE} where id = $1::uuid`, [id])
  await sendWaiting(tx, [row!.name])
  deliver()
}

/** @param states SQL of the states of the attempts that are counted */
const attempts = (states: string) =>
  `(select count(*)::int from rail_attempts a where a.rail = u.name and a.state in (${states}))`

/** @returns why a rail is sent nothing now; null where it is */
export async function whyNotSent(on: Queryable, name: string): Promise<string | null> {
  const [row] = await on.query<{ is_paused: boolean; health: string }>(
    `select is_paused, health from ${TABLE} where name = $1::text`,
    [name],
  )
  if (row?.is_paused) return `the rail ${name} is paused`
  return row?.health === 'DOWN' ? `the rail ${name} does not respond` : null
}

/** @returns SQL of who carries a row out, as people read it. @param alias of the row, which has a column `rail` @param staff, rail in words */
export const carrierText = (alias: string, { staff, rail }: { staff: string; rail: string }): string =>
  `case when ${alias}.rail is null then '${staff}' else '${rail} ' || ${alias}.rail || coalesce((select case when r.is_paused then ', which is paused'
     when r.health = 'DOWN' then ', which does not respond' end from ${TABLE} r where r.name = ${alias}.rail), '') end`

export default defineSource(connectedRail, {
  table: connectedRails,
  scope: { store: 'row' },
  derived: {
    sending: {
      value: `case when not u.is_connected then 'NOT_CONNECTED' when u.is_paused then 'PAUSED' when u.health = 'DOWN' then 'WAITS' else 'OPEN' end`,
    },
    waiting: { value: attempts(`'QUEUED'`) },
    unknown: { value: attempts(`'UNKNOWN'`) },
  },
  actions: { pause, resume },
})
