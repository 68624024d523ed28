/** The live socket of one tab over socket.io-client, which is fetched with the first connection (ports.ts, SocketPort; spec 7, 9). */
import type { Socket } from 'socket.io-client'
import { SOCKET } from '@contract/constants'
import type { SocketPort, SocketStatus } from '@contract/ports'
import { HANDSHAKE_REFUSED, type ClientToServerEvents, type ServerToClientEvents, type SocketAuth } from '@contract/socket'

export interface SocketDependencies {
  /** Host of the platform without a trailing slash; empty for the console's own. */
  url: string
  /** The access token, null when nobody is signed in; each handshake waits for a fresh one. */
  token: () => Promise<string | null>
  /** A handshake with this token was refused: it counts as a 401 to a call. */
  onUnauthorized?: (tokenUsed: string) => void
  /** Fetches the client. */
  load?: () => Promise<Pick<typeof import('socket.io-client'), 'io'>>
}

export interface LiveSocket extends SocketPort {
  /** A fresh access token is there: keeps the connection alive past the old one's end, or tries again where it was refused. */
  renewed(token: string): void
}

type Client = Socket<ServerToClientEvents, ClientToServerEvents>
type Listener = (...args: unknown[]) => void

/** The pause before a try that socket.io-client does not make by itself, milliseconds: as long as its own first one. */
const pause = () => SOCKET.reconnectionDelay * (1 - SOCKET.randomizationFactor + 2 * SOCKET.randomizationFactor * Math.random())

const isUnauthorized = (error: Error & { data?: unknown }) => {
  const { message, data } = error
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : data
  return message === HANDSHAKE_REFUSED || code === HANDSHAKE_REFUSED
}

/**
 * @returns the socket, not connected. What is emitted while it is not connected is dropped: a client that was away refetches,
 * it does not catch up on stale wishes. Listeners outlive a connection; each has its own way to stop.
 */
export function createSocket({ url, token, onUnauthorized = () => {}, load = () => import('socket.io-client') }: SocketDependencies): LiveSocket {
  const listeners = new Map<string, Set<Listener>>()
  const statusListeners = new Set<(status: SocketStatus) => void>()
  let client: Client | null = null
  /** Grows with each connect and disconnect: what belongs to an earlier one stops by itself. */
  let generation = 0
  let wanted = false
  let refused = false
  /** An outage is told once as lost; its tries follow. */
  let lost = false
  let retry: ReturnType<typeof setTimeout> | null = null

  const tell = (status: SocketStatus) => {
    for (const listener of statusListeners) listener(status)
  }
  const tellLost = (reason: string) => {
    if (!lost) tell({ type: 'lost', reason })
    lost = true
  }
  const later = (work: () => void) => {
    if (retry) clearTimeout(retry)
    retry = setTimeout(() => {
      retry = null
      work()
    }, pause())
  }

  function wire(made: Client): void {
    let tokenUsed = ''
    made.auth = (proceed: (auth: object) => void) => {
      const mine = generation
      token().then(
        (fresh) => {
          if (mine !== generation) return
          tokenUsed = fresh ?? ''
          proceed({ access_token: tokenUsed, client: SOCKET.client } satisfies SocketAuth)
        },
        // No token to be had now: as if the line had broken, so that it is tried again.
        () => void (mine === generation && made.io.engine.close()),
      )
    }
    made.on('connect', () => {
      lost = refused = false
      tell({ type: 'connected' })
    })
    made.on('disconnect', (reason) => {
      tellLost(reason)
      // Sent away, which socket.io-client takes for final; whether the session still holds, the next handshake tells.
      if (reason === 'io server disconnect') later(() => made.connect())
    })
    made.on('connect_error', (error) => {
      // Active: the line broke, and socket.io-client tries again by itself.
      if (made.active) return tellLost(error.message)
      if (!isUnauthorized(error)) {
        tellLost(error.message)
        return later(() => made.connect())
      }
      refused = true
      tell({ type: 'refused', message: error.message })
      if (tokenUsed) onUnauthorized(tokenUsed)
    })
    made.io.on('reconnect_attempt', (attempt) => {
      lost = true
      tell({ type: 'retrying', attempt })
    })
    made.onAny((event: string, ...args: unknown[]) => {
      for (const listener of listeners.get(event) ?? []) listener(...args)
    })
  }

  async function open(mine: number): Promise<void> {
    let io: Awaited<ReturnType<typeof load>>['io']
    try {
      io = (await load()).io
    } catch {
      if (mine !== generation) return
      tellLost('The code of the live connection could not be fetched')
      return later(() => void open(mine))
    }
    if (mine !== generation) return
    client = io(url, {
      path: SOCKET.path,
      transports: ['websocket'],
      autoConnect: false,
      forceNew: true,
      reconnection: true,
      reconnectionAttempts: Infinity,
      reconnectionDelay: SOCKET.reconnectionDelay,
      reconnectionDelayMax: SOCKET.reconnectionDelayMax,
      randomizationFactor: SOCKET.randomizationFactor,
      timeout: SOCKET.timeout,
    }) as Client
    wire(client)
    client.connect()
  }

  /** Connects, or tries again after a refusal; a connection that stands or is being made is left alone. */
  function connect(): void {
    if (!wanted) {
      wanted = true
      void open((generation += 1))
    } else if (refused) {
      refused = false
      client?.connect()
    }
  }

  return {
    connect,
    disconnect() {
      wanted = lost = refused = false
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
      else if (refused) connect()
    },
  }
}
