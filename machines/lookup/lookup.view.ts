/** Maps a snapshot of a lookup to what a view shows. */
import type { SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { lookupMachine } from './lookup.machine'

export interface LookupView<T> {
  /** A call is in flight, or follows when the person stops typing. */
  busy: boolean
  /** The last result; the search text may have changed since. */
  found: T | null
  error: ApiError | null
}

/** @param snapshot of a machine whose `look` answers with a `T` */
export const selectLookup = <T>(snapshot: SnapshotFrom<typeof lookupMachine>): LookupView<T> => ({
  busy: snapshot.hasTag('busy'),
  found: snapshot.context.found as T | null,
  error: snapshot.context.error,
})
