/** Tells consoles that a row has changed (contract, Live socket: record:changed). */
import type { OneChanged } from '@contract/socket'
import type { Live } from '@server/platform/live/live'
import type { Queryable } from '@server/platform/ports/db'
import type { RecordLists } from './list'
import type { RecordTable } from './table'

/** Rows of one table may be of several records: those who see any of them hear of it. @param stores of the row, now and before */
export function announce(
  live: Live,
  { subject, shares = [] }: Pick<RecordTable, 'subject' | 'shares'>,
  change: Omit<OneChanged, 'subject'>,
  ...stores: readonly (string | null)[]
): void {
  for (const each of [subject, ...shares]) live.recordChanged({ subject: each, ...change }, ...stores)
}

/**
 * Makes consoles fetch rows with other values.
 * @param ids of the rows; @param on the database, or the transaction in which the values can be read already
 * @param edited without it only derived values have changed, and the version has not
 */
export async function announceRows(
  { on, live, lists }: { on: Queryable; live: Live; lists: Pick<RecordLists, 'changed'> },
  table: RecordTable,
  ids: readonly string[],
  edited?: true,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await on.query<{ id: string; version: number; store: string | null }>(
    `select id::text as id, version, ${table.store} as store from ${table.table} where id = any($1::uuid[])`,
    [[...ids]],
  )
  lists.changed(table)
  for (const { id, version, store } of rows)
    announce(live, table, { id, version, ...(!edited && { derived: true as const }) }, store)
}
