/** Maps a snapshot of the socket to what the frame shows of it. */
import type { SnapshotFrom } from 'xstate'
import type { ConnectionView } from '@ports/socket'
import type { socketMachine } from './socket.machine'

/** @returns the state of the tab's connection to the platform, without `offline`, which the socket cannot detect */
export function selectConnection(snapshot: SnapshotFrom<typeof socketMachine>): {
  state: Exclude<ConnectionView['state'], 'offline'>
  nextTryAt: number | null
} {
  const { nextTryAt } = snapshot.context
  if (snapshot.matches({ signedIn: { line: 'connected' } })) return { state: 'live', nextTryAt: null }
  if (snapshot.matches({ signedIn: { line: 'reconnecting' } }) || snapshot.matches({ signedIn: { line: 'refused' } }))
    return { state: 'reconnecting', nextTryAt }
  return { state: 'connecting', nextTryAt: null }
}
