/** Maps a snapshot of an order to what its dialog shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { ListChanges } from './merge-order'
import type { orderMachine } from './order.machine'

export type OrderState =
  | 'opening'
  | 'unmoved'
  | 'moved'
  | 'leaving'
  | 'rereading'
  | 'conflict'
  | 'refused'
  | 'saving'
  | 'checking'
  | 'unresolved'
  | 'saved'
  | 'left'

export interface OrderView {
  state: OrderState
  /** The order that is shown, and the order before the moves. */
  ids: readonly string[]
  base: readonly string[]
  /** How other people changed the list since the person began. */
  changes: ListChanges
  /** Whether moves of an earlier visit are shown. */
  isRestored: boolean
  /** Why the save was refused. */
  problem: string | null
  /** Whether moving is disabled at the moment. */
  locked: boolean
  /** Whether there is something to save and it can be saved now. */
  canSave: boolean
  /** Whether leaving must be confirmed. */
  holds: boolean
}

/** States in which records can be moved, and states in which the order can be saved. */
const FREE: readonly OrderState[] = ['unmoved', 'moved', 'conflict', 'refused']
const SAVABLE: readonly OrderState[] = ['moved', 'conflict', 'refused']

/** @param snapshot of `orderMachine` */
export function selectOrderView({ value, context }: SnapshotFrom<typeof orderMachine>): OrderView {
  const state = typeof value === 'string' ? value : 'unsaved' in value ? value.unsaved : value.sending
  const { ids, base, changes, isRestored, error } = context
  return {
    state,
    ids,
    base,
    changes,
    isRestored,
    problem: error && state === 'refused' ? describeError(error) : null,
    locked: !FREE.includes(state),
    canSave: SAVABLE.includes(state),
    holds: SAVABLE.includes(state) || state === 'rereading' || state === 'leaving',
  }
}

/** @param send of the order's actor */
export const orderCommands = (send: ActorRefFrom<typeof orderMachine>['send']) => ({
  move: (ids: readonly string[]) => send({ type: 'order.move', ids }),
  save: () => send({ type: 'order.save' }),
  check: () => send({ type: 'order.check' }),
  reread: () => send({ type: 'order.reread' }),
  discard: () => send({ type: 'order.discard' }),
  leave: () => send({ type: 'order.leave' }),
  stay: () => send({ type: 'order.stay' }),
  leaveAnyway: () => send({ type: 'order.leaveAnyway' }),
})
