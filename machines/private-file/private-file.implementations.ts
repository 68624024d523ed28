/** The implementations of the private-file machine over one call. */
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import { privateFileMachine, type PrivateFileEvent } from './private-file.machine'

export interface PrivateFileDependencies {
  /** Reads the content of a file; the server writes each read to the audit log. Failures are data. */
  read: (id: string, signal: AbortSignal) => Promise<Result<Blob>>
  onLineBack: OnLineBack
}

/** @returns the machine with everything provided, ready to start; one for each place that shows a file */
export const createPrivateFileImplementations = ({ read, onLineBack }: PrivateFileDependencies) =>
  privateFileMachine.provide({
    actors: {
      readFile: answered<Result<Blob>, { id: string }>(({ input, signal }) => read(input.id, signal)),
      lineFeed: createLineFeed<PrivateFileEvent>(onLineBack),
    },
  })
