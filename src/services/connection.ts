/**
 * The state of this tab's connection to the platform: from the browser's network state and the live socket (look.md,
 * section 5).
 */
import type { ClockPort } from '@ports/clock'
import type { ConnectionPort, ConnectionView } from '@ports/socket'

/** The browser's information about the network. */
export interface Network extends Pick<EventTarget, 'addEventListener'> {
  navigator: { onLine: boolean }
}

/** The state of the socket, which does not know the network state. */
export type Joined = Omit<ConnectionView, 'since' | 'state'> & { state: Exclude<ConnectionView['state'], 'offline'> }

export interface Connection extends ConnectionPort {
  /** Sets the current state of the socket. */
  joined(how: Joined): void
}

/** @param network the window @returns the connection, which is `connecting` until `joined` is called */
export function createConnection({ clock, network }: { clock: ClockPort; network: Network }): Connection {
  const listeners = new Set<() => void>()
  let socket: Joined = { state: 'connecting', nextTryAt: null }
  let online = network.navigator.onLine
  let view: ConnectionView = { ...socket, state: online ? 'connecting' : 'offline', since: clock.now() }

  const look = () => {
    const state = online ? socket.state : 'offline'
    const nextTryAt = online ? socket.nextTryAt : null
    if (state === view.state && nextTryAt === view.nextTryAt) return
    view = { state, nextTryAt, since: state === view.state ? view.since : clock.now() }
    for (const listener of listeners) listener()
  }
  network.addEventListener('online', () => {
    online = true
    look()
  })
  network.addEventListener('offline', () => {
    online = false
    look()
  })
  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    joined(how) {
      socket = how
      look()
    },
  }
}
