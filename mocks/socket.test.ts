import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { io as connect, Socket } from 'socket.io-client'
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'
import { browserIo, lendWebSocket } from '@tests/contract/mock-socket'
import { db, endSession, resetDb, signInAs } from './db'
import { createMockServer } from './node'
import { connectionCount, dropConnections, push, receivedEvents, refuseHandshakes, resetSocket } from './socket'

type ConsoleSocket = Socket<ServerToClientEvents, ClientToServerEvents>

const server = createMockServer()
const giveBack = lendWebSocket()
let io: typeof connect
const open: ConsoleSocket[] = []

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'bypass' })
  io = browserIo()
})
beforeEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
  resetSocket()
  resetDb()
})
afterAll(() => {
  for (const socket of open) socket.disconnect()
  server.close()
  giveBack()
})

const client = (auth: object): ConsoleSocket => {
  const socket: ConsoleSocket = io('http://mocks.test', {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnectionDelay: 5,
    reconnectionDelayMax: 5,
  })
  open.push(socket)
  return socket
}
const signedIn = () => client({ access_token: signInAs('ADMIN'), client: 'admin' })
const once = <T>(socket: ConsoleSocket, event: string) =>
  new Promise<T>((resolve) => void (socket as Socket).once(event, resolve))

describe('the live socket of the mocks, with the real client', () => {
  it('accepts a client with a token', async () => {
    await once(signedIn(), 'connect')
    expect(connectionCount()).toBe(1)
  })
  it.each([[{}], [{ access_token: 'rubbish', client: 'admin' }], [{ access_token: 'none' }]])(
    'refuses %j with UNAUTHORIZED',
    async (auth) => {
      expect((await once<Error>(client(auth), 'connect_error')).message).toBe('UNAUTHORIZED')
      expect(connectionCount()).toBe(0)
    },
  )
  it('refuses a token without the client type admin (spec 6)', async () => {
    expect(
      (await once<Error>(client({ access_token: signInAs('ADMIN'), client: 'player' }), 'connect_error')).message,
    ).toBe('UNAUTHORIZED')
  })
  it('pushes events to a client', async () => {
    const socket = signedIn()
    await once(socket, 'connect')
    const told = once(socket, 'record:changed')
    push('record:changed', { subject: 'Users', id: 'x', version: 2 })
    expect(await told).toEqual({ subject: 'Users', id: 'x', version: 2 })
  })
  it('acknowledges access:token with the validity of the token', async () => {
    const socket = signedIn()
    await once(socket, 'connect')
    expect(await socket.emitWithAck('access:token', { access_token: signInAs('ADMIN') })).toEqual({ success: true })
    expect(await socket.emitWithAck('access:token', { access_token: 'rubbish' })).toEqual({ success: false })
    expect(receivedEvents().map(({ event }) => event)).toEqual(['access:token', 'access:token'])
  })
  it('accepts the client again after the connection was dropped', async () => {
    const socket = signedIn()
    await once(socket, 'connect')
    const again = new Promise(
      (resolve) => void socket.once('disconnect', () => void socket.once('connect', () => resolve(true))),
    )
    dropConnections()
    expect(await again).toBe(true)
  })
  it('refuses with the given reason', async () => {
    refuseHandshakes('MAINTENANCE')
    expect((await once<Error>(signedIn(), 'connect_error')).message).toBe('MAINTENANCE')
  })
  it('reports that a session ended, and closes', async () => {
    const socket = signedIn()
    await once(socket, 'connect')
    const ended = Promise.all([once(socket, 'session:ended'), once(socket, 'disconnect')])
    endSession(db.browserSession!)
    await ended
    expect(connectionCount()).toBe(0)
  })
})
