import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket as Peer } from 'socket.io'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SOCKET } from '@contract/constants'
import type { SocketPort, SocketStatus } from '@ports/socket'
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'
import { createSocket } from './socket'

/** A real Socket.IO server on loopback. */
let server: Server<ClientToServerEvents, ServerToClientEvents>
let port: number
/** Decides about a handshake. */
let admit: (auth: Record<string, unknown>) => Error | undefined
let handshakes: Record<string, unknown>[]
let peers: Peer[]
let sockets: SocketPort[]

const start = async (at = 0) => {
  const http = createServer()
  server = new Server(http, { path: SOCKET.path })
  server.use((peer, next) => {
    handshakes.push(peer.handshake.auth)
    next(admit(peer.handshake.auth))
  })
  server.on('connection', (peer) => void peers.push(peer as unknown as Peer))
  await new Promise<void>((resolve) => http.listen(at, '127.0.0.1', resolve))
  port = (http.address() as AddressInfo).port
}
beforeEach(async () => {
  admit = () => undefined
  handshakes = []
  peers = []
  sockets = []
  await start()
  // No jitter: here attempts start after half the configured delay.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(async () => {
  for (const socket of sockets) socket.disconnect()
  await server.close()
  vi.restoreAllMocks()
})

const make = (
  token: () => Promise<string | null> = async () => 'tok',
  more: Partial<Parameters<typeof createSocket>[0]> = {},
) => {
  const socket = createSocket({ url: `http://127.0.0.1:${port}`, token, unheardMs: () => 1_200, ...more })
  sockets.push(socket)
  const statuses: SocketStatus[] = []
  socket.onStatus((status) => statuses.push(status))
  return { socket, statuses, types: () => statuses.map(({ type }) => type) }
}
const tryAfter = (attempt: number, delay: number): SocketStatus[] => [
  { type: 'waiting', attempt, delay },
  { type: 'retrying', attempt },
]
const until = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5000, interval: 10 })
const connected = async (made: ReturnType<typeof make>) => {
  const before = made.types().filter((type) => type === 'connected').length
  made.socket.connect()
  await until(() => expect(made.types().filter((type) => type === 'connected')).toHaveLength(before + 1))
}

describe('the live socket', () => {
  it('connects only on request, and sends token, client and for how long the tab has read unheard', async () => {
    const made = make()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(handshakes).toEqual([])
    await connected(made)
    expect(handshakes).toEqual([{ access_token: 'tok', client: 'admin', unheard_ms: 1_200 }])
    expect(peers[0]!.conn.transport.name).toBe('websocket')
  })
  it('asks for missed changes with the first connection of a session only', async () => {
    const made = make()
    admit = () => (handshakes.length === 1 ? new Error('UNAVAILABLE') : undefined)
    await connected(made)
    peers[0]!.conn.close()
    await until(() => expect(handshakes).toHaveLength(3))
    made.socket.disconnect()
    await connected(made)
    expect(handshakes.map(({ unheard_ms }) => unheard_ms)).toEqual([1_200, 1_200, undefined, 1_200])
  })
  it('has one connection, however often it is asked to connect', async () => {
    const made = make()
    made.socket.connect()
    made.socket.disconnect()
    made.socket.connect()
    made.socket.connect()
    await until(() => expect(made.types()).toContain('connected'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(server.of('/').sockets.size).toBe(1)
    expect(handshakes).toHaveLength(1)
  })
  it('waits for a fresh token, and does not use one that arrives after a disconnect', async () => {
    let give = (_token: string) => {}
    const made = make(() => new Promise((resolve) => (give = resolve)))
    made.socket.connect()
    await until(() => expect(server.engine.clientsCount).toBe(1))
    made.socket.disconnect()
    give('late')
    await until(() => expect(server.engine.clientsCount).toBe(0))
    expect(handshakes).toEqual([])
  })
  it('passes events on until a listener unsubscribes, also after a reconnect', async () => {
    const made = make()
    const changes: unknown[] = []
    const stop = made.socket.on('record:changed', (change) => changes.push(change))
    await connected(made)
    const change = { subject: 'Users', id: 'a', version: 2 }
    server.emit('record:changed', change)
    await until(() => expect(changes).toEqual([change]))
    made.socket.disconnect()
    await connected(made)
    server.emit('record:changed', change)
    await until(() => expect(changes).toHaveLength(2))
    stop()
    server.emit('record:changed', change)
    server.emit('access:changed')
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(changes).toHaveLength(2)
  })
  it('emits while connected, and drops events emitted otherwise', async () => {
    const received: string[] = []
    server.on('connection', (peer) => peer.on('access:token', ({ access_token }) => received.push(access_token)))
    const made = make()
    made.socket.emit('access:token', { access_token: 'too early' })
    await connected(made)
    made.socket.emit('access:token', { access_token: 'in time' })
    made.socket.renewed('fresh')
    await until(() => expect(received).toEqual(['in time', 'fresh']))
  })
  it('reports why a handshake was refused, and tries again only on request', async () => {
    admit = ({ access_token }) =>
      access_token === 'old' ? Object.assign(new Error('UNAUTHORIZED'), { data: { code: 'UNAUTHORIZED' } }) : undefined
    let current = 'old'
    const made = make(async () => current)
    made.socket.connect()
    await until(() => expect(made.statuses).toEqual([{ type: 'refused', message: 'UNAUTHORIZED' }]))
    current = 'new'
    made.socket.renewed('new')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(handshakes).toHaveLength(1)
    made.socket.connect()
    await until(() => expect(made.types()).toEqual(['refused', 'connected']))
    expect(handshakes).toHaveLength(2)
  })
  it('keeps trying when it is refused for another reason', async () => {
    let refusals = 0
    admit = () => ((refusals += 1) < 2 ? new Error('Too busy') : undefined)
    const made = make()
    made.socket.connect()
    await until(() =>
      expect(made.statuses).toEqual([{ type: 'lost', reason: 'Too busy' }, ...tryAfter(1, 500), { type: 'connected' }]),
    )
  })
  it('reports a broken connection and each attempt, and reconnects', async () => {
    const made = make()
    await connected(made)
    await server.close()
    await until(() => expect(made.types()).toContain('retrying'))
    await start(port)
    await until(() => expect(made.types().at(-1)).toBe('connected'))
    expect(made.statuses.slice(1)).toEqual([
      { type: 'lost', reason: 'transport close' },
      ...tryAfter(1, 500),
      ...tryAfter(2, 1000),
      { type: 'connected' },
    ])
  }, 10_000)
  it('reconnects after the server disconnected it', async () => {
    const made = make()
    await connected(made)
    server.disconnectSockets()
    await until(() => expect(made.types()).toEqual(['connected', 'lost', 'waiting', 'retrying', 'connected']))
  })
  it('tries again if no token is available', async () => {
    let tries = 0
    const tokenless = make(async () => {
      if ((tries += 1) === 1) throw new Error('unreachable')
      return 'tok'
    })
    await connected(tokenless)
    expect(tries).toBe(2)
  })
  it('reports nothing after a disconnect, also during an attempt', async () => {
    const made = make()
    await connected(made)
    await server.close()
    await until(() => expect(made.types()).toContain('lost'))
    made.socket.disconnect()
    const count = made.statuses.length
    await start(port)
    // The attempt that was due after a second is not made.
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(made.statuses).toHaveLength(count)
    expect(handshakes).toHaveLength(1)
  })
})
