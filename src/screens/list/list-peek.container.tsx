/** The record that is shown beside the list, and its neighbours in the table's order. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Neighbours, TableHandle } from '@design-system/patterns/Table/Table'
import { readPeek, writePeek } from '@resources/list-address'
import type { Row } from '@resources/resource'
import { useListQuery } from './list-query.container'

/** A row that the person passes while the key is held is not shown: each shown record is read. Milliseconds. */
const REST_MS = 120

const ALONE: Neighbours<Row> = { previous: null, next: null }

/**
 * @param table gets the focus when the record is closed
 * @returns the record next to the list, and functions to show another or none and to move to its neighbours; null at an
 * end
 */
export function useListPeek(table: RefObject<Pick<TableHandle<Row>, 'focus'> | null>) {
  const [query, setQuery] = useListQuery()
  const id = readPeek(query)
  const [{ previous, next }, onPlaced] = useState(ALONE)
  // Opening the first record adds an entry to the history, so that Back closes it; moving to another one does not.
  const show = useCallback(
    (shown: string | null, replace: boolean) => setQuery((now) => writePeek(now, shown), { replace }),
    [setQuery],
  )
  const close = useCallback(() => {
    show(null, true)
    table.current?.focus()
  }, [show, table])
  const step = (to: Row | null) => (to === null ? null : () => show(to.id, true))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [id])
  /** While a record is shown: the person moved to another row. */
  const follow = (row: Row) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => show(row.id, true), REST_MS)
  }
  return {
    id,
    show,
    close,
    onPlaced,
    onPrevious: step(previous),
    onNext: step(next),
    follow: id === null ? undefined : follow,
  }
}
