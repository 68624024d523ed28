/** Maps a snapshot of a bulk action to what a view shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { BulkActionContext, BulkFailure, bulkActionMachine } from './bulk-action.machine'

export type BulkActionRef = ActorRefFrom<typeof bulkActionMachine>

/** The states of the machine that can be observed. */
export type BulkActionState =
  | 'running'
  | 'checking'
  | 'stopping'
  | 'partly'
  | 'stopped'
  | 'interrupted'
  | 'uncertain'
  | 'succeeded'
  | 'closed'

export interface BulkActionView {
  state: BulkActionState
  list: string
  action: string
  payload: Readonly<Record<string, unknown>>
  total: number
  done: number
  failures: readonly BulkFailure[]
  /** Number of records that were not tried. */
  untried: number
  /** Number of records without a response: while they are checked, or afterwards. */
  unconfirmed: number
  /** Why the server ended the run early; null if it did not. */
  problem: ApiError | null
  /** Whether the changed records can be changed back. */
  canUndo: boolean
}

/** @param snapshot of `bulkActionMachine` */
export function selectBulkActionView({ value, context }: SnapshotFrom<typeof bulkActionMachine>): BulkActionView {
  const { list, action, payload, reverse, total, done, changed, failures, unconfirmed, untried } = context
  // The machine leaves `starting` before it can be observed.
  const state =
    typeof value === 'string'
      ? (value as Exclude<typeof value, 'starting'>)
      : 'acting' in value
        ? value.acting
        : value.ended
  return {
    state,
    list,
    action,
    payload,
    total,
    done,
    failures,
    untried: untried.length,
    unconfirmed: state === 'checking' ? context.unanswered : unconfirmed.length,
    problem: state === 'interrupted' ? context.error : null,
    canUndo: state !== 'uncertain' && reverse !== null && changed.length > 0,
  }
}

/** The groups of records of an ended action that a person can ask to see. */
export type Outcome = 'changed' | 'refused' | 'left'

/** The group that the outcome is about: the records that are not done or, if all are done, all of them. */
export const mainOutcome = ({
  failures,
  unconfirmed,
  untried,
}: Pick<BulkActionContext, 'failures' | 'unconfirmed' | 'untried'>): Outcome =>
  unconfirmed.length + untried.length > 0 ? 'left' : failures.length > 0 ? 'refused' : 'changed'

/** @returns ids of the records with this outcome; `left` includes refused records and those without a response */
export function idsOf(
  {
    changed,
    failures,
    unconfirmed,
    untried,
  }: Pick<BulkActionContext, 'changed' | 'failures' | 'unconfirmed' | 'untried'>,
  outcome: Outcome,
): string[] {
  const records =
    outcome === 'changed' ? changed : outcome === 'refused' ? failures : [...failures, ...unconfirmed, ...untried]
  return records.map(({ rowId }) => rowId)
}

/**
 * Ids of the records that stay selected: during a run its records, afterwards those that are not done. @param snapshot
 * of `bulkActionMachine`
 */
export const selectConcernedIds = (snapshot: SnapshotFrom<typeof bulkActionMachine>): string[] =>
  snapshot.hasTag('busy') ? snapshot.context.items.map(({ rowId }) => rowId) : idsOf(snapshot.context, 'left')

/** @param send of the action's actor */
export const bulkActionCommands = (send: BulkActionRef['send']) => ({
  stop: () => send({ type: 'bulk.stop' }),
  retry: () => send({ type: 'bulk.retry' }),
  check: () => send({ type: 'bulk.check' }),
  undo: () => send({ type: 'bulk.undo' }),
  dismiss: () => send({ type: 'bulk.dismiss' }),
})
