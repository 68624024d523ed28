import { useEffect } from 'react'
import { useConsole } from '@console/console'

/** Changes within this time cause one reading, milliseconds. */
const GATHER_MS = 1000

/**
 * Reads again after records of some kinds have changed, and after the socket was disconnected.
 * @param subjects of the records, a stable array for several @param refresh reads again; the function must be stable @param isOn false: nothing is read
 */
export function useLiveRefresh(subjects: string | readonly string[], refresh: () => void, isOn = true): void {
  const { onRecordChanged, onSocketResumed } = useConsole()
  useEffect(() => {
    if (!isOn) return
    const follows = (subject: string) =>
      typeof subjects === 'string' ? subjects === subject : subjects.includes(subject)
    let gathering: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        refresh()
      }, GATHER_MS)
    }
    const stops = [onRecordChanged((change) => follows(change.subject) && soon()), onSocketResumed(soon)]
    return () => {
      stops.forEach((stop) => stop())
      clearTimeout(gathering)
    }
  }, [isOn, subjects, refresh, onRecordChanged, onSocketResumed])
}
