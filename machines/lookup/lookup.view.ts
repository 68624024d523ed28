/** From a snapshot of a lookup to what a view shows. */
import type { SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { lookupMachine } from './lookup.machine'

export interface LookupView<T> {
  /** An answer is on its way, or will be asked for when the typing rests. */
  busy: boolean
  /** What was found last; perhaps for words that have changed since. */
  found: T | null
  error: ApiError | null
}

/** @param snapshot of a machine made with a `look` that answers `T` */
export const selectLookup = <T>(snapshot: SnapshotFrom<typeof lookupMachine>): LookupView<T> => ({
  busy: snapshot.hasTag('busy'),
  found: snapshot.context.found as T | null,
  error: snapshot.context.error,
})
