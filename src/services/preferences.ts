/** What a person likes about the console on this device; storage that is full or forbidden keeps it for the tab only. */
import type { PreferenceKey, PreferencesPort } from '@contract/ports'

const PREFIX = 'pitboss.'

/** @param storage of the browser; null where it is forbidden */
export function createPreferences(storage: Pick<Storage, 'getItem' | 'setItem'> | null): PreferencesPort {
  const kept = new Map<PreferenceKey, string>()
  const listeners = new Set<() => void>()
  return {
    get(key) {
      try {
        return kept.get(key) ?? storage?.getItem(PREFIX + key) ?? null
      } catch {
        return null
      }
    },
    set(key, value) {
      kept.set(key, value)
      try {
        storage?.setItem(PREFIX + key, value)
      } catch {
        // Full or forbidden: it holds until the tab is closed.
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
