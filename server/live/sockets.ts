/** The live connections over Socket.IO, with those of the other processes that share a PostgreSQL. */
import type { Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { SOCKET } from '@contract/constants'
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'
import type { Db } from '@server/platform/ports/db'
import type { BetweenServers, OtherServers, SocketData, Sockets } from '@server/platform/ports/sockets'
import { connectProcesses } from './between-processes'

const MESSAGE_MAX_BYTES = 64 * 1024

/** For the log: consoles show that they reconnect, and only the operator can find out why. */
const NO_UPGRADE =
  'A request for the live connection arrived without its Upgrade header. A reverse proxy must forward Upgrade and Connection; README.md shows how.'

export type Io = Server<ClientToServerEvents, ServerToClientEvents, BetweenServers, SocketData>

export interface SocketsOptions {
  http: HttpServer
  db: Db
  consoleOrigins: readonly string[]
  onError: (error: unknown, what: string) => void
}

/** @returns the sockets of a server, connected to the other processes where there can be any */
export async function createSockets({
  http,
  db,
  consoleOrigins,
  onError,
}: SocketsOptions): Promise<Sockets & { readonly io: Io }> {
  const io: Io = new Server(http, {
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MESSAGE_MAX_BYTES,
    ...(consoleOrigins.length > 0 ? { cors: { origin: [...consoleOrigins], credentials: true } } : {}),
  })
  io.engine.on('connection_error', ({ context }: { context?: { name?: string } }) => {
    if (context?.name === 'TRANSPORT_HANDSHAKE_ERROR') onError(new Error(NO_UPGRADE), 'live connection')
  })
  // Only PostgreSQL carries events between processes; PGlite has one process and one connection.
  const processes = db.connection ? await connectProcesses(db.connection, onError) : null
  if (processes) io.adapter(processes.adapter)

  const others: OtherServers = {
    on: (event, listener) => void io.on(event as never, listener as never),
    emit: (event, ...args) => void io.serverSideEmit(event, ...(args as never)),
  }
  return {
    io,
    all: () => [...io.of('/').sockets.values()],
    here: (rooms) => io.local.to([...rooms]),
    everywhere: (rooms) => io.to([...rooms]),
    onConnection(admit, connected) {
      io.use(async (socket, next) => {
        const refusal = await admit(socket).then(
          () => undefined,
          (error: unknown) => error as Error,
        )
        next(refusal)
      })
      io.on('connection', connected)
    },
    others: processes && others,
    async close() {
      await io.close()
      await processes?.close()
    },
  }
}
