/**
 * The live socket of the mocks: Socket.IO's frames over MSW's WebSocket, with handshake, refusal, events and
 * acknowledgements. The client is the real socket.io-client (websocket transport only).
 */
import { ws, type WebSocketHandler } from 'msw'
import { SOCKET, UNHEARD } from '@contract/constants'
import {
  HANDSHAKE_REFUSED,
  type ClientToServerEvents,
  type CountReply,
  type RecordChanged,
  type ServerToClientEvents,
  type SocketAuth,
} from '@contract/socket'
import { can, type Subject } from '@contract/permissions'
import type { Caller } from './call'
import { accessOf, liveSession, onMockEvent } from './db'
import { readToken } from './fixtures/session'
import { EVENT, FRAME, openFrame, type Wire } from './frames'
import { shiftDetailsOf } from './handlers/shift'
import { unreadOf } from './support'

interface Connection {
  wire: Wire
  /** The session of the handshake; null until then. */
  sessionId: string | null
}

const connections = new Map<string, Connection>()
let refusal: string | null = null
let isHeld = false
const received: { event: string; args: unknown[] }[] = []
/** Changes that were announced, for consoles that read before they connect; null: rights. Times in milliseconds since 1970. */
let announced: { at: number; change: RecordChanged | null }[] = []

const sessionOf = (auth: Partial<SocketAuth>): string | null => {
  const claims =
    auth.client === SOCKET.client && typeof auth.access_token === 'string'
      ? readToken(auth.access_token, Date.now())
      : null
  return claims && liveSession(claims.sid, Date.now()) ? claims.sid : null
}

/** The person of a connection. */
function callerOfConnection({ sessionId }: Connection): Caller | null {
  const live = liveSession(sessionId, Date.now())
  return live && { ...live, access: accessOf(live.staff) }
}

const countFor = (connection: Connection, subject: 'QuickChat' | 'SupportTickets'): CountReply => {
  const caller = callerOfConnection(connection)
  const data = caller && unreadOf(caller, subject)
  return { success: data !== null, data: data ?? 0 }
}

/** The response to each event of the console: the acknowledgement, if it requests one, or an event. */
const ANSWERS: { [E in keyof ClientToServerEvents]: (payload: unknown, connection: Connection) => unknown } = {
  'access:token': (payload, connection) => {
    const sessionId = sessionOf({ ...(payload as { access_token: string }), client: SOCKET.client })
    if (sessionId) connection.sessionId = sessionId
    return { success: sessionId !== null }
  },
  'quick_chat:message_count': (_payload, connection) => countFor(connection, 'QuickChat'),
  'support_ticket:message_count': (_payload, connection) =>
    send(connection, 'support_ticket:message_count_response', countFor(connection, 'SupportTickets')),
  'shift_handover:user_shift_details': (payload, connection) => {
    const caller = callerOfConnection(connection)
    const request = (payload as { request?: number } | undefined)?.request
    if (caller)
      send(connection, 'shift_handover:user_shift_details_response', {
        success: true,
        data: shiftDetailsOf(caller.staff.id),
        ...(request === undefined ? {} : { request }),
      })
  },
}

function handshake(connection: Connection, payload: string): void {
  if (isHeld) return
  const auth = payload ? (JSON.parse(payload) as Partial<SocketAuth>) : {}
  const sessionId = sessionOf(auth)
  const message = refusal ?? (sessionId ? null : HANDSHAKE_REFUSED)
  if (message !== null) return connection.wire.send(FRAME.refuse + JSON.stringify({ message }))
  connection.sessionId = sessionId
  connection.wire.send(FRAME.connect + JSON.stringify({ sid: crypto.randomUUID() }))
  if (auth.unheard_ms) catchUp(connection, auth.unheard_ms)
}

/** Repeats what has changed while the console read without a connection. */
function catchUp(connection: Connection, ms: number): void {
  if (ms > UNHEARD.keptMs) {
    send(connection, 'access:changed')
    send(connection, 'records:missed')
    return
  }
  const since = Date.now() - ms - UNHEARD.transitMs
  for (const { change } of announced.filter(({ at }) => at >= since)) {
    if (!change) send(connection, 'access:changed')
    else if (mayRead(connection, change.subject)) send(connection, 'record:changed', change)
  }
}

function announce(change: RecordChanged | null): void {
  const at = Date.now()
  announced = [...announced.filter((one) => one.at >= at - UNHEARD.keptMs - UNHEARD.transitMs), { at, change }]
}

