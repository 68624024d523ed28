/** Maps a snapshot of an import to what its dialog shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { ImportLine } from '@contract/records/calls'
import type { ImportCounts, importMachine } from './import.machine'

/** The state of the dialog. `withoutEffect` is shown as the preview, with counts of 0. */
export type ImportState = Exclude<SnapshotFrom<typeof importMachine>['value'], 'withoutEffect'>

export interface ImportView {
  state: ImportState
  fileName: string
  lines: readonly ImportLine[]
  counts: ImportCounts | null
  /** Number of lines read or written so far. */
  progress: number
  /** Why the file is refused, or the call failed. */
  problem: string | null
}

/** @param snapshot of `importMachine` */
export function selectImportView({ value, context }: SnapshotFrom<typeof importMachine>): ImportView {
  const { file, lines, counts, applied, error } = context
  return {
    state: value === 'withoutEffect' ? 'preview' : value,
    fileName: file?.name ?? '',
    lines,
    counts,
    progress: value === 'applying' ? applied : lines.length,
    problem: error && describeError(error),
  }
}

/** @param send of the import's actor */
export const importCommands = (send: ActorRefFrom<typeof importMachine>['send']) => ({
  choose: (file: File) => send({ type: 'file.chosen', file }),
  apply: () => send({ type: 'import.apply' }),
  stop: () => send({ type: 'import.stop' }),
  retry: () => send({ type: 'import.retry' }),
  restart: () => send({ type: 'import.restart' }),
})
