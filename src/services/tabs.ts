/**
 * Sends events to the other tabs of this browser (ports.ts, TabsPort): over a BroadcastChannel, or over storage events
 * if there is none.
 */
import type { TabEvent, TabsPort } from '@ports/tabs'

const CHANNEL = 'pitboss.session'

/** The transport of messages to the other tabs. */
interface Wire {
  send(message: unknown): void
  close(): void
}

export interface TabsDependencies {
  /** Opens a channel; null if channels are not supported. */
  openChannel?: (name: string) => BroadcastChannel | null
  /** Transports messages if there are no channels; the getter may throw. */
  storage?: () => Pick<Storage, 'setItem' | 'removeItem'>
  /** The target of storage events. */
  window?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

const openBroadcastChannel = (name: string): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)

const isTabEvent = (value: unknown): value is TabEvent => {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return (
    value.type === 'signedOut' || (value.type === 'signedIn' && 'userId' in value && typeof value.userId === 'string')
  )
}

/** @returns the connection to the other tabs; `close` ends it. A tab never receives its own events. */
export function createTabs({
  openChannel = openBroadcastChannel,
  storage = () => localStorage,
  window = globalThis,
}: TabsDependencies = {}): TabsPort & { close(): void } {
  /** Unique for each connection: two connections in one page (stories) count as two tabs. */
  const self = crypto.randomUUID()
  const listeners = new Set<(event: TabEvent) => void>()

  const receive = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('from' in message) || !('event' in message)) return
    if (message.from === self || !isTabEvent(message.event)) return
    for (const listener of listeners) listener(message.event)
  }

  const overChannel = (): Wire | null => {
    let channel: BroadcastChannel | null
    try {
      channel = openChannel(CHANNEL)
    } catch {
      return null
    }
    if (!channel) return null
    const open = channel
    open.onmessage = ({ data }: MessageEvent<unknown>) => receive(data)
    return { send: (message) => open.postMessage(message), close: () => open.close() }
  }

  const overStorage = (): Wire => {
    const onStorage = (event: Event) => {
      const { key, newValue } = event as StorageEvent
      if (key !== CHANNEL || newValue === null) return
      try {
        receive(JSON.parse(newValue))
      } catch {
        // Not an event of this module.
      }
    }
    window.addEventListener('storage', onStorage)
    return {
      send(message) {
        try {
          storage().setItem(CHANNEL, JSON.stringify(message))
          storage().removeItem(CHANNEL)
        } catch {
          // Storage is forbidden: the other tabs find out with their next call.
        }
      },
      close: () => window.removeEventListener('storage', onStorage),
    }
  }

  const wire = overChannel() ?? overStorage()
  return {
    tell: (event) => wire.send({ from: self, event }),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      listeners.clear()
      wire.close()
    },
  }
}