function take(connection: Connection, frame: string): void {
  if (frame === FRAME.ping) return connection.wire.send(FRAME.pong)
  if (frame.startsWith(FRAME.connect)) return handshake(connection, frame.slice(FRAME.connect.length))
  if (frame.startsWith(FRAME.disconnect)) return connection.wire.close()
  const [, number, content] = EVENT.exec(frame) ?? []
  if (content === undefined) return
  const [event, ...args] = JSON.parse(content) as [string, ...unknown[]]
  received.push({ event, args })
  const answer = Object.hasOwn(ANSWERS, event) ? ANSWERS[event as keyof typeof ANSWERS](args[0], connection) : undefined
  if (number) connection.wire.send(`${FRAME.ack}${number}${JSON.stringify(answer === undefined ? [] : [answer])}`)
}

// MSW removes a leading `/socket.io/` before it matches, so the link matches all paths and the path is checked here.
const link = ws.link('*/')

/** The handler for a worker or server. Other sockets pass through. */
export const socketHandler: WebSocketHandler = link.addEventListener('connection', ({ client, server }) => {
  if (!client.url.pathname.startsWith(SOCKET.path)) return server.connect()
  const connection: Connection = { wire: client, sessionId: null }
  connections.set(client.id, connection)
  client.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') take(connection, data)
  })
  client.addEventListener('close', () => connections.delete(client.id))
  client.send(openFrame(client.id))
})

const connected = () => [...connections.values()].filter(({ sessionId }) => sessionId !== null)

const send = <E extends keyof ServerToClientEvents>(
  { wire }: Connection,
  event: E,
  ...args: Parameters<ServerToClientEvents[E]>
) => wire.send(FRAME.event + JSON.stringify([event, ...args]))

/** Pushes an event to every connected console. */
export function push<E extends keyof ServerToClientEvents>(
  event: E,
  ...args: Parameters<ServerToClientEvents[E]>
): void {
  for (const connection of connected()) send(connection, event, ...args)
}

/** Drops every connection, as a failing network does. */
export function dropConnections(): void {
  for (const { wire } of connections.values()) wire.close(1001, 'dropped by the mock')
  connections.clear()
}

/** Number of connected consoles. */
export const connectionCount = (): number => connected().length

/** Events received from consoles since the last reset. */
export const receivedEvents = (): readonly { event: string; args: unknown[] }[] => received

/** Refuses handshakes with this message from now on; null: accepts them again. */
export function refuseHandshakes(message: string | null): void {
  refusal = message
}

/** Responds to no handshake from now on. */
export function holdHandshakes(): void {
  isHeld = true
}

/** Resets the socket: no connections, nothing refused or held, nothing received. */
export function resetSocket(): void {
  dropConnections()
  refusal = null
  isHeld = false
  received.length = 0
  announced = []
}

const mayRead = ({ sessionId }: Connection, subject: string) => {
  const live = liveSession(sessionId, Date.now())
  return live !== null && can(accessOf(live.staff), 'read', subject as Subject)
}

/** Unread counts are sent to clients that have requested them once. */
const countsTold = new WeakMap<Connection, Partial<Record<'QuickChat' | 'SupportTickets', number>>>()
const COUNT_EVENT = {
  QuickChat: 'quick_chat:message_count_response',
  SupportTickets: 'support_ticket:message_count_response',
} as const

function tellCounts(connection: Connection): void {
  const told = countsTold.get(connection) ?? {}
  countsTold.set(connection, told)
  for (const subject of ['QuickChat', 'SupportTickets'] as const) {
    const reply = countFor(connection, subject)
    if (!reply.success || told[subject] === reply.data) continue
    told[subject] = reply.data
    send(connection, COUNT_EVENT[subject], reply)
  }
}

// Changes of the mock database are sent, as the server does after a commit.
onMockEvent((event) => {
  if (event.type === 'access:changed') announce(null)
  if (event.type === 'record:changed') announce(event.payload)
  if (event.type === 'access:changed') return push('access:changed')
  for (const connection of connected()) {
    const staffId = callerOfConnection(connection)?.staff.id
    switch (event.type) {
      case 'record:changed':
        if (mayRead(connection, event.payload.subject)) send(connection, 'record:changed', event.payload)
        break
      case 'notification':
        if (staffId === event.staffId) send(connection, 'notification:admin_notification_response', event.payload)
        break
      case 'notifications:changed':
        if (staffId === event.staffId) send(connection, 'notification:changed', event.payload)
        break
      case 'notifications:allRead':
        if (staffId === event.staffId) send(connection, 'notification:admin_all_notification_response', event.payload)
        break
      case 'chat:message':
        if (event.assigneeId === null ? mayRead(connection, 'QuickChat') : staffId === event.assigneeId)
          send(connection, 'quick_chat:new_message_admin', event.payload)
        break
      case 'unread:changed':
        tellCounts(connection)
        break
      default:
        if (connection.sessionId === event.sessionId) {
          send(connection, 'session:ended')
          // Like Socket.IO's own `disconnect`: the client closes, and does not reconnect automatically.
          connection.wire.send(FRAME.disconnect)
        }
    }
  }
})
