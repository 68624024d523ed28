/** The live socket of one tab over socket.io-client (ports.ts, SocketPort; spec 7, 9). Loads with the first session, never with the login. */
import { io, type Socket } from 'socket.io-client'
import { SOCKET } from '@contract/constants'
import type { SocketPort, SocketStatus } from '@ports/socket'
import {
  HANDSHAKE_REFUSED,
  type ClientToServerEvents,
  type ServerToClientEvents,
  type SocketAuth,
} from '@contract/socket'

export interface SocketDependencies {
  /** Host of the platform without a trailing slash; empty for the console's own. */
  url: string
  /** The access token, null when nobody is signed in; each handshake waits for a fresh one. */
  token: () => Promise<string | null>
}

type Client = Socket<ServerToClientEvents, ClientToServerEvents>
type Listener = (...args: unknown[]) => void

/**
 * The pause before a try, milliseconds: as socket.io-client reckons it, which does not tell it (spec 9: from 1000 to 5000 ms,
 * each by up to half of itself shorter or longer).
 */
function pauseBefore(attempt: number): number {
  const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = SOCKET
  const steady = reconnectionDelay * 2 ** (attempt - 1)
  return Math.round(Math.min(steady * (1 + randomizationFactor * (2 * Math.random() - 1)), reconnectionDelayMax))
}

const isUnauthorized = (error: Error & { data?: unknown }) => {
  const { message, data } = error
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : data
  return message === HANDSHAKE_REFUSED || code === HANDSHAKE_REFUSED
}

/**
 * @returns the socket, not connected. What is emitted while it is not connected is dropped: a client that was away refetches,
 * it does not catch up on stale wishes. Listeners outlive a connection; each has its own way to stop.
 */
export function createSocket({ url, token }: SocketDependencies): SocketPort {
  const listeners = new Map<string, Set<Listener>>()
  const statusListeners = new Set<(status: SocketStatus) => void>()
  let client: Client | null = null
  /** Grows with each connect and disconnect: what belongs to an earlier one stops by itself. */
  let generation = 0
  let wanted = false
  let refused = false
  /** An outage is told once as lost; its tries follow. */
  let lost = false
  let attempt = 0
  let retry: ReturnType<typeof setTimeout> | null = null

  const tell = (status: SocketStatus) => {
    for (const listener of statusListeners) listener(status)
  }
  /** The line broke, or could not be made: it is tried again, without end. */
  const tryLater = (reason: string, work: () => void) => {
    if (!lost) tell({ type: 'lost', reason })
    lost = true
    // Whoever was told may have parted.
    if (!wanted || retry) return
    attempt += 1
    const delay = pauseBefore(attempt)
    retry = setTimeout(() => {
      retry = null
      tell({ type: 'retrying', attempt })
      work()
    }, delay)
    tell({ type: 'waiting', attempt, delay })
  }

  function wire(made: Client): void {
    const again = (reason: string) => tryLater(reason, () => made.connect())
    made.auth = (proceed: (auth: object) => void) => {
      const mine = generation
      token().then(
        (fresh) =>
          void (
            mine === generation && proceed({ access_token: fresh ?? '', client: SOCKET.client } satisfies SocketAuth)
          ),
        // No token to be had now: as if the line had broken, so that it is tried again.
        () => void (mine === generation && made.io.engine.close()),
      )
    }
    made.on('connect', () => {
      lost = false
      attempt = 0
      tell({ type: 'connected' })
    })
    made.on('disconnect', again)
    made.on('connect_error', (error) => {
      if (!isUnauthorized(error)) return again(error.message)
      refused = true
      tell({ type: 'refused', message: error.message })
    })
    made.onAny((event: string, ...args: unknown[]) => {
      for (const listener of listeners.get(event) ?? []) listener(...args)
    })
  }

  function open(): void {
    client = io(url, {
      path: SOCKET.path,
      transports: ['websocket'],
      autoConnect: false,
      forceNew: true,
      // Tried again from here: only so can it be said when.
      reconnection: false,
      timeout: SOCKET.timeout,
    }) as Client
    wire(client)
    client.connect()
  }

  function connect(): void {
    if (!wanted) {
      wanted = true
      generation += 1
      open()
    } else if (refused) {
      refused = false
      client?.connect()
    }
  }

  return {
    connect,
    disconnect() {
      wanted = lost = refused = false
      attempt = 0
      generation += 1
      if (retry) clearTimeout(retry)
      retry = null
      // Ours first, so that nothing is told of a parting that was wished; the manager's last, since the parting needs them.
      client?.off()
      client?.offAny()
      client?.disconnect()
      client?.io.off()
      client = null
    },
    emit(event, ...args) {
      if (client?.connected) client.emit(event, ...args)
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set)
      set.add(listener as Listener)
      return () => void set.delete(listener as Listener)
    },
    onStatus(listener) {
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
    renewed(fresh) {
      if (client?.connected) client.emit('access:token', { access_token: fresh })
    },
  }
}
