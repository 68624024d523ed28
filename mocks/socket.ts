/**
 * The live socket of the mocks: Socket.IO's frames over MSW's WebSocket, with handshake, refusal, events and
 * acknowledgements. The client is the real socket.io-client (websocket transport only).
 */
import { ws, type WebSocketHandler } from 'msw'
import { SOCKET } from '@contract/constants'
import { HANDSHAKE_REFUSED, type ClientToServerEvents, type ServerToClientEvents, type SocketAuth } from '@contract/socket'
import { can, type Subject } from '@contract/permissions'
import { accessOf, liveSession, onMockEvent } from './db'
import { readToken } from './fixtures/session'

/** The parts of MSW's WebSocket client that are used here. */
interface Wire {
  id: string
  url: URL
  send(data: string): void
  close(code?: number, reason?: string): void
}

interface Connection {
  wire: Wire
  /** The session that the handshake was made with; null until then. */
  sessionId: string | null
}

/** Packets of Engine.IO and Socket.IO, as one or two digits before the payload. */
const FRAME = { open: '0', ping: '2', pong: '3', connect: '40', disconnect: '41', event: '42', ack: '43', refuse: '44' } as const
/** `42`, then the number of the acknowledgement that is asked for, then the event. */
const EVENT = /^42(\d*)(\[.*\])$/s

const connections = new Map<string, Connection>()
let refusal: string | null = null
const received: { event: string; args: unknown[] }[] = []

const sessionOf = (auth: Partial<SocketAuth>): string | null => {
  const claims = auth.client === SOCKET.client && typeof auth.access_token === 'string' ? readToken(auth.access_token, Date.now()) : null
  return claims && liveSession(claims.sid, Date.now()) ? claims.sid : null
}

type Reply<E extends keyof ClientToServerEvents> = Parameters<NonNullable<Parameters<ClientToServerEvents[E]>[1]>>[0]
/** What each event of the console is answered with, where it asks for an acknowledgement. */
const ANSWERS: { [E in keyof ClientToServerEvents]: (payload: Parameters<ClientToServerEvents[E]>[0], connection: Connection) => Reply<E> } = {
  'access:token': ({ access_token }, connection) => {
    const sessionId = sessionOf({ access_token, client: SOCKET.client })
    if (sessionId) connection.sessionId = sessionId
    return { success: sessionId !== null }
  },
}

function handshake(connection: Connection, payload: string): void {
  const sessionId = payload ? sessionOf(JSON.parse(payload) as Partial<SocketAuth>) : null
  const message = refusal ?? (sessionId ? null : HANDSHAKE_REFUSED)
  if (message !== null) return connection.wire.send(FRAME.refuse + JSON.stringify({ message }))
  connection.sessionId = sessionId
  connection.wire.send(FRAME.connect + JSON.stringify({ sid: crypto.randomUUID() }))
}

function take(connection: Connection, frame: string): void {
  if (frame === FRAME.ping) return connection.wire.send(FRAME.pong)
  if (frame.startsWith(FRAME.connect)) return handshake(connection, frame.slice(FRAME.connect.length))
  if (frame.startsWith(FRAME.disconnect)) return connection.wire.close()
  const [, number, content] = EVENT.exec(frame) ?? []
  if (content === undefined) return
  const [event, ...args] = JSON.parse(content) as [string, ...unknown[]]
  received.push({ event, args })
  const answer = Object.hasOwn(ANSWERS, event) ? ANSWERS[event as keyof typeof ANSWERS](args[0] as { access_token: string }, connection) : undefined
  if (number) connection.wire.send(`${FRAME.ack}${number}${JSON.stringify(answer === undefined ? [] : [answer])}`)
}

// MSW takes a leading `/socket.io/` off before it matches, so the link is for all paths and the path is looked at here.
const link = ws.link('*/')

/** The handler to give to a worker or server. Other sockets pass through. */
export const socketHandler: WebSocketHandler = link.addEventListener('connection', ({ client, server }) => {
  if (!client.url.pathname.startsWith(SOCKET.path)) return server.connect()
  const connection: Connection = { wire: client, sessionId: null }
  connections.set(client.id, connection)
  client.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') take(connection, data)
  })
  client.addEventListener('close', () => connections.delete(client.id))
  client.send(FRAME.open + JSON.stringify({ sid: client.id, upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000 }))
})

const connected = () => [...connections.values()].filter(({ sessionId }) => sessionId !== null)

const send = <E extends keyof ServerToClientEvents>({ wire }: Connection, event: E, ...args: Parameters<ServerToClientEvents[E]>) => wire.send(FRAME.event + JSON.stringify([event, ...args]))

/** Pushes an event to every connected console. */
export function push<E extends keyof ServerToClientEvents>(event: E, ...args: Parameters<ServerToClientEvents[E]>): void {
  for (const connection of connected()) send(connection, event, ...args)
}

/** Drops every connection, as a network does. */
export function dropConnections(): void {
  for (const { wire } of connections.values()) wire.close(1001, 'dropped by the mock')
  connections.clear()
}

/** How many consoles are connected. */
export const connectionCount = (): number => connected().length

/** Events that came from consoles since the last reset. */
export const receivedEvents = (): readonly { event: string; args: unknown[] }[] => received

/** Refuses handshakes with this message from now on; null: no more. */
export function refuseHandshakes(message: string | null): void {
  refusal = message
}

/** Puts the socket back: nobody connected, nothing refused, nothing received. */
export function resetSocket(): void {
  dropConnections()
  refusal = null
  received.length = 0
}

const mayRead = ({ sessionId }: Connection, subject: string) => {
  const live = liveSession(sessionId, Date.now())
  return live !== null && can(accessOf(live.staff), 'read', subject as Subject)
}

// What happens in the mock database goes out, as it does on the server after a commit.
onMockEvent((event) => {
  if (event.type === 'access:changed') return push('access:changed')
  for (const connection of connected()) {
    if (event.type === 'record:changed') {
      if (mayRead(connection, event.payload.subject)) send(connection, 'record:changed', event.payload)
    } else if (connection.sessionId === event.sessionId) {
      send(connection, 'session:ended')
      // As Socket.IO's own `disconnect`: the client closes, and does not come back by itself.
      connection.wire.send(FRAME.disconnect)
    }
  }
})
