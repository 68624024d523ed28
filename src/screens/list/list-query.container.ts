/** The part of the address that belongs to one list: an embedded list shares the address with the page around it. */
import { createContext, useCallback, useContext, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { partOfQuery, withPart } from '@resources/list-address'

const Prefix = createContext('')
/** Gives the lists inside it their own prefix in the address. */
export const ListQueryPrefix = Prefix.Provider

type Change = (now: URLSearchParams) => URLSearchParams

/** @returns the list's own query, and a function to change it; `replace` adds no entry to the history */
export function useListQuery(): [URLSearchParams, (change: Change, options?: { replace?: boolean }) => void] {
  const prefix = useContext(Prefix)
  const [query, setQuery] = useSearchParams()
  const own = useMemo(() => partOfQuery(query, prefix), [query, prefix])
  const setOwn = useCallback(
    (change: Change, options?: { replace?: boolean }) =>
      setQuery((now) => withPart(now, prefix, change(partOfQuery(now, prefix))), options),
    [setQuery, prefix],
  )
  return [own, setOwn]
}
