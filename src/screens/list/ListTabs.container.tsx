/** The tabs of a list with the number of rows in each, updated live (records, Lists). */
import { useLocation, useNavigate } from 'react-router-dom'
import { TAB_COUNT_MAX } from '@contract/constants'
import { Tabs } from '@design-system/components/Tabs/Tabs'
import { useTabCounts } from '@features/shared/tab-counts.container'
import type { Resource, Row } from '@resources/resource'
import { TabStrip } from './list.styles'

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

export function ListTabs({ resource, tabs, shown, queryOf }: ListTabsProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { counts } = useTabCounts(resource)
  const hrefOf = (key: string) => {
    const query = queryOf(key === ALL ? null : key).toString()
    return query === '' ? pathname : `${pathname}?${query}`
  }
  return (
    <TabStrip>
      <Tabs
        label={`Tabs of ${resource.noun.many}`}
        selected={shown ?? ALL}
        countCap={TAB_COUNT_MAX}
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
