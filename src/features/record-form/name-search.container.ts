/** Searches records by name, for pickers. */
import { useCallback } from 'react'
import { describeError } from '@contract/errors'
import { useConsole } from '@console/console'
import type { NameSearch } from './FieldInput'

/**
 * @returns a function that creates the search of one picker. The search rejects with a message if the names could not
 * be read. The value of a choice is the record's id, or with `by` 'code' its code, if it has one. The code is displayed
 * next to the name, to distinguish records with the same name
 */
export function useNameSearch(): NameSearch {
  const { api } = useConsole()
  return useCallback(
    (names, by = 'id') =>
      async (query, signal) => {
        const answer = await api.call(names, { query: query === '' ? {} : { search: query } }, { signal })
        if (!answer.ok) throw new Error(describeError(answer.error))
        return answer.value.data.map(({ id, name, code }) =>
          by === 'code' && code !== undefined
            ? { value: code, label: code, description: name }
            : { value: id, label: name, ...(code !== undefined && { description: code }) },
        )
      },
    [api],
  )
}
