/** The names of the records that the value of a field refers to. */
import { useEffect, useEffectEvent } from 'react'
import type { FormField } from '@resources/resource'
import type { InputSources } from './FieldInput'

/** @param ids the field's value @returns the name of a record; '…' until it was read */
export function useNamesOf({ names: operation }: FormField, ids: readonly string[], sources: InputSources) {
  const unknown = ids.filter((id) => !sources.names.has(id)).join(',')
  const read = useEffectEvent((signal: AbortSignal) => sources.readNames(operation!, unknown.split(','), signal))
  useEffect(() => {
    if (unknown === '') return
    const reading = new AbortController()
    read(reading.signal)
    return () => reading.abort()
  }, [unknown])
  return (id: string): string => sources.names.get(id) ?? '…'
}
