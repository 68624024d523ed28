import type { ClientToServerEvents, ServerToClientEvents } from '@contract/socket'

/** The live socket of one tab. It connects only on request. */
export interface SocketPort {
  /** Connects, or tries again after a refusal; has no effect on an open or starting connection. */
  connect(): void
  disconnect(): void
  emit<E extends keyof ClientToServerEvents>(event: E, ...args: Parameters<ClientToServerEvents[E]>): void
  on<E extends keyof ServerToClientEvents>(event: E, listener: ServerToClientEvents[E]): () => void
  onStatus(listener: (status: SocketStatus) => void): () => void
  /** Sends a fresh access token, so that the connection stays open after the old one expires. */
  renewed(token: string): void
}

/** The state of this tab's connection to the platform. `offline`: the browser has no network. */
export interface ConnectionView {
  state: 'connecting' | 'live' | 'reconnecting' | 'offline'
  /** Since when it has been in this state, in milliseconds since 1970. */
  since: number
  /** When the next attempt starts, if that is known; in milliseconds since 1970. */
  nextTryAt: number | null
}

export interface ConnectionPort {
  /** Returns the same object until it changes. */
  get: () => ConnectionView
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

export type SocketStatus =
  | { type: 'connected' }
  | { type: 'lost'; reason: string }
  /** The connection is lost; the next attempt starts after `delay` milliseconds. */
  | { type: 'waiting'; attempt: number; delay: number }
  | { type: 'retrying'; attempt: number }
  /** The token was refused: there are no further attempts until `connect` is called. */
  | { type: 'refused'; message: string }
