/** The records of a finished action to which the address filters the list ('Show these 79'). */
import { useEffect, useMemo } from 'react'
import type { TableScope } from '@design-system/patterns/Table/types'
import { useConsole } from '@console/console'
import type { Resource, Row } from '@resources/resource'
import { dropSelection, readSelection } from '@resources/list-address'
import { useListQuery } from './list-query.container'

/**
 * @returns the rows that the table shows; null for all. If the records of the address are not available any more, all
 * rows are shown with a message: they are kept in this tab until the page is reloaded or the session ends.
 */
export function useScope({ slug, noun }: Pick<Resource<Row>, 'slug' | 'noun'>): TableScope<Row> | null {
  const { activity, toasts } = useConsole()
  const { sets } = activity()
  const [query, setQuery] = useListQuery()
  const token = readSelection(query)
  const found = token === null ? null : sets.get(token)
  const set = found?.list === slug ? found : null
  const isUnknown = token !== null && set === null
  useEffect(() => {
    if (!isUnknown) return
    toasts.show('warning', `The selection of that link is no longer known. All ${noun.many} are shown.`)
    setQuery((now) => dropSelection(now), { replace: true })
  }, [isUnknown, noun, toasts, setQuery])
  return useMemo(
    () =>
      token !== null && set
        ? {
            key: token,
            label: set.label,
            holds: ({ id }) => set.ids.has(id),
            onClear: () => setQuery((now) => dropSelection(now)),
          }
        : null,
    [token, set, setQuery],
  )
}
