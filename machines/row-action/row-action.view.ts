/** Maps a snapshot of a row action to what a view shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { ActionRecord, rowActionMachine } from './row-action.machine'

export type RowActionRef = ActorRefFrom<typeof rowActionMachine>

/** The states of the machine that can be observed. */
export type RowActionState = 'busy' | 'checking' | 'waiting' | 'unresolved' | 'refused' | 'done' | 'left' | 'dismissed'

export interface RowActionView {
  state: RowActionState
  list: string
  action: string
  payload: Readonly<Record<string, unknown>>
  record: ActionRecord
  /** Why the server refused the action; null if it did not. */
  problem: string | null
}

/** @param snapshot of `rowActionMachine` @returns its innermost state */
export function selectRowActionState({ value }: SnapshotFrom<typeof rowActionMachine>): RowActionState {
  // The machine leaves `starting` before it can be observed.
  if (typeof value === 'string') return value as Exclude<typeof value, 'starting'>
  return typeof value.writing === 'string' ? value.writing : value.writing.asking
}

/** @param snapshot of `rowActionMachine` */
export function selectRowActionView(snapshot: SnapshotFrom<typeof rowActionMachine>): RowActionView {
  const { list, action, payload, record, error } = snapshot.context
  const state = selectRowActionState(snapshot)
  return { state, list, action, payload, record, problem: state === 'refused' && error ? describeError(error) : null }
}

/** @param send of the action's actor */
export const rowActionCommands = (send: RowActionRef['send']) => ({
  retry: () => send({ type: 'rowAction.retry' }),
  check: () => send({ type: 'rowAction.check' }),
  dismiss: () => send({ type: 'rowAction.dismiss' }),
})
