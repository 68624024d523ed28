/**
 * Toasts (ports.ts, ToastsPort) and the log of their messages, because a toast disappears after a moment. The design
 * system renders both.
 */
import type { ClockPort } from '@ports/clock'
import type { ToastEntry, ToastLogPort, ToastsPort } from '@ports/toasts'

export interface Toasts extends ToastsPort, ToastLogPort {
  /** Removes all messages: they may contain names of people and must not outlive a session. */
  clear(): void
}

/** Maximum number of messages in the log. */
export const TOAST_LOG_SIZE = 100

/** @param clock provides the time of each message */
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
    show(kind, message, link) {
      // A back end may send a success without a message: there is nothing to show.
      if (message.trim() === '') return
      const entry: ToastEntry = { id: (lastId += 1), kind, message, at: clock.now(), ...(link && { link }) }
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
