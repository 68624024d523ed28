/** From a snapshot of a bulk action to what the bulk bar shows; and back, from wishes to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { BulkFailure, bulkActionMachine } from './bulk-action.machine'

/** The leaves of the machine. */
export type BulkActionState = 'running' | 'stopping' | 'partly' | 'stopped' | 'succeeded' | 'closed'

export interface BulkActionView {
  state: BulkActionState
  total: number
  done: number
  failures: readonly BulkFailure[]
  /** How many were not tried. */
  untried: number
  /** Why it ended early; null: it did not, or the person stopped it. */
  error: ApiError | null
}

/** @param snapshot of `bulkActionMachine` */
export function selectBulkActionView({ value, context }: SnapshotFrom<typeof bulkActionMachine>): BulkActionView {
  const { total, done, failures, untried, error } = context
  return {
    state: typeof value === 'string' ? value : value.acting,
    total,
    done,
    failures,
    untried: untried.length,
    error,
  }
}

/** Ids of the records that are not done: they stay selected. @param snapshot of `bulkActionMachine` */
export const selectLeftIds = ({ context }: SnapshotFrom<typeof bulkActionMachine>): string[] =>
  [...context.failures, ...context.untried].map(({ rowId }) => rowId)

/** @param send of the action's actor */
export const bulkActionCommands = (send: ActorRefFrom<typeof bulkActionMachine>['send']) => ({
  stop: () => send({ type: 'bulk.stop' }),
  retry: () => send({ type: 'bulk.retry' }),
  dismiss: () => send({ type: 'bulk.dismiss' }),
})
