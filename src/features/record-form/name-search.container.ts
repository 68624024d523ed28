/** How pickers find records by their names. */
import { useCallback } from 'react'
import type { SearchChoices } from '@design-system/components/Combobox/choices'
import { describeError } from '@contract/errors'
import { useConsole } from '@console/console'
import type { NamesOperation } from '@resources/resource'

/** @returns what makes the search of one picker; it rejects with a sentence where the names could not be read */
export function useNameSearch(): (names: NamesOperation) => SearchChoices {
  const { api } = useConsole()
  return useCallback(
    (names) => async (query, signal) => {
      const answer = await api.call(names, { query: query === '' ? {} : { search: query } }, { signal })
      if (!answer.ok) throw new Error(describeError(answer.error))
      return answer.value.data.map(({ id, name }) => ({ value: id, label: name }))
    },
    [api],
  )
}
