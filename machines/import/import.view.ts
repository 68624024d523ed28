/** Maps a snapshot of an import to what its dialog shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeWithFields } from '@contract/errors'
import type { ImportLine } from '@contract/records/calls'
import type { ImportCounts, importMachine } from './import.machine'

type Snapshot = SnapshotFrom<typeof importMachine>
type Leaf<Value> = Value extends string ? Value : Value extends { writing: infer Below } ? Below : never

/** The state of the dialog. `withoutEffect` is shown as the preview, with counts of 0. */
export type ImportState = Exclude<Leaf<Snapshot['value']>, 'withoutEffect'>

export interface ImportView {
  state: ImportState
  /** The chosen file; null: none. */
  file: File | null
  lines: readonly ImportLine[]
  counts: ImportCounts | null
  /** Number of lines read or written so far. */
  progress: number
  /** Why the file is refused, or the call failed. */
  problem: string | null
}

/** @param snapshot of `importMachine` */
export function selectImportView({ value, context }: Snapshot): ImportView {
  const state = typeof value === 'string' ? value : value.writing
  const { file, lines, counts, applied, error } = context
  return {
    state: state === 'withoutEffect' ? 'preview' : state,
    file,
    lines,
    counts,
    progress: state === 'applying' ? applied : lines.length,
    problem: error && describeWithFields(error),
  }
}

/** @param send of the import's actor */
export const importCommands = (send: ActorRefFrom<typeof importMachine>['send']) => ({
  /** @param store code of the store that the file is about; '': the person's own */
  choose: (file: File, store = '') => send({ type: 'file.chosen', file, store }),
  apply: () => send({ type: 'import.apply' }),
  stop: () => send({ type: 'import.stop' }),
  retry: () => send({ type: 'import.retry' }),
  restart: () => send({ type: 'import.restart' }),
})
