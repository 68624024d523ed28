/**
 * Theme and density of the page: attributes of the root element, stored as preferences. The sidebar, avatar menu, login
 * and tables use them.
 */
import { useCallback, useSyncExternalStore } from 'react'
import {
  currentDensity,
  currentTheme,
  setDensity,
  setTheme,
  type Density,
  type PreferenceStorage,
  type Theme,
} from '@design-system/theme/theme'
import { useConsole } from './console'

/** @returns the current value (the stored preference reports changes), and a function that changes and stores it */
function useChoice<T extends string>(
  current: () => T,
  set: (value: T, storage: PreferenceStorage) => void,
): [T, (value: T) => void] {
  const { preferences } = useConsole()
  const value = useSyncExternalStore((changed) => preferences.subscribe(changed), current)
  const choose = useCallback(
    (next: T) => set(next, { read: (key) => preferences.get(key), write: (key, kept) => preferences.set(key, kept) }),
    [preferences, set],
  )
  return [value, choose]
}

export const useTheme = () => useChoice<Theme>(currentTheme, setTheme)
export const useDensity = () => useChoice<Density>(currentDensity, setDensity)
