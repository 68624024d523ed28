/**
 * The list of a record that is read in pages: it offers the filters and orders that the record's paths serve, and the
 * server searches and sorts.
 */
import { useCallback, useMemo } from 'react'
import { filterBody, filterQuery, orderOf, wholeQuery } from '@contract/records/page-query'
import { canRead, type AccessStore } from '@contract/permissions'
import { fieldsOfTab } from '@contract/records/paths'
import type { RecordDefinition } from '@contract/records/record'
import { exportName } from '@design-system/patterns/Table/export-csv'
import type { Column } from '@design-system/patterns/Table/types'
import { fieldsToRead } from '@resources/fields'
import { readTab, writeTab } from '@resources/list-address'
import type { Row } from '@resources/resource'
import { tableColumns } from './columns'
import { useExporter } from './Exporter.container'
import { GoTo } from './GoTo'
import { ListBody, NO_ROWS, type ListBodyProps, type ReadableListProps } from './ListScreen.container'
import { useListQuery } from './list-query.container'
import { ListTabs } from './ListTabs.container'
import { ListTotal } from './ListTotal.container'
import { useListView } from './list-view.container'
import { usePagedRows } from './paged-rows.container'
import { ownOrderOf, pagedColumns, servedView } from './paged-view'

/** The list of the tab in the address. An embedded list has no tabs: its page determines the part that it shows. */
export default function PagedList(props: ReadableListProps) {
  const { resource, access } = props
  const { record } = resource
  const [query] = useListQuery()
  const tabs = record.within
    ? []
    : Object.entries(record.tabs ?? {})
        .filter(([, tab]) => fieldsOfTab(tab).every((field) => canRead(access, resource.subject, field)))
        .map(([name, tab]) => ({ name, label: tab.label, fixed: Object.keys(tab.equal) }))
  const tab = tabs.find(({ name }) => name === readTab(query))
  const shown = tab?.name ?? null
  const label = tab?.label
  const part = useMemo(() => {
    if (shown === null) return resource
    // Of a tab without rows the list may have many.
    const empty = { title: `Nothing in ${label}`, text: `No ${resource.noun.one} belongs to this tab at the moment.` }
    return { ...resource, empty, record: { ...record, tab: shown } }
  }, [resource, record, shown, label])
  const strip = tabs.length > 0 && (
    <ListTabs
      resource={resource}
      tabs={tabs}
      shown={shown}
      queryOf={(name) => writeTab(query, name, tabs.find((each) => each.name === name)?.fixed ?? [])}
    />
  )
  return <PartOfList key={shown} {...props} resource={part} tabs={strip} />
}

const NO_STORES: readonly AccessStore[] = []

type PartOfListProps = ReadableListProps & Pick<ListBodyProps, 'tabs'>
function PartOfList({ resource, access, columns, tabs }: PartOfListProps) {
  const record = resource.record as RecordDefinition
  const serving = useMemo(
    () => ({
      ownOrder: ownOrderOf(record),
      serve: (view: Parameters<typeof servedView>[1]) => servedView(record, view),
    }),
    [record],
  )
  const listView = useListView(resource, columns, serving)
  const { view } = listView
  const order = orderOf(record, view)
  // The order determines the position of a new record.
  const fields = fieldsToRead(resource, [...listView.fields, ...(order ? [order.key] : [])])
  const { moves, go, ...rows } = usePagedRows(resource, record, view, fields)

  const { filters } = view
  const { stores = NO_STORES } = access
  const offer = useCallback(
    (all: Column<Row>[]) => pagedColumns(record, all, { filters }, stores),
    [record, filters, stores],
  )
  const query = filterQuery(record, view)
  const found = useMemo(() => filterBody(filterQuery(record, view)), [record, view])
  const exporting = useExporter({
    resource,
    listed: () => {
      const all = tableColumns(columns, NO_ROWS, {})
      const { tab } = resource.record
      return {
        query: { ...wholeQuery(record, view), fields: columns.map(({ field }) => field) },
        columns: all,
        name: exportName(
          resource.slug,
          offer(all),
          view,
          tab === undefined ? [] : [record.tabs![tab]!.label],
          new Date(),
        ),
      }
    },
  })
  const summary = (
    <>
      {exporting.progress}
      {rows.isComplete && <ListTotal key={JSON.stringify(query)} resource={resource} query={query} moves={moves} />}
      {order && (
        <GoTo
          title={record.allFields[order.key]!.label}
          isTime={record.allFields[order.key]!.type.kind === 'time'}
          descending={order.descending}
          onGo={go}
        />
      )}
    </>
  )
  return (
    <ListBody
      resource={resource}
      access={access}
      columns={columns}
      listView={listView}
      rows={rows}
      offer={offer}
      found={resource.record.tab === undefined ? found : undefined}
      summary={summary}
      exporter={exporting.starter}
      tabs={tabs}
    />
  )
}
