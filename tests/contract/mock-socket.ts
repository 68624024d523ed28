/** What MSW needs in Node to answer sockets: a WebSocket to stand in for, and a client that takes it. */
import { createRequire } from 'node:module'
import type { io } from 'socket.io-client'

/**
 * Node 20 has no WebSocket of its own. Call it before MSW begins to listen.
 * @returns how to put the global back
 */
export function lendWebSocket(): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket')
  if (!before)
    Object.defineProperty(globalThis, 'WebSocket', {
      value: class extends EventTarget {},
      configurable: true,
      writable: true,
    })
  return () => {
    if (!before) Reflect.deleteProperty(globalThis, 'WebSocket')
  }
}

/** The browser build of socket.io-client, which takes the global WebSocket as it is loaded: call it once MSW listens. */
export const browserIo = (): typeof io =>
  (createRequire(import.meta.url)('socket.io-client/dist/socket.io.js') as { io: typeof io }).io
