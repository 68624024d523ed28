/** The platform's live connections over MSW's WebSocket: Socket.IO's frames, for the real socket.io-client. */
import { ws, type WebSocketHandler } from 'msw'
import { SOCKET } from '@contract/constants'
import type { ServerToClientEvents } from '@contract/socket'
import type { Emitter, LiveSocket, SocketData, Sockets } from '@server/platform/ports/sockets'
import { EVENT, FRAME, openFrame, type Wire } from './frames'

type Listener = (...args: never[]) => unknown

class StorySocket implements LiveSocket {
  readonly id: string
  readonly handshake: { auth: Readonly<Record<string, unknown>> } = { auth: {} }
  readonly data = {} as SocketData
  readonly rooms = new Set<string>()
  connected = false
  readonly listeners = new Map<string, Listener>()
  readonly wire: Wire
  constructor(wire: Wire) {
    this.wire = wire
    this.id = wire.id
    this.rooms.add(wire.id)
  }
  emit(event: string, ...args: unknown[]) {
    if (this.connected) this.wire.send(FRAME.event + JSON.stringify([event, ...args]))
  }
  join(rooms: string[]) {
    for (const room of rooms) this.rooms.add(room)
  }
  leave(room: string) {
    this.rooms.delete(room)
  }
  on(event: string, listener: Listener) {
    this.listeners.set(event, listener)
  }
  disconnect() {
    this.wire.send(FRAME.disconnect)
    this.connected = false
  }
}

export interface StorySockets extends Sockets {
  /** Takes the connections of the page. */
  readonly handler: WebSocketHandler
  /** Sends an event to every connected console. */
  push: <E extends keyof ServerToClientEvents>(event: E, ...args: Parameters<ServerToClientEvents[E]>) => void
  /** Drops every connection, as a failing network does. */
  drop: () => void
  /** Refuses handshakes with this message from now on; null: the platform decides again. */
  refuse: (message: string | null) => void
  /** Answers no handshake from now on. */
  hold: () => void
  /** Events received from consoles since the story began. */
  readonly received: readonly { event: string; args: unknown[] }[]
  /** Begins a story: no connections, nothing refused, held or received. */
  reset(): void
}

export function createStorySockets(): StorySockets {
  const known = new Map<string, StorySocket>()
  let admit: (socket: LiveSocket) => Promise<void> = async () => undefined
  let admitted: (socket: LiveSocket) => void = () => undefined
  let refusal: string | null = null
  let isHeld = false
  const received: { event: string; args: unknown[] }[] = []
  const all = () => [...known.values()].filter(({ connected }) => connected)
  const to = (rooms: readonly string[]): Emitter => ({
    emit(event, ...args) {
      for (const socket of all()) if (rooms.some((room) => socket.rooms.has(room))) socket.emit(event, ...args)
    },
  })

  async function connect(socket: StorySocket, payload: string) {
    if (isHeld) return
    Object.assign(socket.handshake, { auth: payload ? JSON.parse(payload) : {} })
    try {
      if (refusal !== null) throw new Error(refusal)
      await admit(socket)
    } catch (error) {
      return socket.wire.send(FRAME.refuse + JSON.stringify({ message: (error as Error).message }))
    }
    socket.connected = true
    socket.wire.send(FRAME.connect + JSON.stringify({ sid: crypto.randomUUID() }))
    admitted(socket)
  }
  function take(socket: StorySocket, frame: string): void {
    if (frame === FRAME.ping) return socket.wire.send(FRAME.pong)
    if (frame.startsWith(FRAME.connect)) return void connect(socket, frame.slice(2))
    if (frame.startsWith(FRAME.disconnect)) return socket.wire.close()
    const [, number, content] = EVENT.exec(frame) ?? []
    if (content === undefined) return
    const [event, ...args] = JSON.parse(content) as [string, ...unknown[]]
    received.push({ event, args })
    const acknowledge = (...answer: unknown[]) => socket.wire.send(`${FRAME.ack}${number}${JSON.stringify(answer)}`)
    socket.listeners.get(event)?.(...([...args, ...(number ? [acknowledge] : [])] as never[]))
  }

  const handler = ws.link('*/').addEventListener('connection', ({ client, server }) => {
    if (!client.url.pathname.startsWith(SOCKET.path)) return server.connect()
    const socket = new StorySocket(client)
    known.set(client.id, socket)
    client.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') take(socket, data)
    })
    client.addEventListener('close', () => known.delete(client.id))
    client.send(openFrame(client.id))
  })
  function drop() {
    for (const { wire } of known.values()) wire.close(1001, 'dropped by the story')
    known.clear()
  }
  return {
    handler,
    push(event, ...args) {
      for (const socket of all()) socket.emit(event, ...args)
    },
    drop,
    refuse: (message) => void (refusal = message),
    hold: () => void (isHeld = true),
    received,
    reset() {
      drop()
      refusal = null
      isHeld = false
      received.length = 0
    },
    all,
    here: to,
    everywhere: to,
    onConnection(check, connected) {
      admit = check
      admitted = connected
    },
    others: null,
    close: async () => drop(),
  }
}
