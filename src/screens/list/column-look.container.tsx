/** The columns of one table as the signed-in person likes them, kept on this device. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSelector } from '@xstate/react'
import { useConsole } from '@features/shared/console.container'
import { personMark } from '@features/shared/person-mark'
import { readKept, writeKept, type KeptColumns } from './column-look'

/**
 * @param slug of the list
 * @param known keys of the columns that there are for this person; the same array until they change
 * @returns what is kept, and how to keep parts of it
 */
export function useKeptColumns(
  slug: string,
  known: readonly string[],
): [KeptColumns, (part: Partial<KeptColumns>) => void] {
  const { preferences, actors } = useConsole()
  const userId = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.id ?? '')
  const key = `columns.${personMark(userId)}.${slug}` as const
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
