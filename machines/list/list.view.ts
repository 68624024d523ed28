/** Maps a snapshot of a list to what its table shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { listMachine } from './list.machine'

export interface ListView {
  status:
    | 'loading'
    | 'streaming'
    | 'ready'
    | 'refreshing'
    | 'outdated'
    | 'cutShort'
    | 'unreachable'
    | 'noPermission'
    | 'empty'
  /** Number of rows in the store. */
  count: number
  /** Number of rows on the server; null while unknown. */
  total: number | null
  completedAt: number | null
  /** Number of new records that wait to be shown. */
  arrivals: number
  error: ApiError | null
}

const STATUS = {
  ready: 'ready',
  noMatch: 'ready',
  refreshing: 'refreshing',
  reloading: 'refreshing',
  outdated: 'outdated',
  cutShort: 'cutShort',
  empty: 'empty',
} as const

/**
 * @param snapshot of `listMachine`
 * @returns status `noPermission` for a list that the server refused with 403, because trying again would not help
 */
export function selectListView(snapshot: SnapshotFrom<typeof listMachine>): ListView {
  const { count, total, completedAt, arrivals, error } = snapshot.context
  const { value } = snapshot
  const status =
    typeof value === 'object'
      ? value.reading
      : value === 'unreachable'
        ? error?.kind === 'forbidden'
          ? 'noPermission'
          : 'unreachable'
        : STATUS[value]
  return { status, count, total, completedAt, arrivals, error }
}

/** @param send of the list's actor */
export const listCommands = (send: ActorRefFrom<typeof listMachine>['send']) => ({
  retry: () => send({ type: 'retry' }),
  /** Reads the list again; the old rows stay meanwhile. */
  reload: () => send({ type: 'list.reload' }),
  counted: (matching: number) => send({ type: 'list.counted', matching }),
  chooseFields: (fields: readonly string[]) => send({ type: 'list.fieldsChosen', fields }),
  showArrivals: () => send({ type: 'list.showArrivals' }),
  added: (row: { id: string; version: number }) => send({ type: 'row.added', row }),
  saved: (row: { id: string; version: number }) => send({ type: 'row.saved', row }),
  inView: (ids: readonly string[]) => send({ type: 'rows.inView', ids }),
})
