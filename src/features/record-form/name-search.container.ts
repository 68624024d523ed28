/** How pickers find records by their names. */
import { useCallback } from 'react'
import { describeError } from '@contract/errors'
import { useConsole } from '@console/console'
import type { NameSearch } from './FieldInput'

/**
 * @returns what makes the search of one picker; it rejects with a sentence where the names could not be read. A choice stands for an
 * id, and shows beside the name what tells it apart from others of that name; `by` 'code': for what identifies the record
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
