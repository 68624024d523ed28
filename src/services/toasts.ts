/**
 * Toasts (ports.ts, ToastsPort) and the log of their messages, since a toast is gone after a moment. What they look like is
 * the design system's part.
 */
import type { ClockPort, ToastKind, ToastsPort } from '@contract/ports'

/** A message that was shown. */
export interface ToastEntry {
  /** Grows with each message of this page. */
  id: number
  kind: ToastKind
  message: string
  /** When it was shown, milliseconds since 1970. */
  at: number
}

export interface Toasts extends ToastsPort {
  /** Told of each message once. What came before anyone listened is told to the first. @returns how to stop listening */
  onShow(listener: (entry: ToastEntry) => void): () => void
  /** For `useSyncExternalStore`: told of each change of the log. @returns how to stop listening */
  subscribe(listener: () => void): () => void
  /** The last messages, oldest first: the same array until it changes. */
  getSnapshot(): readonly ToastEntry[]
  /** Forgets all messages: they may name people, and must not outlive a session. */
  clear(): void
}

/** Messages that the log keeps. */
export const TOAST_LOG_SIZE = 100

/** @param clock gives the time of each message */
export function createToasts({ clock }: { clock: ClockPort }): Toasts {
  let log: readonly ToastEntry[] = []
  let unshown: ToastEntry[] = []
  let lastId = 0
  const hosts = new Set<(entry: ToastEntry) => void>()
  const readers = new Set<() => void>()

  const change = (entries: readonly ToastEntry[]) => {
    log = entries
    for (const reader of readers) reader()
  }

  return {
    show(kind, message) {
      // A success of a back end that says nothing about it has no words to show.
      if (message.trim() === '') return
      const entry: ToastEntry = { id: (lastId += 1), kind, message, at: clock.now() }
      if (hosts.size === 0) unshown.push(entry)
      for (const host of hosts) host(entry)
      change([...log, entry].slice(-TOAST_LOG_SIZE))
    },
    onShow(listener) {
      hosts.add(listener)
      const waiting = unshown
      unshown = []
      waiting.forEach(listener)
      return () => void hosts.delete(listener)
    },
    subscribe(listener) {
      readers.add(listener)
      return () => void readers.delete(listener)
    },
    getSnapshot: () => log,
    clear() {
      unshown = []
      if (log.length > 0) change([])
    },
  }
}
