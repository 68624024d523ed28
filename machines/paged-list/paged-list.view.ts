/** Maps a snapshot of a paged list to what its table shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { PagedView, Place } from '@contract/records/page-query'
import { START, type pagedListMachine } from './paged-list.machine'

/** Status of the pages, apart from the view because it changes with each page and is shown in only one place. */
export type PageStatus = 'held' | 'reading' | 'failed'

export interface PagedListView {
  status: 'loading' | 'ready' | 'refreshing' | 'outdated' | 'unreachable' | 'noPermission' | 'empty'
  arrivals: number
  /** Increases with each record that enters or leaves the list. */
  moves: number
  /** The query that the shown rows belong to. */
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
  /** @param isNeeded whether a page is missing in the visible range */
  see(isNeeded: boolean) {
    // Called for every scrolled row, so only events with an effect are sent.
    if (actor.getSnapshot().matches(isNeeded ? 'ready' : 'pageFailed')) actor.send({ type: 'rows.seen', isNeeded })
  },
  inView: (ids: readonly string[]) => actor.send({ type: 'rows.inView', ids }),
  go: (place: Place) => actor.send({ type: 'place.go', place }),
  goToStart: () => actor.send({ type: 'place.go', place: START }),
  saved: (row: { id: string; version: number }) => actor.send({ type: 'row.saved', row }),
})
