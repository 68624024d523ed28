/** What modules tell the live socket, after their change is committed. */
import type { RecordChanged } from '@contract/socket'

export interface Live {
  /** @param store of the record: those who see only some stores hear only of these */
  recordChanged(change: RecordChanged, store: string | null): void
  /** Rights were changed: those of one member of staff, or (permission sets, roles) everybody's are read anew. */
  accessChanged(staffId?: string): void
  /** @param ids of the sessions that were revoked: their sockets are told and closed */
  sessionsEnded(ids: readonly string[]): void
}
