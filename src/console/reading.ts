/** A value that is read and shown: the reading machine, run by the component that shows it. */
import { useCallback, useEffect, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import type { Result } from '@contract/errors'
import { selectReading, type ReadingView } from '@machines/reading/reading.view'
import { useConsole } from './console'

export interface Reading<T> extends ReadingView<T> {
  retry: () => void
  refresh: () => void
}

/**
 * @param read reads a `T` from the server; called once when the component mounts
 * @returns the view of the value, and a function that reads it again
 */
export function useReading<T>(read: (signal: AbortSignal) => Promise<Result<T>>): Reading<T> {
  const running = useConsole()
  const [machine] = useState(() => running.reading(read))
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectReading<T>, shallowEqual)
  const retry = useCallback(() => actor.send({ type: 'retry' }), [actor])
  const refresh = useCallback(() => actor.send({ type: 'reading.refresh' }), [actor])
  return { ...view, retry, refresh }
}

/** Reads a record again when it changed elsewhere, and after a gap in the connection. @param id of the record */
export function useFreshRecord(id: string, refresh: () => void): void {
  const { onRecordChanged, onSocketResumed } = useConsole()
  useEffect(() => {
    const stops = [
      onRecordChanged((change) => (change.id === id || change.id === null) && refresh()),
      onSocketResumed(refresh),
    ]
    return () => stops.forEach((stop) => stop())
  }, [onRecordChanged, onSocketResumed, id, refresh])
}
