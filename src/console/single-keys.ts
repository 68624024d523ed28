/** Whether shortcuts of one key act: an attribute of the root element, kept as a preference of this device. */
import { useCallback, useInsertionEffect, useSyncExternalStore } from 'react'
import { setSingleKeys } from '@design-system/primitives/Kbd/single-keys'
import { useConsole } from './console'

/** @returns whether they are on, and how to switch and keep it */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const { preferences } = useConsole()
  const on = useSyncExternalStore(
    useCallback((tell: () => void) => preferences.subscribe(tell), [preferences]),
    () => preferences.get('singleKeys') !== 'off',
  )
  useInsertionEffect(() => setSingleKeys(on), [on])
  return [on, useCallback((next: boolean) => preferences.set('singleKeys', next ? 'on' : 'off'), [preferences])]
}
