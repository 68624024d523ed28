/** From a snapshot of a bulk act to what the bulk bar shows; and back, from wishes to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { BulkFailure, bulkActMachine } from './bulk-act.machine'

/** The leaves of the machine. */
export type BulkActState = 'running' | 'stopping' | 'partly' | 'stopped' | 'succeeded' | 'closed'

export interface BulkActView {
  state: BulkActState
  total: number
  done: number
  failures: readonly BulkFailure[]
  /** How many were not tried. */
  untried: number
  /** Why it ended early; null: it did not, or the person stopped it. */
  error: ApiError | null
}

/** @param snapshot of `bulkActMachine` */
export function selectBulkActView({ value, context }: SnapshotFrom<typeof bulkActMachine>): BulkActView {
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

/** Ids of the records that are not done: they stay selected. @param snapshot of `bulkActMachine` */
export const selectLeftIds = ({ context }: SnapshotFrom<typeof bulkActMachine>): string[] =>
  [...context.failures, ...context.untried].map(({ rowId }) => rowId)

/** @param send of the act's actor */
export const bulkActCommands = (send: ActorRefFrom<typeof bulkActMachine>['send']) => ({
  stop: () => send({ type: 'bulk.stop' }),
  retry: () => send({ type: 'bulk.retry' }),
  dismiss: () => send({ type: 'bulk.dismiss' }),
})
