/** Names of referenced records: found by a search, or read by id. */
import { useState } from 'react'
import { describeError } from '@contract/errors'
import { useConsole } from '@console/console'
import type { InputSources } from './FieldInput'

export interface RecordNames extends Pick<InputSources, 'search' | 'names' | 'readNames'> {
  /** Adds names by id, for example those in the record of a colleague's save. */
  note: (names: ReadonlyMap<string, string>) => void
}

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * @param saved names of the records that the form's record refers to, by id
 * @returns the searches of pickers, and all names that are known so far. A search rejects with a message if the names
 * could not be read. The value of a choice is the record's id, or with `by` 'code' its code, if it has one. The code is
 * displayed next to the name, to distinguish records with the same name
 */
export function useRecordNames(saved = NONE): RecordNames {
  const { api } = useConsole()
  const [found, setFound] = useState(NONE)
  const note = (names: ReadonlyMap<string, string>) => {
    if (names.size > 0) setFound((known) => new Map([...known, ...names]))
  }
  const add = (records: readonly { id: string; name: string }[]) =>
    note(new Map(records.map(({ id, name }) => [id, name])))
  return {
    note,
    names: found.size > 0 ? new Map([...saved, ...found]) : saved,
    search:
      (names, by = 'id') =>
      async (query, signal) => {
        const answer = await api.call(names, { query: query === '' ? {} : { search: query } }, { signal })
        if (!answer.ok) throw new Error(describeError(answer.error))
        add(answer.value.data)
        return answer.value.data.map(({ id, name, code }) =>
          by === 'code' && code !== undefined
            ? { value: code, label: code, description: name }
            : { value: id, label: name, ...(code !== undefined && { description: code }) },
        )
      },
    readNames: (names, ids, signal) =>
      void api
        .call(names, { query: { id: [...ids] } }, { signal })
        .then((answer) => answer.ok && add(answer.value.data)),
  }
}
