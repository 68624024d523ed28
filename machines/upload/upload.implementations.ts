/** The implementations of the upload machine over one call. */
import { fromCallback } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { FileRule } from '@contract/file-types'
import { FILE_LIMITS, FILE_REFUSAL, refusalOf } from '@contract/files'
import type { UploadedFile } from '@contract/http/files'
import { answered } from '../kit/answered'
import { createWriteImplementations, type WriteDependencies } from '../write/write.implementations'
import { uploadMachine, type Checked, type SentFile, type UploadEvent } from './upload.machine'

export interface UploadDependencies extends Pick<WriteDependencies, 'onLineBack'> {
  /** Sends a file; failures are data. @param onProgress receives the share that was sent, from 0 to 1 */
  send: (sent: SentFile, signal: AbortSignal, onProgress: (share: number) => void) => Promise<Result<UploadedFile>>
  /** The files that the field accepts: any other file is refused before it is sent. */
  rule: FileRule
}

/** @returns the refusal that the server would give too, as far as a first check of the content shows */
async function checked(file: File, rule: FileRule): Promise<Checked> {
  // A file above the size limit is not read at all.
  const refusal =
    file.size > FILE_LIMITS.bytes ? FILE_REFUSAL.tooLarge : refusalOf(new Uint8Array(await file.arrayBuffer()), rule)
  return refusal === null ? ok(null) : failed({ kind: 'rejected', message: refusal, fields: { file: [refusal] } })
}

/** A file that was moved or deleted after it was chosen cannot be read. */
const UNREADABLE = failed({
  kind: 'rejected',
  message: 'The file cannot be read. Choose it again.',
  fields: {},
})

/** @returns the machine with everything provided, ready to start; one for each field */
export function createUploadImplementations({ send, rule, onLineBack }: UploadDependencies) {
  let onShare: ((share: number) => void) | null = null
  return uploadMachine.provide({
    actors: {
      checkFile: answered<Checked, { file: File }>(({ input }) => checked(input.file, rule).catch(() => UNREADABLE)),
      write: createWriteImplementations<SentFile, Result<UploadedFile>>({ onLineBack }, (sent, signal) =>
        send(sent, signal, (share) => !signal.aborted && onShare?.(share)),
      ),
      progressFeed: fromCallback<UploadEvent>(({ sendBack }) => {
        const own = (share: number) => sendBack({ type: 'upload.progressed', share })
        onShare = own
        return () => {
          if (onShare === own) onShare = null
        }
      }),
    },
  })
}
