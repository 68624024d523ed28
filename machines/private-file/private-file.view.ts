/** Maps a snapshot of a private file to what its viewer shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { privateFileMachine } from './private-file.machine'

export interface PrivateFileView {
  state: SnapshotFrom<typeof privateFileMachine>['value']
  /** Null unless the file is shown. */
  content: Blob | null
  /** Why there is no content. */
  problem: string | null
}

const NOT_PERMITTED = 'You are not permitted to see this file.'
const GONE = 'This file is no longer there: it was removed from the record, or you may no longer see it.'

/** @param snapshot of `privateFileMachine` */
export function selectPrivateFileView({ value, context }: SnapshotFrom<typeof privateFileMachine>): PrivateFileView {
  const { content, error } = context
  const problem = value === 'forbidden' ? NOT_PERMITTED : value === 'gone' ? GONE : error && describeError(error)
  return { state: value, content, problem: value === 'loading' ? null : problem }
}

/** Whether two views show the same, so that nothing needs to render again. */
export const isSamePrivateFileView = (a: PrivateFileView, b: PrivateFileView): boolean =>
  a.state === b.state && a.content === b.content && a.problem === b.problem

/** @param send of the file's actor */
export const privateFileCommands = (send: ActorRefFrom<typeof privateFileMachine>['send']) => ({
  ask: (id: string) => send({ type: 'file.ask', id }),
  retry: () => send({ type: 'file.retry' }),
  leave: () => send({ type: 'file.leave' }),
})
