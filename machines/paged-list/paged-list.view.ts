/** Turns a snapshot of a paged list into what its table shows, and commands into events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { PagedView, Place } from '@contract/records/page-query'
import { START, type pagedListMachine } from './paged-list.machine'

/** How the pages are doing: it changes with each of them, and is shown in one place. */
export type PageStatus = 'held' | 'reading' | 'failed'

export interface PagedListView {
  status: 'loading' | 'ready' | 'refreshing' | 'outdated' | 'unreachable' | 'noPermission' | 'empty'
  arrivals: number
  /** Grows with each record that comes into the list or leaves it. */
  moves: number
  /** What the rows answer. */
  view: PagedView
  error: ApiError | null
}

/** @param snapshot of `pagedListMachine` */
export function selectPagedListView(snapshot: SnapshotFrom<typeof pagedListMachine>): PagedListView {
  const { arrivals, moves, view, error, count } = snapshot.context
  const shared = { arrivals, moves, view, error }
  if (snapshot.matches('unreachable'))
    return { ...shared, status: error?.kind === 'forbidden' ? 'noPermission' : 'unreachable' }
  if (snapshot.matches('empty')) return { ...shared, status: 'empty' }
  const isShown = (['ready', 'noMatch', 'readingOn', 'pageFailed'] as const).some((state) => snapshot.matches(state))
  return { ...shared, status: isShown ? 'ready' : count > 0 ? 'refreshing' : 'loading' }
}

/** @param snapshot of `pagedListMachine` */
export const selectPageStatus = (snapshot: SnapshotFrom<typeof pagedListMachine>): PageStatus =>
  snapshot.matches('readingOn') ? 'reading' : snapshot.matches('pageFailed') ? 'failed' : 'held'

/** @param actor of the list */
export const pagedListCommands = (actor: ActorRefFrom<typeof pagedListMachine>) => ({
  retry: () => actor.send({ type: 'retry' }),
  reload: () => actor.send({ type: 'list.reload' }),
  chooseFields: (fields: readonly string[]) => actor.send({ type: 'list.fieldsChosen', fields }),
  showArrivals: () => actor.send({ type: 'list.showArrivals' }),
  ask: (view: PagedView) => actor.send({ type: 'view.changed', view }),
  /** @param isNeeded a page is missing in sight */
  see(isNeeded: boolean) {
    // Called with every row that is scrolled: only what has an effect is sent.
    if (actor.getSnapshot().matches(isNeeded ? 'ready' : 'pageFailed')) actor.send({ type: 'rows.seen', isNeeded })
  },
  inView: (ids: readonly string[]) => actor.send({ type: 'rows.inView', ids }),
  go: (place: Place) => actor.send({ type: 'place.go', place }),
  goToStart: () => actor.send({ type: 'place.go', place: START }),
  saved: (row: { id: string; version: number }) => actor.send({ type: 'row.saved', row }),
})
