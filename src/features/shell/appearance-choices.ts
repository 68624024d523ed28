/** The labels and the order of the choices for the appearance of the console. */
import { DENSITIES, THEMES, type Density, type Theme } from '@design-system/theme/theme'

export const THEME_WORD: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' }
export const DENSITY_WORD: Record<Density, string> = {
  compact: 'Compact, 32 px',
  default: 'Default, 40 px',
  comfortable: 'Comfortable, 48 px',
}

const after = <T>(all: readonly T[], current: T): T => all[(all.indexOf(current) + 1) % all.length]!
/** The theme that a toggle button switches to. */
export const nextTheme = (theme: Theme): Theme => after(THEMES, theme)
/** The row height that a toggle button switches to. */
export const nextDensity = (density: Density): Density => after(DENSITIES, density)

/** The chosen appearance, and functions to change it. */
export interface LookChoices {
  theme: Theme
  density: Density
  onTheme: (theme: Theme) => void
  onDensity: (density: Density) => void
}
