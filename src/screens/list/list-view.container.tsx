/** A person's view of one list: search, filters and order from the address, columns and their layout from the preferences. */
import { useCallback, useMemo, useState } from 'react'
import type { ColumnLook, TableView } from '@design-system/patterns/Table/types'
import { columnsToSearch, fieldsToRead, shownByDefault } from '@resources/fields'
import { filteredColumn, readView, writeView } from '@resources/list-address'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { useKeptColumns } from './column-layout.container'
import { useListQuery } from './list-query.container'

/** The manual order of the records. */
const OWN_ORDER = { key: 'position', order: 'asc' } as const

/** How a list handles the view in an address. */
export interface Serving {
  /** The order of a list if nobody chose one. */
  readonly ownOrder: TableView['sort']
  /** Removes what the list does not support. */
  serve(view: TableView): TableView
}

/**
 * @param columns that the person may read
 * @param serving for a list that does not support every filter and order
 * @returns the view and the columns' layout, functions that change them, and the fields that the view needs
 */
export function useListView(resource: Resource<Row>, columns: readonly ColumnDefinition<Row>[], serving?: Serving) {
  const [query, setQuery] = useListQuery()
  const known = useMemo((): string[] => columns.map((column) => column.field), [columns])
  const [kept, keep] = useKeptColumns(resource.slug, known)
  /** Columns whose values a filter has requested, whether or not they are shown. */
  const [asked, setAsked] = useState<readonly string[]>([])
  const askValues = useCallback(
    (column: string) => setAsked((now) => (now.includes(column) ? now : [...now, column])),
    [],
  )
  const ownOrder = serving ? serving.ownOrder : resource.ordered && known.includes(OWN_ORDER.key) ? OWN_ORDER : null
  // Columns in the address take precedence over the stored ones.
  const view = useMemo((): TableView => {
    const wanted = readView(query, known)
    const served = serving?.serve(wanted) ?? wanted
    return { ...served, sort: served.sort ?? ownOrder, columns: wanted.columns ?? kept.columns }
  }, [query, known, kept.columns, ownOrder, serving])
  const layout = useMemo((): ColumnLook => ({ widths: kept.widths, pinned: kept.pinned }), [kept])
  const shownKeys = view.columns?.join() ?? ''
  const changeView = useCallback(
    (next: TableView) => {
      if ((next.columns?.join() ?? '') !== shownKeys) keep({ columns: next.columns })
      // The address does not contain the order that people gave the list.
      const isOwn = next.sort?.key === ownOrder?.key && next.sort?.order === ownOrder?.order
      setQuery((now) => writeView(now, isOwn ? { ...next, sort: null } : next), { replace: true })
    },
    [setQuery, keep, shownKeys, ownOrder],
  )
  // A search, a filter or an order may need a hidden column. The default ones come first, because they were requested already.
  const inUse = [
    ...shownByDefault(resource.columns),
    ...(view.columns ?? []),
    ...columnsToSearch(resource.columns, view.search),
    ...Object.keys(view.filters).map(filteredColumn),
    ...asked,
    ...(view.sort ? [view.sort.key] : []),
  ]
  return { view, changeView, layout, changeLayout: keep, askValues, fields: fieldsToRead(resource, inUse) }
}
export type ListViewOfPerson = ReturnType<typeof useListView>
