/** Lets changes about the same thing wait for each other. */
import type { Queryable } from '@server/platform/ports/db'
import type { RecordKey } from '@contract/records/records'

/** Waits for every other transaction that has called it for the same thing, in every process; the next one waits for this one's end. */
export async function inTurn(tx: Queryable, record: RecordKey, about: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [`${record} ${about}`])
}
