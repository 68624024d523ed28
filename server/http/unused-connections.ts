import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Remembers connections that no request has come over yet. Browsers and HTTP clients open such connections in advance; Node
 * counts them as busy when a server closes, and waits a minute for the request.
 * @returns ends those that there are, and each that still comes
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
