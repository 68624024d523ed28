/** The columns of one list as the signed-in person chose them: a preference that is stored with the account. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useConsole } from '@console/console'
import { readKept, writeKept, type KeptColumns } from './column-layout'

/**
 * @param slug of the list
 * @param known keys of the columns that exist for this person; a stable array
 * @returns the stored layout, and a function that stores parts of it
 */
export function useKeptColumns(
  slug: string,
  known: readonly string[],
): [KeptColumns, (part: Partial<KeptColumns>) => void] {
  const { preferences } = useConsole()
  const key = `columns.${slug}` as const
  const text = useSyncExternalStore(
    useCallback((tell: () => void) => preferences.subscribe(tell), [preferences]),
    () => preferences.get(key),
  )
  const kept = useMemo(() => readKept(text, known), [text, known])
  const keep = useCallback(
    (part: Partial<KeptColumns>) =>
      preferences.set(key, writeKept({ ...readKept(preferences.get(key), known), ...part })),
    [preferences, key, known],
  )
  return [kept, keep]
}
