/** How many rows each tab of a list has, kept live. */
import { useEffect } from 'react'
import { ok } from '@contract/errors'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import type { Resource, Row } from '@resources/resource'

/** Changes within this time cause one count. */
const GATHER_MS = 1000
/** Interval for changes that only time causes, such as a claim that expires. */
const CLOCK_MS = 60_000

/** @returns tab → the number of its rows; null until they are known */
export function useTabCounts({ operations, subject }: Pick<Resource<Row>, 'operations' | 'subject'>) {
  const { api, onRecordChanged, onSocketResumed } = useConsole()
  const { value: counts, refresh } = useReading<Record<string, number>>(async (signal) => {
    const answer = await api.call(operations.tabs!, {}, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        refresh()
      }, GATHER_MS)
    }
    const byClock = setInterval(refresh, CLOCK_MS)
    const stops = [
      onRecordChanged((change) => change.subject === subject && soon()),
      onSocketResumed(soon),
      () => clearInterval(byClock),
      () => clearTimeout(gathering),
    ]
    return () => stops.forEach((stop) => stop())
  }, [onRecordChanged, onSocketResumed, subject, refresh])
  return { counts: counts ?? null, refresh }
}
