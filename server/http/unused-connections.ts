import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks connections that have not carried a request yet. Browsers and HTTP clients open such connections in advance; a closing
 * Node server counts them as busy and waits a minute for the request.
 * @returns closes those that are open, and each new one
 */
export function trackUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>()
  let ends = false
  server.on('connection', (socket: Socket) => {
    if (ends) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  server.on('upgrade', ({ socket }) => unused.delete(socket as Socket))
  return () => {
    ends = true
    for (const socket of unused) socket.destroy()
  }
}
