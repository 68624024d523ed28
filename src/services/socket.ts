/**
 * The live socket of one tab over socket.io-client (ports.ts, SocketPort; spec 7, 9). Loaded with the first session,
 * never with the login.
 */
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
  /** Host of the platform without a trailing slash; empty if it is the console's own host. */
  url: string
  /** The access token; null if nobody is signed in. Each handshake waits for a fresh one. */
  token: () => Promise<string | null>
  /** Milliseconds since this tab began to read records; sent with the first connection (SocketAuth.unheard_ms). */
  unheardMs: () => number
}

type Client = Socket<ServerToClientEvents, ClientToServerEvents>
type Listener = (...args: unknown[]) => void

/**
 * The pause before an attempt, in milliseconds, computed as in socket.io-client, which does not expose it (spec 9: 1000
 * to 5000 ms, each up to half shorter or longer).
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
 * @returns the socket, not connected. Events emitted while it is not connected are dropped: after a reconnect the
 * client fetches the current state instead of sending outdated requests. Listeners survive a reconnect; each has its
 * own function to unsubscribe.
 */
export function createSocket({ url, token, unheardMs }: SocketDependencies): SocketPort {
  const listeners = new Map<string, Set<Listener>>()
  const statusListeners = new Set<(status: SocketStatus) => void>()
  let client: Client | null = null
  /** Increases with each connect and disconnect, so that callbacks of an earlier connection have no effect. */
  let generation = 0
  let wanted = false
  let refused = false
  /** An outage is reported once as lost, followed by its attempts. */
  let lost = false
  let attempt = 0
  /** After a later connection the console reads again what it shows, so that it need not be told what changed. */
  let wasConnected = false
  let retry: ReturnType<typeof setTimeout> | null = null

  const tell = (status: SocketStatus) => {
    for (const listener of statusListeners) listener(status)
  }
  /** The connection broke, or could not be established: it is tried again indefinitely. */
  const tryLater = (reason: string, work: () => void) => {
    if (!lost) tell({ type: 'lost', reason })
    lost = true
    // A listener may have disconnected.
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
        (fresh) => {
          if (mine !== generation) return
          proceed({
            access_token: fresh ?? '',
            client: SOCKET.client,
            ...(wasConnected ? {} : { unheard_ms: unheardMs() }),
          } satisfies SocketAuth)
        },
        // No token is available now: treated like a broken connection, so that it is tried again.
        () => void (mine === generation && made.io.engine.close()),
      )
    }
    made.on('connect', () => {
      lost = false
      wasConnected = true
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
      // Reconnection is done in this module, because only then is the time of the next attempt known.
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
      wanted = lost = refused = wasConnected = false
      attempt = 0
      generation += 1
      if (retry) clearTimeout(retry)
      retry = null
      // Removes the own listeners first, so that an intended disconnect is not reported; the manager's listeners last,
      // because the disconnect needs them.
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
