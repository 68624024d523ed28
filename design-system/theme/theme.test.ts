// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { currentDensity, currentTheme, restorePreferences, setDensity, setTheme, type PreferenceStorage } from './theme'

const storageOf = (kept: Record<string, string>): PreferenceStorage & { kept: Record<string, string> } => ({
  kept,
  read: (key) => kept[key] ?? null,
  write: (key, value) => {
    kept[key] = value
  },
})
const root = document.documentElement

beforeEach(() => {
  delete root.dataset.theme
  delete root.dataset.density
})

test('a choice is applied to the page and stored', () => {
  const storage = storageOf({})
  setTheme('dark', storage)
  setDensity('compact', storage)
  expect([root.dataset.theme, root.dataset.density]).toEqual(['dark', 'compact'])
  expect([currentTheme(), currentDensity()]).toEqual(['dark', 'compact'])
  expect(storage.kept).toEqual({ theme: 'dark', density: 'compact' })
})

test('stored choices are restored without being written again', () => {
  restorePreferences(storageOf({ theme: 'light', density: 'comfortable' }))
  expect([currentTheme(), currentDensity()]).toEqual(['light', 'comfortable'])
})

test.each<Record<string, string>>([{}, { theme: 'neon', density: '12' }])(
  'a missing or unknown value counts as the default: %o',
  (kept) => {
    restorePreferences(storageOf(kept))
    expect([currentTheme(), currentDensity()]).toEqual(['system', 'default'])
  },
)
