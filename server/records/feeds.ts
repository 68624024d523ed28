/** Derived values that follow from another record's rows (`feeds` of a definition): consoles fetch the rows that have them. */
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
 * Finds the rows whose derived values follow from changed ones.
 * @param ids of the changed rows of `source`; @param on the transaction of the change
 * @returns tells consoles of them: for after the commit
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
