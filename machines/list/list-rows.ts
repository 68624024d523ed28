/**
 * What a list does with records that come in beside its stream: from forms and actions of this page, and from the calls for
 * changed records. An older record never replaces a newer one, and nothing moves under the pointer.
 */
import type { VersionedRow } from '../row-action/row-action.implementations'
import type { RowStore } from './row-store'

export interface ListRows<Row extends VersionedRow> {
  readonly store: RowStore<Row>
  /** Rows of the list. */
  count(): number
  /** Changes came: `isNews` and `merge` are going to be asked. */
  prepare(): void
  /** @returns whether a change to this version is not in the list yet */
  isNews(change: { id: string; version: number }): boolean
  /** Puts fetched records over their rows; a record that is new here waits to be shown. */
  merge(rows: readonly Row[]): void
  /** These records exist no longer, or no longer belong to the list. */
  drop(ids: readonly string[]): void
  /** A form or an action returned this record. */
  save(row: Row): void
  /** As `save`, while the list is read: what the read returns may be older. */
  keepSaved(row: Row): void
  /** Shows a record that this page created, before all others. */
  add(row: Row): void
  /** While the list is read: the record is shown first afterwards, if the read lacks it. */
  keepAdded(row: Row): void
  /** Shows the new records that wait, the newest first. */
  showArrivals(): void
  /** The list is read from its beginning. */
  beginAnew(): void
  /** The read ended. @param complete the list as it was read holds all records of that moment */
  endRead(complete: boolean): void
  /** New records that wait to be shown. */
  readonly arrivals: number
  /** @param listener told when there are more or fewer rows or arrivals. @returns how to stop */
  subscribe(listener: () => void): () => void
}

/** @param store of the list */
export function createListRows<Row extends VersionedRow>(store: RowStore<Row>): ListRows<Row> {
  /** New records that are not shown before the person asks for them. */
  const arrivals = new Map<string, Row>()
  /** Records that this page created while the list was read. */
  const created = new Map<string, Row>()
  /** Records that a form or an action returned while the list was read. */
  let saved: Row[] = []
  const listeners = new Set<() => void>()

  /** Does what may change numbers, and tells of it if they did. */
  const counting = (work: () => void) => {
    const [rows, waiting] = [store.rows.length, arrivals.size]
    work()
    if (rows === store.rows.length && waiting === arrivals.size) return
    for (const listener of listeners) listener()
  }
  const versionOf = (id: string) => (store.get(id) ?? arrivals.get(id))?.version ?? 0
  const isOlder = ({ id, version }: VersionedRow) => version < versionOf(id)
  const save = (row: Row) => {
    if (!isOlder(row)) store.patch([row as Row & { id: string }])
  }
  const show = (rows: readonly Row[]) =>
    counting(() => {
      for (const row of rows) arrivals.delete(row.id)
      store.prepend(rows.filter((row) => !store.get(row.id)))
    })

  return {
    store,
    count: () => store.rows.length,
    prepare: () => store.prepare(),
    isNews: ({ id, version }) => version > versionOf(id),
    merge: (rows) =>
      counting(() => {
        const newer = rows.filter((row) => !isOlder(row))
        const isShown = ({ id }: Row) => store.get(id) !== undefined
        for (const row of newer) if (!isShown(row)) arrivals.set(row.id, row)
        store.put(newer.filter(isShown))
      }),
    drop: (ids) =>
      counting(() => {
        store.remove(ids)
        for (const id of ids) {
          arrivals.delete(id)
          // The first read broke off before the record was shown.
          created.delete(id)
        }
      }),
    save,
    keepSaved(row) {
      saved.push(row)
      save(row)
    },
    add: (row) => show([row]),
    keepAdded: (row) => void created.set(row.id, row),
    showArrivals: () => show([...arrivals.values()].sort((a, b) => b.id.localeCompare(a.id))),
    beginAnew: () =>
      counting(() => {
        store.reset()
        arrivals.clear()
      }),
    endRead: (complete) =>
      counting(() => {
        for (const row of saved) save(row)
        saved = []
        if (!complete) return
        store.prepend([...created.values()].filter((row) => !store.get(row.id)))
        created.clear()
        // The list contains the new records.
        arrivals.clear()
      }),
    get arrivals() {
      return arrivals.size
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
