/** How many rows each tab of a list has, kept live. */
import { useEffect } from 'react'
import { ok } from '@contract/errors'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import type { Resource, Row } from '@resources/resource'
import { useLiveRefresh } from './live-refresh.container'

/** Interval for changes that only time causes, such as a claim that expires. */
const CLOCK_MS = 60_000

/** @returns tab → the number of its rows; null until they are known */
export function useTabCounts({ operations, subject }: Pick<Resource<Row>, 'operations' | 'subject'>) {
  const { api } = useConsole()
  const { value: counts, refresh } = useReading<Record<string, number>>(async (signal) => {
    const answer = await api.call(operations.tabs!, {}, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  useLiveRefresh(subject, refresh)
  useEffect(() => {
    const byClock = setInterval(refresh, CLOCK_MS)
    return () => clearInterval(byClock)
  }, [refresh])
  return { counts: counts ?? null, refresh }
}
