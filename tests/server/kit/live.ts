import { io, type Socket } from 'socket.io-client'
import { SOCKET } from '@contract/constants'
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** A console's socket. @param auth as the handshake sends it; a function is asked anew for each */
export const consoleSocket = (
  base: string,
  auth: object | ((give: (auth: object) => void) => void),
  options: object = {},
): LiveSocket =>
  io(base, { path: SOCKET.path, transports: ['websocket'], reconnection: false, forceNew: true, auth, ...options })

/** @returns the socket, once it is let in */
export const opened = (socket: LiveSocket): Promise<LiveSocket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })

/** Everything of one event, from now on. @param wanted those that count; without it all do */
export function heardBy<E extends keyof ServerToClientEvents>(
  socket: LiveSocket,
  event: E,
  wanted: (payload: Parameters<ServerToClientEvents[E]>[0]) => boolean = () => true,
): Parameters<ServerToClientEvents[E]>[0][] {
  const heard: Parameters<ServerToClientEvents[E]>[0][] = []
  ;(socket as unknown as Socket).on(event as string, (payload: Parameters<ServerToClientEvents[E]>[0]) => {
    if (wanted(payload)) heard.push(payload)
  })
  return heard
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
