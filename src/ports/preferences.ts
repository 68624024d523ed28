/**
 * Choices about the console. Those of the device (the look) are stored on it and outlive sign-outs; a person's own are stored
 * on the server, with the profile, and leave the device with the session.
 */
export interface PreferencesPort {
  get(key: PreferenceKey): string | null
  set(key: PreferenceKey, value: string): void
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void
}

export type DeviceKey = 'theme' | 'density' | 'sidebar' | 'sections' | 'singleKeys'

/** A person's own: usage of pages and actions in the palette; the columns of each list, by its slug. */
export type PersonalKey = 'palette' | `columns.${string}`

export type PreferenceKey = DeviceKey | PersonalKey
