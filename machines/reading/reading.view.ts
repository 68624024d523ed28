/** Turns a snapshot of a reading into what a view shows. */
import type { SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { readingMachine } from './reading.machine'

export interface ReadingView<T> {
  state: 'loading' | 'ready' | 'refreshing' | 'retrying' | 'outdated' | 'unreachable'
  value: T | null
  error: ApiError | null
}

/** @param snapshot of a machine whose `read` answers with a `T` */
export const selectReading = <T>(snapshot: SnapshotFrom<typeof readingMachine>): ReadingView<T> => ({
  state: snapshot.value,
  value: snapshot.context.value as T | null,
  error: snapshot.context.error,
})
