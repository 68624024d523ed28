/**
 * The signed-in person's own preferences (ports.ts, PersonalKey): read with the profile, written to the server, and
 * otherwise kept only in the memory of this page. Writes are collected for a moment and sent one call at a time; each
 * contains only the names that changed here, so two tabs or devices that change different names lose nothing. A change
 * that cannot be written stays in effect until the session ends, and is sent again with the next change, or when the
 * connection is back.
 */
import { describeError, isUncertain, type Result } from '@contract/errors'
import type { Preferences } from '@contract/entities/preferences'
import type { PersonalKey } from '@ports/preferences'

/** Changes within this time are sent in one call, in milliseconds. */
export const SAVE_AFTER_MS = 500

export interface PersonalPreferences {
  get(key: PersonalKey): string | null
  set(key: PersonalKey, value: string): void
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /** Accepts the preferences of a profile. Changes made here in this session stay. */
  received(preferences: Preferences): void
  /** Sends the changes of a failed call again, for example when the connection is back. */
  retry(): void
  /** Sends the remaining changes without waiting for a response, because the page is being closed. */
  flush(): void
  /** Ends the session: sends the remaining changes, and removes everything. */
  end(): void
}

export interface PersonalPreferencesDependencies {
  /** Writes changes. @returns all preferences of the person */
  save: (changes: Preferences) => Promise<Result<Preferences>>
  /** Writes changes while the page is being closed, or the session ends. */
  saveLast: (changes: Preferences) => void
  /** Called when a write fails that the person caused; repeats are silent (spec 8). */
  onFailure: (message: string) => void
}

/** @returns the preferences; empty until the profile has arrived */
export function createPersonalPreferences({
  save,
  saveLast,
  onFailure,
}: PersonalPreferencesDependencies): PersonalPreferences {
  const listeners = new Set<() => void>()
  /** The values on the server, as far as this page knows. */
  let stored = new Map<string, string>()
  /** Changes that are not stored yet. */
  let changed = new Map<string, string>()
  /** Changes in flight. */
  let sent: Map<string, string> | null = null
  /** Names changed here in this session: a profile that was read before the change was stored must not undo it. */
  let own = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Increases when a session ends: responses to calls of an earlier session are ignored. */
  let session = 0

  const notify = () => listeners.forEach((listener) => listener())
  const schedule = () => (timer ??= setTimeout(() => void send(false), SAVE_AFTER_MS))
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }

  async function send(isRepeat: boolean): Promise<void> {
    cancel()
    if (sent || changed.size === 0) return
    const current = session
    const batch = (sent = changed)
    changed = new Map()
    const answer = await save(Object.fromEntries(batch))
    if (current !== session) return
    sent = null
    if (answer.ok) {
      stored = new Map(Object.entries(answer.value))
      if (changed.size > 0) schedule()
      return notify()
    }
    if (isUncertain(answer.error) || answer.error.kind === 'tooMany') changed = new Map([...batch, ...changed])
    // Finally refused: the change stays in effect until the end of the session.
    else for (const [key, value] of batch) stored.set(key, value)
    if (!isRepeat) onFailure(describeError(answer.error))
  }

  const unsent = () => new Map([...(sent ?? []), ...changed])
  const flush = () => {
    cancel()
    const last = unsent()
    if (last.size > 0) saveLast(Object.fromEntries(last))
  }

  return {
    flush,
    get: (key) => changed.get(key) ?? sent?.get(key) ?? stored.get(key) ?? null,
    set(key, value) {
      changed.set(key, value)
      own.add(key)
      schedule()
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    received(preferences) {
      const kept = [...stored].filter(([key]) => own.has(key))
      stored = new Map([...Object.entries(preferences), ...kept])
      notify()
    },
    retry: () => void send(true),
    end() {
      flush()
      session += 1
      stored = new Map()
      changed = new Map()
      own = new Set()
      sent = null
      notify()
    },
  }
}
