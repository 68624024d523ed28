/** Maps a snapshot of an export to what its button shows, and commands to events. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { listExportMachine } from './list-export.machine'

/** @returns number of rows that have arrived; null if no file is being made */
export const selectExported = (snapshot: SnapshotFrom<typeof listExportMachine>): number | null =>
  snapshot.matches('exporting') ? snapshot.context.count : null

/** @param send of the export's actor */
export const listExportCommands = (send: ActorRefFrom<typeof listExportMachine>['send']) => ({
  start: () => send({ type: 'export.start' }),
  cancel: () => send({ type: 'export.cancel' }),
})
