/** Theme and density of the page: attributes of the root element, kept as preferences. Sidebar, avatar menu, login and tables share them. */
import { useCallback, useSyncExternalStore } from 'react'
import { DENSITIES, setDensity, setTheme, THEMES, type Density, type Theme } from '@design-system/theme/theme'
import { useConsole } from './console.container'

/** @returns the preference's value where it is one of those that there are, and how to set it */
function useChoice<T extends string>(key: 'theme' | 'density', all: readonly T[], usual: T, apply: (value: T) => void): [T, (value: T) => void] {
  const { preferences } = useConsole()
  const kept = useSyncExternalStore((changed) => preferences.subscribe(changed), () => preferences.get(key))
  const choose = useCallback(
    (value: T) => {
      apply(value)
      preferences.set(key, value)
    },
    [apply, preferences, key],
  )
  return [all.find((value) => value === kept) ?? usual, choose]
}

export const useTheme = () => useChoice<Theme>('theme', THEMES, 'system', setTheme)
export const useDensity = () => useChoice<Density>('density', DENSITIES, 'default', setDensity)
