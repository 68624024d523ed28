/** Maps a snapshot of the access machine to what a page needs of it. */
import type { SnapshotFrom } from 'xstate'
import type { accessMachine } from './access.machine'

/** @returns whether the permissions are known; a page that shows stays while they are read again */
export const selectIsKnown = (snapshot: SnapshotFrom<typeof accessMachine>): boolean =>
  snapshot.matches('ready') || snapshot.matches('refreshing')
