/**
 * Preferences for the console (ports.ts, PreferencesPort): those of the device in local storage, a person's own on the
 * server. If storage is full or forbidden, a preference applies to this tab only.
 */
import type { DeviceKey, PersonalKey, PreferenceKey, PreferencesPort } from '@ports/preferences'
import type { PersonalPreferences } from './personal-preferences'

const PREFIX = 'pitboss.'
/** Keys of a person's preferences that earlier versions stored on the device. */
const LEFTOVER = /^pitboss\.(?:palette|columns)\./

const isPersonal = (key: PreferenceKey): key is PersonalKey => key === 'palette' || key.startsWith('columns.')

/** Removes preferences of people that earlier versions stored on this device; they are on the server now. */
function removeLeftovers(storage: Pick<Storage, 'removeItem'> | null): void {
  try {
    for (const key of Object.keys(storage ?? {})) if (LEFTOVER.test(key)) storage!.removeItem(key)
  } catch {
    // Storage is forbidden, so it contains nothing.
  }
}

/** Keys whose values reveal what the person did. They are removed at the end of the session. */
const OF_SESSION: readonly DeviceKey[] = ['recent']

/**
 * @param storage of the browser; null if it is forbidden
 * @param personal the signed-in person's own preferences
 * @returns the preferences, and `end`, which removes the values that reveal what the person did
 */
export function createPreferences(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  personal: Pick<PersonalPreferences, 'get' | 'set' | 'subscribe'>,
): PreferencesPort & { end: () => void } {
  const kept = new Map<DeviceKey, string>()
  const listeners = new Set<() => void>()
  removeLeftovers(storage)
  return {
    get(key) {
      if (isPersonal(key)) return personal.get(key)
      try {
        return kept.get(key) ?? storage?.getItem(PREFIX + key) ?? null
      } catch {
        return null
      }
    },
    set(key, value) {
      if (isPersonal(key)) return personal.set(key, value)
      kept.set(key, value)
      try {
        storage?.setItem(PREFIX + key, value)
      } catch {
        // Full or forbidden: the preference applies until the tab is closed.
      }
      for (const listener of listeners) listener()
    },
    end() {
      for (const key of OF_SESSION) {
        kept.delete(key)
        try {
          storage?.removeItem(PREFIX + key)
        } catch {
          // Storage is forbidden, so it contains nothing.
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      const stop = personal.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}
