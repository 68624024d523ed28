/** Turns a snapshot of a bulk action into what a view shows, and commands into events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { BulkActionContext, BulkFailure, bulkActionMachine } from './bulk-action.machine'

export type BulkActionRef = ActorRefFrom<typeof bulkActionMachine>

/** The leaves of the machine. */
export type BulkActionState = 'running' | 'stopping' | 'partly' | 'stopped' | 'succeeded' | 'closed'

export interface BulkActionView {
  state: BulkActionState
  list: string
  action: string
  payload: Readonly<Record<string, unknown>>
  total: number
  done: number
  failures: readonly BulkFailure[]
  /** How many were not tried, or got no response. */
  untried: number
  /** Why the run ended early; null where every record was tried, or the person stopped it. */
  error: ApiError | null
  /** Whether the changed records can be taken back. */
  canUndo: boolean
}

/** @param snapshot of `bulkActionMachine` */
export function selectBulkActionView({ value, context }: SnapshotFrom<typeof bulkActionMachine>): BulkActionView {
  const { list, action, payload, reverse, total, done, changed, failures, untried, error } = context
  return {
    state: typeof value === 'string' ? value : 'acting' in value ? value.acting : value.ended,
    list,
    action,
    payload,
    total,
    done,
    failures,
    untried: untried.length,
    error,
    canUndo: reverse !== null && changed.length > 0,
  }
}

/** Which records of an ended action a person may ask to see. */
export type Outcome = 'changed' | 'refused' | 'left'

/** The records that the outcome is about: those that are not done, or all of them where every one is. */
export const mainOutcome = ({ failures, untried }: Pick<BulkActionContext, 'failures' | 'untried'>): Outcome =>
  untried.length > 0 ? 'left' : failures.length > 0 ? 'refused' : 'changed'

/** @returns ids of the records with this outcome; `left` includes those that were refused before the run ended */
export function idsOf(
  { changed, failures, untried }: Pick<BulkActionContext, 'changed' | 'failures' | 'untried'>,
  outcome: Outcome,
): string[] {
  const records = outcome === 'changed' ? changed : outcome === 'refused' ? failures : [...failures, ...untried]
  return records.map(({ rowId }) => rowId)
}

/** Ids of the records that stay selected: those of a run in flight, then those that are not done. @param snapshot of `bulkActionMachine` */
export const selectConcernedIds = (snapshot: SnapshotFrom<typeof bulkActionMachine>): string[] =>
  snapshot.hasTag('busy') ? snapshot.context.items.map(({ rowId }) => rowId) : idsOf(snapshot.context, 'left')

/** @param send of the action's actor */
export const bulkActionCommands = (send: BulkActionRef['send']) => ({
  stop: () => send({ type: 'bulk.stop' }),
  retry: () => send({ type: 'bulk.retry' }),
  undo: () => send({ type: 'bulk.undo' }),
  dismiss: () => send({ type: 'bulk.dismiss' }),
})
