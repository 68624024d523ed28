import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'

/** The live socket of one tab. It never connects by itself. */
export interface SocketPort {
  /** Connects, or tries again after a refusal; a connection that stands or is being made is left alone. */
  connect(): void
  disconnect(): void
  emit<E extends keyof ClientToServerEvents>(event: E, ...args: Parameters<ClientToServerEvents[E]>): void
  on<E extends keyof ServerToClientEvents>(event: E, listener: ServerToClientEvents[E]): () => void
  onStatus(listener: (status: SocketStatus) => void): () => void
  /** A fresh access token is there: keeps the connection alive past the old one's end. */
  renewed(token: string): void
}

/** How this tab is joined to the platform. `offline`: the browser has no network. */
export interface ConnectionView {
  state: 'connecting' | 'live' | 'reconnecting' | 'offline'
  /** Since when, milliseconds since 1970. */
  since: number
  /** When the next try is made, where that is known; milliseconds since 1970. */
  nextTryAt: number | null
}

export interface ConnectionPort {
  /** The same object until it changes. */
  get: () => ConnectionView
  /** @returns how to stop listening */
  subscribe: (listener: () => void) => () => void
}

export type SocketStatus =
  | { type: 'connected' }
  | { type: 'lost'; reason: string }
  /** The line is down; the next try comes after `delay` milliseconds. */
  | { type: 'waiting'; attempt: number; delay: number }
  | { type: 'retrying'; attempt: number }
  /** The token was refused: nothing is tried until `connect` is called. */
  | { type: 'refused'; message: string }
