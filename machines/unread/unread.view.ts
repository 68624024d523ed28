/** From a snapshot of an unread count to what its icon shows. */
import type { SnapshotFrom } from 'xstate'
import { BADGE_CAP } from '@contract/constants'
import type { unreadMachine } from './unread.machine'

/** @returns what the badge counts, 0 where there is none; beyond what it can say it is the same */
export const selectUnread = (snapshot: SnapshotFrom<typeof unreadMachine>): number =>
  snapshot.matches('counted') ? Math.min(snapshot.context.count ?? 0, BADGE_CAP + 1) : 0
