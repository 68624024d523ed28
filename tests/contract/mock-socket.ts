/** Requirements of MSW for sockets in Node: a WebSocket to replace, and a client that uses it. */
import { createRequire } from 'node:module'
import type { io } from 'socket.io-client'

/**
 * Adds a WebSocket to Node 20, which has none. Call it before MSW begins to listen.
 * @returns a function that restores the global
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

/** The browser build of socket.io-client, which uses the global WebSocket when it is loaded: call this after MSW has begun to listen. */
export const browserIo = (): typeof io =>
  (createRequire(import.meta.url)('socket.io-client/dist/socket.io.js') as { io: typeof io }).io
