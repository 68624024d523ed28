/**
 * Whether single-key shortcuts are enabled: an attribute of the root element, stored as a preference of this device.
 */
import { useCallback, useInsertionEffect, useSyncExternalStore } from 'react'
import { setSingleKeys } from '@design-system/primitives/Kbd/single-keys'
import { useConsole } from './console'

/** @returns whether they are enabled, and a function that changes and stores this */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const { preferences } = useConsole()
  const on = useSyncExternalStore(
    useCallback((tell: () => void) => preferences.subscribe(tell), [preferences]),
    () => preferences.get('singleKeys') !== 'off',
  )
  useInsertionEffect(() => setSingleKeys(on), [on])
  return [on, useCallback((next: boolean) => preferences.set('singleKeys', next ? 'on' : 'off'), [preferences])]
}
