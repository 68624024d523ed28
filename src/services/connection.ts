/** How this tab is joined to the platform: what the browser knows of the network, and what the live socket tells (look.md, section 5). */
import type { ClockPort, ConnectionPort, ConnectionView, SocketPort } from '@contract/ports'

/** What the browser tells of the network. */
export interface Network extends Pick<EventTarget, 'addEventListener'> {
  navigator: { onLine: boolean }
}

export interface Connection extends ConnectionPort {
  /** The socket was parted on purpose: the next session connects anew. */
  rest(): void
}

/** @param onStatus of the socket; @param network the window */
export function createConnection({ onStatus, clock, network }: { onStatus: SocketPort['onStatus']; clock: ClockPort; network: Network }): Connection {
  const listeners = new Set<() => void>()
  let socket: Exclude<ConnectionView['state'], 'offline'> = 'connecting'
  let online = network.navigator.onLine
  let view: ConnectionView = { state: online ? socket : 'offline', since: clock.now() }

  const look = () => {
    const state = online ? socket : 'offline'
    if (state === view.state) return
    view = { state, since: clock.now() }
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
  onStatus(({ type }) => {
    // A first try that fails has not been live before: it is still connecting.
    socket = type === 'connected' ? 'live' : socket === 'connecting' && type === 'retrying' ? 'connecting' : 'reconnecting'
    look()
  })
  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    rest() {
      socket = 'connecting'
      look()
    },
  }
}
