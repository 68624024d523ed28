import { describe, expect, it, vi } from 'vitest'
import { createPreferences } from './preferences'

describe('preferences', () => {
  it('are kept in storage and told', () => {
    const storage = new Map<string, string>()
    const preferences = createPreferences({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    })
    const told = vi.fn<() => void>()
    const stop = preferences.subscribe(told)
    preferences.set('theme', 'dark')
    expect([preferences.get('theme'), storage.get('pitboss.theme'), told.mock.calls.length]).toEqual([
      'dark',
      'dark',
      1,
    ])
    stop()
    preferences.set('theme', 'light')
    expect(told).toHaveBeenCalledTimes(1)
  })
  it('hold for the tab where storage throws', () => {
    const forbidden = () => {
      throw new DOMException('forbidden')
    }
    const preferences = createPreferences({ getItem: forbidden, setItem: forbidden })
    preferences.set('density', 'compact')
    expect([preferences.get('density'), preferences.get('theme'), createPreferences(null).get('theme')]).toEqual([
      'compact',
      null,
      null,
    ])
  })
})
