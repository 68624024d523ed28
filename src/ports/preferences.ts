/**
 * Preferences for the console. Those of the device (its appearance) are stored on the device and survive sign-outs; a
 * person's own are stored on the server with the profile, and are removed from the device at the end of the session.
 */
export interface PreferencesPort {
  get(key: PreferenceKey): string | null
  set(key: PreferenceKey, value: string): void
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

/** Settings of this device, and until the session ends the pages that were opened last (`recent`). */
export type DeviceKey = 'theme' | 'density' | 'sidebar' | 'sections' | 'singleKeys' | 'recent'

/** A person's own preferences: usage of pages and actions in the palette; the columns of each list, by its slug. */
export type PersonalKey = 'palette' | `columns.${string}`

export type PreferenceKey = DeviceKey | PersonalKey
