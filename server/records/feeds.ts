/** Derived values that depend on rows of another record (`feeds` of a definition): consoles are made to fetch the affected rows. */
import type { Queryable } from '@server/db/db'
import type { Live } from '@server/live/live'
import { announce } from './announce'
import { columnOf } from './kinds'
import type { RecordLists } from './list'
import type { RecordSource } from './source'

export interface FeedDeps {
  live: Live
  lists: Pick<RecordLists, 'changed'>
  /** @returns the source of a record by its name */
  sourceOf: (name: string) => RecordSource
}

/**
 * Finds the rows whose derived values depend on changed ones.
 * @param ids of the changed rows of `source`; @param on the transaction of the change
 * @returns notifies consoles of them; call it after the commit
 */
export async function findFed(
  { live, lists, sourceOf }: FeedDeps,
  source: RecordSource,
  ids: readonly string[],
  on: Queryable,
): Promise<() => void> {
  const tells: (() => void)[] = []
  for (const [name, field] of Object.entries(source.record.feeds ?? {})) {
    const fed = sourceOf(name)
    const column = columnOf(field, source.record.fields[field]!.type)
    const rows = await on.query<{ id: string; version: number; store: string | null }>(
      `select f.id::text as id, f.version, f.${fed.store} as store from ${fed.table} f
       where f.id in (select r.${column} from ${source.table} r where r.id = any($1::uuid[]))`,
      [[...ids]],
    )
    tells.push(() => {
      lists.changed(fed)
      for (const { id, version, store } of rows) announce(live, fed, { id, version, derived: true }, store)
    })
  }
  return () => tells.forEach((tell) => tell())
}
