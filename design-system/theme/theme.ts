/**
 * Theme and density of the page: attributes of the root element that GlobalStyle uses. Nothing renders again when they change. The
 * caller decides where the choice is stored.
 */
import type { rowHeights } from '../tokens/tokens'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

export const DENSITIES = ['compact', 'default', 'comfortable'] as const satisfies readonly (keyof typeof rowHeights)[]
export type Density = (typeof DENSITIES)[number]

/** Storage for two short strings. Its methods must not throw; `null` means never set. */
export interface PreferenceStorage {
  read(key: 'theme' | 'density'): string | null
  write(key: 'theme' | 'density', value: string): void
}

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)
const isDensity = (value: unknown): value is Density => DENSITIES.some((density) => density === value)

/** The page's theme: 'system' where none was set. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return isTheme(theme) ? theme : 'system'
}

/** The page's density: 'default' where none was set. */
export function currentDensity(): Density {
  const { density } = document.documentElement.dataset
  return isDensity(density) ? density : 'default'
}

/** Applies a theme to the page and, with a storage, stores the choice. */
export function setTheme(theme: Theme, storage?: PreferenceStorage): void {
  document.documentElement.dataset.theme = theme
  storage?.write('theme', theme)
}

/** Sets the row height of all tables and, with a storage, stores the choice. */
export function setDensity(density: Density, storage?: PreferenceStorage): void {
  document.documentElement.dataset.density = density
  storage?.write('density', density)
}

/** Applies the stored choices to the page, before the first render. An unknown value counts as never set. */
export function restorePreferences(storage: PreferenceStorage): void {
  const theme = storage.read('theme')
  const density = storage.read('density')
  setTheme(isTheme(theme) ? theme : 'system')
  setDensity(isDensity(density) ? density : 'default')
}
