import { io, type Socket } from 'socket.io-client'
import { SOCKET } from '@contract/constants'
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>

/** A console's socket. @param auth of the handshake; a function is called for each handshake */
export const consoleSocket = (
  base: string,
  auth: object | ((give: (auth: object) => void) => void),
  options: object = {},
): LiveSocket =>
  io(base, { path: SOCKET.path, transports: ['websocket'], reconnection: false, forceNew: true, auth, ...options })

/** @returns the socket, once it is connected */
export const opened = (socket: LiveSocket): Promise<LiveSocket> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })

/** Collects all payloads of one event from now on. @param wanted filters them; all by default */
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
