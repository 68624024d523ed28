/** Maps a snapshot of an unread count to what its icon shows. */
import type { SnapshotFrom } from 'xstate'
import { BADGE_CAP } from '@contract/constants'
import type { unreadMachine } from './unread.machine'

/**
 * @returns the badge's count; 0 means no badge. Above the cap the value stays the same, so that nothing renders again
 */
export const selectUnread = (snapshot: SnapshotFrom<typeof unreadMachine>): number =>
  snapshot.matches('counted') ? Math.min(snapshot.context.count ?? 0, BADGE_CAP + 1) : 0
