/** From a snapshot of a list to what its table is told; and back, from wishes to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { listMachine } from './list.machine'
import type { RowActionInput } from '../row-action/row-action.machine'

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
  /** Rows that stand. */
  count: number
  /** Rows that there are in all; null while unknown. */
  total: number | null
  completedAt: number | null
  /** New records that wait to be shown. */
  arrivals: number
  error: ApiError | null
}

const STATUS = {
  ready: 'ready',
  noMatch: 'ready',
  refreshing: 'refreshing',
  outdated: 'outdated',
  cutShort: 'cutShort',
  empty: 'empty',
} as const

/** @param snapshot of `listMachine` */
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

/** The actions of busy and refused rows: each is an actor that its cell listens to. */
export const selectRowActions = (snapshot: SnapshotFrom<typeof listMachine>) => snapshot.context.rowActions

/** @param send of the list's actor */
export const listCommands = (send: ActorRefFrom<typeof listMachine>['send']) => ({
  retry: () => send({ type: 'retry' }),
  counted: (matching: number) => send({ type: 'list.counted', matching }),
  chooseFields: (fields: readonly string[]) => send({ type: 'list.fieldsChosen', fields }),
  startAction: (action: RowActionInput) => send({ type: 'rowAction.start', ...action }),
  showArrivals: () => send({ type: 'list.showArrivals' }),
  added: (row: { id: string; version: number }) => send({ type: 'row.added', row }),
  saved: (row: { id: string; version: number }) => send({ type: 'row.saved', row }),
})
