/**
 * How a list handles records that arrive outside its stream: from forms and actions of this page, and from the calls
 * for changed records. An older record never replaces a newer one, and nothing moves under the pointer.
 */
import type { VersionedRow } from '../row-action/row-action.implementations'
import type { RowStore } from './row-store'

export interface ListRows<Row extends VersionedRow> {
  readonly store: RowStore<Row>
  /** Number of rows in the list. */
  count(): number
  /** Called when changes have arrived and `isNews` and `merge` will follow. */
  prepare(): void
  /** @returns whether the list does not contain this version yet */
  isNews(change: { id: string; version: number }): boolean
  /** Replaces rows by fetched records; a record that is new in the list waits until it is shown. */
  merge(rows: readonly Row[]): void
  /** Removes records that no longer exist, or no longer belong to the list. */
  drop(ids: readonly string[]): void
  /** Replaces the row of a record that a form or an action returned. */
  save(row: Row): void
  /** As `save`, while the list is being read: the response may contain an older version. */
  keepSaved(row: Row): void
  /** Shows a record that this page created, before all others. */
  add(row: Row): void
  /** While the list is being read: if the response lacks the record, it is shown first afterwards. */
  keepAdded(row: Row): void
  /** Shows the waiting new records, the newest first. */
  showArrivals(): void
  /** The list is read from its beginning. */
  beginAnew(): void
  /** The read ended. @param complete whether the response contained all records of that moment */
  endRead(complete: boolean): void
  /** Number of new records that wait to be shown. */
  readonly arrivals: number
  /** @param listener called when the number of rows or arrivals changes @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

/** @param store of the list */
export function createListRows<Row extends VersionedRow>(store: RowStore<Row>): ListRows<Row> {
  /** New records that wait until the person asks for them. */
  const arrivals = new Map<string, Row>()
  /** Records that this page created while the list was being read. */
  const created = new Map<string, Row>()
  /** Records that a form or an action returned while the list was being read. */
  let saved: Row[] = []
  const listeners = new Set<() => void>()

  /** Runs `work`, and notifies the listeners if it changed the number of rows or arrivals. */
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
        // The first change would otherwise look its record up among all rows at once.
        store.prepare()
        if (!complete) return
        store.prepend([...created.values()].filter((row) => !store.get(row.id)))
        created.clear()
        // The list contains the new records now.
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
