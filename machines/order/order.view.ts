/** Turns a snapshot of an order into what its dialog shows, and commands into events. */
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
  /** The order that is shown, and the one that the moves were made on. */
  ids: readonly string[]
  base: readonly string[]
  /** What others did to the list since the person began. */
  changes: ListChanges
  /** Moves of an earlier time are shown. */
  isRestored: boolean
  /** Why the save was refused. */
  problem: string | null
  /** Nothing can be moved now. */
  locked: boolean
  /** There is something that can be saved now. */
  canSave: boolean
  /** Leaving must be asked about. */
  holds: boolean
}

/** States in which records can be moved, and those in which that can be saved. */
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
