/** Turns a snapshot of a row action into what a view shows, and commands into events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { ActionRecord, rowActionMachine } from './row-action.machine'

export type RowActionRef = ActorRefFrom<typeof rowActionMachine>

export interface RowActionView {
  state: 'busy' | 'refused' | 'done' | 'dismissed'
  list: string
  action: string
  payload: Readonly<Record<string, unknown>>
  record: ActionRecord
  /** Why the server refused the action; null while it is in flight. */
  problem: string | null
}

/** @param snapshot of `rowActionMachine` */
export function selectRowActionView({ value, context }: SnapshotFrom<typeof rowActionMachine>): RowActionView {
  const { list, action, payload, record, error } = context
  return { state: value, list, action, payload, record, problem: error && describeError(error) }
}

/** @param send of the action's actor */
export const rowActionCommands = (send: RowActionRef['send']) => ({
  retry: () => send({ type: 'rowAction.retry' }),
  dismiss: () => send({ type: 'rowAction.dismiss' }),
})
