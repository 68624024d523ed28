/** Maps a snapshot of a reading to what a view shows. */
import type { SnapshotFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { readingMachine } from './reading.machine'

export interface ReadingView<T> {
  state: 'loading' | 'ready' | 'refreshing' | 'retrying' | 'outdated' | 'unreachable'
  value: T | null
  error: ApiError | null
}

const STATES = {
  opening: 'loading',
  renewing: 'refreshing',
  repeating: 'retrying',
  recovering: 'refreshing',
} as const

/** @returns the state for a view, without the distinction whether the value has changed meanwhile */
function stateOf({ value }: SnapshotFrom<typeof readingMachine>): ReadingView<unknown>['state'] {
  if (typeof value === 'string') return value
  return STATES[Object.keys(value)[0] as keyof typeof STATES]
}

/** @param snapshot of a machine whose `read` returns a `T` */
export const selectReading = <T>(snapshot: SnapshotFrom<typeof readingMachine>): ReadingView<T> => ({
  state: stateOf(snapshot),
  value: snapshot.context.value as T | null,
  error: snapshot.context.error,
})
