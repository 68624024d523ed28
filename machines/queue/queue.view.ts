/** Converts a snapshot of a queue to the data of the desk, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { queueMachine } from './queue.machine'

type Snapshot = SnapshotFrom<typeof queueMachine>

export interface QueueView {
  state: Exclude<Snapshot['value'], 'starting'>
  current: string | null
  position: number | null
  /** Number of skipped items. */
  skipped: number
  /** Why the queue could not be read; '' if it could. */
  problem: string
  requestId: string | undefined
}

/** @param snapshot of `queueMachine` */
export const selectQueueView = ({ value, context: { current, position, skipped, error } }: Snapshot): QueueView => ({
  // `starting` is left at once, so no snapshot contains it.
  state: value as QueueView['state'],
  current,
  position,
  skipped: skipped.length,
  problem: value === 'unreachable' && error ? describeError(error) : '',
  requestId: value === 'unreachable' ? error?.requestId : undefined,
})

/** @param send of the queue's actor */
export const queueCommands = (send: ActorRefFrom<typeof queueMachine>['send']) => ({
  next: () => send({ type: 'queue.next' }),
  skip: () => send({ type: 'queue.skip' }),
  revisit: () => send({ type: 'queue.revisit' }),
  retry: () => send({ type: 'queue.retry' }),
  opened: (id: string) => send({ type: 'item.opened', id }),
})
