/** Turns a snapshot of a bulk action into what a view shows, and commands into events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { BulkActionContext, BulkFailure, bulkActionMachine } from './bulk-action.machine'

export type BulkActionRef = ActorRefFrom<typeof bulkActionMachine>

/** The leaves of the machine that can be seen. */
export type BulkActionState =
  'running' | 'checking' | 'stopping' | 'partly' | 'stopped' | 'interrupted' | 'uncertain' | 'succeeded' | 'closed'

export interface BulkActionView {
  state: BulkActionState
  list: string
  action: string
  payload: Readonly<Record<string, unknown>>
  total: number
  done: number
  failures: readonly BulkFailure[]
  /** How many were not tried. */
  untried: number
  /** How many have no answer: while they are asked about, or after it. */
  unconfirmed: number
  /** Why the server ended the run early; null where it did not. */
  problem: ApiError | null
  /** Whether the changed records can be taken back. */
  canUndo: boolean
}

/** @param snapshot of `bulkActionMachine` */
export function selectBulkActionView({ value, context }: SnapshotFrom<typeof bulkActionMachine>): BulkActionView {
  const { list, action, payload, reverse, total, done, changed, failures, unconfirmed, untried } = context
  // The machine is never seen before it has chosen how it starts.
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

/** Which records of an ended action a person may ask to see. */
export type Outcome = 'changed' | 'refused' | 'left'

/** The records that the outcome is about: those that are not done, or all of them where every one is. */
export const mainOutcome = ({
  failures,
  unconfirmed,
  untried,
}: Pick<BulkActionContext, 'failures' | 'unconfirmed' | 'untried'>): Outcome =>
  unconfirmed.length + untried.length > 0 ? 'left' : failures.length > 0 ? 'refused' : 'changed'

/** @returns ids of the records with this outcome; `left` includes those that were refused, and those without an answer */
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

/** Ids of the records that stay selected: those of a run in flight, then those that are not done. @param snapshot of `bulkActionMachine` */
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
