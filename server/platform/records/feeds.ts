/** Derived values that depend on rows of another record (`feeds` of a definition): consoles are made to fetch the affected rows. */
import type { Queryable } from '@server/platform/ports/db'
import type { Live } from '@server/platform/live/live'
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
  const feeds = Object.entries(source.record.feeds ?? {})
  // One statement for all of them.
  const found = feeds.map(([name, field]) => {
    const { table, store } = sourceOf(name)
    const column = columnOf(field, source.record.fields[field]!.type)
    return `select '${name}' as name, f.id::text as id, f.version, f.${store} as store from ${table} f
      where f.id in (select r.${column} from ${source.table} r where r.id = any($1::uuid[]))`
  })
  const rows =
    found.length === 0
      ? []
      : await on.query<{ name: string; id: string; version: number; store: string | null }>(found.join(' union all '), [
          [...ids],
        ])
  return () => {
    for (const [name] of feeds) lists.changed(sourceOf(name))
    for (const { name, id, version, store } of rows)
      announce(live, sourceOf(name), { id, version, derived: true }, store)
  }
}
