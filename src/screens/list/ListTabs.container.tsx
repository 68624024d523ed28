/** The tabs of a list with the number of rows in each, updated live (records, Lists). */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ok } from '@contract/errors'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { Tabs } from '@design-system/components/Tabs/Tabs'
import type { Resource, Row } from '@resources/resource'
import { TabStrip } from './list.styles'

/** Changes within this time cause one count. */
const GATHER_MS = 1000
/** Interval for changes that only time causes, such as a claim that expires. */
const CLOCK_MS = 60_000
/** Key of the tab with all rows. */
const ALL = ''

export interface ListTabsProps {
  resource: Pick<Resource<Row>, 'operations' | 'noun' | 'subject'>
  /** The tabs that the person may see, by name. */
  tabs: readonly { name: string; label: string }[]
  /** null: all rows. */
  shown: string | null
  /** @returns the address of a tab, without its path */
  queryOf: (tab: string | null) => URLSearchParams
}

export function ListTabs({ resource: { operations, noun, subject }, tabs, shown, queryOf }: ListTabsProps) {
  const { api, onRecordChanged, onSocketResumed } = useConsole()
  const { pathname } = useLocation()
  const navigate = useNavigate()
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

  const hrefOf = (key: string) => {
    const query = queryOf(key === ALL ? null : key).toString()
    return query === '' ? pathname : `${pathname}?${query}`
  }
  return (
    <TabStrip>
      <Tabs
        label={`Tabs of ${noun.many}`}
        selected={shown ?? ALL}
        items={[
          { key: ALL, label: 'All', href: hrefOf(ALL) },
          ...tabs.map(({ name, label }) => ({ key: name, label, count: counts?.[name], href: hrefOf(name) })),
        ]}
        onSelect={(key, event) => {
          event?.preventDefault()
          void navigate(hrefOf(key))
        }}
      />
    </TabStrip>
  )
}
