import type { ServerResponse } from 'node:http'

/**
 * Closes the connection of a client that takes nothing of its response for a while: it would hold memory, and for a sorted list
 * a connection to the database. A slow client that takes a little now and then is left alone.
 */
export function dropStalledReader(response: ServerResponse, afterMs: number): void {
  response.setTimeout(afterMs, () => {
    // The connection is silent because of the client only while bytes wait for it; otherwise the handler is still working.
    if (response.writableLength > 0) response.destroy()
    // A request without a network (Fastify's inject) has a socket without timers.
    else response.socket?.setTimeout?.(afterMs)
  })
}
