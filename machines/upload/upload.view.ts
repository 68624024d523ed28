/** Maps a snapshot of an upload to what a file field shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { uploadMachine } from './upload.machine'

export interface UploadView {
  /** The file that is being sent or could not be stored; null if the field shows its own image. */
  file: File | null
  /** Share that was sent, from 0 to 1; null while nothing is being sent. */
  share: number | null
  /** Why the file is not stored. */
  problem: string | null
  /** Whether the same file can be sent again. */
  canRetry: boolean
}

const NO_ANSWER = 'The server did not answer. The file is sent again when the connection is back.'

/** @param snapshot of `uploadMachine` */
export function selectUploadView(snapshot: SnapshotFrom<typeof uploadMachine>): UploadView {
  const { file, share, error } = snapshot.context
  const isUncertain = snapshot.matches({ sending: 'uncertain' })
  return {
    file: snapshot.matches('refused') ? null : file,
    share: snapshot.hasTag('busy') ? share : null,
    problem: isUncertain ? NO_ANSWER : error && describeError(error),
    canRetry: isUncertain || snapshot.matches('failed'),
  }
}

/** Whether two views show the same, so that nothing needs to render again. */
export const isSameUploadView = (a: UploadView, b: UploadView): boolean =>
  a.file === b.file && a.share === b.share && a.problem === b.problem && a.canRetry === b.canRetry

/** @param send of the upload's actor */
export const uploadCommands = (send: ActorRefFrom<typeof uploadMachine>['send']) => ({
  choose: (file: File) => send({ type: 'file.chosen', file }),
  /** Cancels an upload, or dismisses a failure. */
  cancel: () => {
    send({ type: 'upload.cancel' })
    send({ type: 'upload.dismiss' })
  },
  retry: () => send({ type: 'upload.retry' }),
})
