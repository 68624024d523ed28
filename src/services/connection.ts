/** How this tab is joined to the platform: what the browser knows of the network, and what the live socket tells (look.md, section 5). */
import type { ClockPort } from '@ports/clock'
import type { ConnectionPort, ConnectionView } from '@ports/socket'

/** What the browser tells of the network. */
export interface Network extends Pick<EventTarget, 'addEventListener'> {
  navigator: { onLine: boolean }
}

/** What the socket tells; it knows nothing of the network. */
export type Joined = Omit<ConnectionView, 'since' | 'state'> & { state: Exclude<ConnectionView['state'], 'offline'> }

export interface Connection extends ConnectionPort {
  /** How the socket stands now. */
  joined(how: Joined): void
}

/** @param network the window. @returns the connection, connecting until it is told otherwise */
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
