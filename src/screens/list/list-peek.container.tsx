/** Which record is shown beside the list, and its neighbours in the table's order. */
import { useCallback, useEffect, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { TableHandle } from '@design-system/patterns/Table/Table'
import type { TableStatus, TableView } from '@design-system/patterns/Table/types'
import { readPeek, writePeek } from '@resources/list-address'
import type { Row } from '@resources/resource'

/** What decides on the table's rows and their order: the neighbours are found again when one of them changes. */
interface Order {
  view: TableView
  status: TableStatus
  /** Rows that match the search and the filters. */
  matching: number | null
}

/** @returns the record beside the list, how to show another or none, and how to step to its neighbours; null at an end */
export function useListPeek(table: RefObject<TableHandle<Row> | null>, { view, status, matching }: Order) {
  const [query, setQuery] = useSearchParams()
  const id = readPeek(query)
  // The first one is a step, so that Back closes it; from one to the next there is none.
  const show = useCallback(
    (next: string | null, replace: boolean) => setQuery((now) => writePeek(now, next), { replace }),
    [setQuery],
  )
  const [around, setAround] = useState<{ previous: string | null; next: string | null }>({ previous: null, next: null })
  // After the table has put its rows in order.
  useEffect(() => {
    if (!id || !table.current) return
    const { previous, next } = table.current.neighbours(id)
    setAround({ previous: previous?.id ?? null, next: next?.id ?? null })
    table.current.reveal(id)
  }, [id, table, view, status, matching])
  const close = useCallback(() => {
    show(null, true)
    table.current?.focus()
  }, [show, table])
  const step = (to: string | null) => (to === null ? null : () => show(to, true))
  return { id, show, close, onPrevious: step(around.previous), onNext: step(around.next) }
}
