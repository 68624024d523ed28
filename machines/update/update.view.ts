/** Maps a snapshot of the update to what its band shows. */
import type { SnapshotFrom } from 'xstate'
import type { UpdateEvent, updateMachine } from './update.machine'

export interface UpdateView {
  isOffered: boolean
  /** The page is being reloaded. */
  busy: boolean
}

export const selectUpdateView = (snapshot: SnapshotFrom<typeof updateMachine>): UpdateView => {
  const busy = snapshot.matches('keepingDrafts') || snapshot.matches('reloading')
  return { isOffered: busy || snapshot.matches('available'), busy }
}

export const updateCommands = (send: (event: UpdateEvent) => void) => ({
  reload: () => send({ type: 'update.reload' }),
  postpone: () => send({ type: 'update.postpone' }),
})
