import { useEffect } from 'react'
import { useConsole } from '@console/console'

/** Changes within this time cause one reading, milliseconds. */
const GATHER_MS = 1000

/**
 * Reads again after records of a kind have changed, and after the socket was disconnected.
 * @param subject of the records @param refresh reads again; the function must be stable @param isOn false: nothing is read
 */
export function useLiveRefresh(subject: string, refresh: () => void, isOn = true): void {
  const { onRecordChanged, onSocketResumed } = useConsole()
  useEffect(() => {
    if (!isOn) return
    let gathering: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        refresh()
      }, GATHER_MS)
    }
    const stops = [onRecordChanged((change) => change.subject === subject && soon()), onSocketResumed(soon)]
    return () => {
      stops.forEach((stop) => stop())
      clearTimeout(gathering)
    }
  }, [isOn, subject, refresh, onRecordChanged, onSocketResumed])
}
