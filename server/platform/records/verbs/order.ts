/** Reordering of a record's list. */
import { HttpFailure, malformed } from '@server/platform/operations/failure'
import type { Answer } from '@server/platform/operations/call'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import { writeAudit } from '@server/platform/modules/audit/entry'
import type { StorableAnswer } from '@server/platform/modules/idempotency/keys'
import { announce } from '@server/platform/records/announce'
import type { RecordSource } from '@server/platform/records/source'
import type { RecordCall, RecordRoutesDeps } from './call'

const ORDERED: StorableAnswer = { data: null, message: SUCCESS_MESSAGE.updated }

/** @returns the handler that stores the order of all ids. It throws 400 for an id that comes twice, 409 where the list has changed */
export const createOrder = ({ db, clock, lists, live }: Pick<RecordRoutesDeps, 'db' | 'clock' | 'lists' | 'live'>) =>
  async function order(source: RecordSource, { body, principal, origin, key }: RecordCall): Promise<Answer<unknown>> {
    const ids = body.ids as string[]
    if (new Set(ids).size !== ids.length) throw malformed('Each id only once.')
    const { table, record } = source
    const changed = await db.transaction(async (tx) => {
      const mine = principal.stores ? `where ${source.store} = any($1::text[])` : ''
      // Rows are locked in a fixed order, so that concurrent reorders wait for each other instead of deadlocking.
      const rows = await tx.query<{ id: string; position: number; version: number; store: string | null }>(
        `select id::text as id, position, version, ${source.store} as store from ${table} ${mine} order by id for update`,
        principal.stores ? [principal.stores] : [],
      )
      const known = new Map(rows.map((row) => [row.id, row]))
      if (ids.length !== rows.length || !ids.every((id) => known.has(id)))
        throw new HttpFailure(
          409,
          'STALE',
          `The list of ${record.noun[1]} has changed meanwhile. Look at it and try again.`,
        )
      // People who see only some stores reorder their records within the positions of these.
      const places = rows.map(({ position }) => position).toSorted((a, b) => a - b)
      const moved = ids.flatMap((id, index) =>
        known.get(id)!.position === places[index] ? [] : [{ id, position: places[index]! }],
      )
      await key?.inTransaction(tx, ORDERED)
      if (moved.length === 0) return []
      await tx.query(
        `update ${table} n set position = t.position from json_to_recordset($1::json) as t(id uuid, position integer) where t.id = n.id`,
        [JSON.stringify(moved)],
      )
      await writeAudit(
        tx,
        clock,
        { actorId: principal.staffId, action: 'order', subject: record.subject, origin },
        null,
        { ids },
      )
      return moved.map(({ id }) => known.get(id)!)
    })
    if (changed.length > 0) lists.changed(source)
    // A position is not an edit: the version stays, but consoles fetch the row.
    for (const { id, version, store } of changed) announce(live, source, { id, version, derived: true }, store)
    return ORDERED
  }
