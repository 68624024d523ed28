import type { ServerResponse } from 'node:http'

/**
 * Closes the connection of a client that reads nothing of its response for a while: it would hold memory, and for a sorted list
 * a connection to the database. A slow client that reads a little now and then is not affected.
 */
export function dropStalledReader(response: ServerResponse, afterMs: number): void {
  response.setTimeout(afterMs, () => {
    // The client is the cause of the silence only while bytes wait for it; otherwise the handler is still working.
    if (response.writableLength > 0) response.destroy()
    // A request without a network (Fastify's inject) has a socket without timers.
    else response.socket?.setTimeout?.(afterMs)
  })
}
