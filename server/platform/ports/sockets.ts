/** The live connections to consoles, as the platform sees them: the same over Socket.IO, and over MSW in stories. */
import type { ClientToServerEvents, RecordChanged, ServerToClientEvents } from '@contract/socket'

/** What the platform knows of a connection. */
export interface SocketData {
  staffId: string
  sessionId: string
  /** Milliseconds since 1970. */
  tokenExpires: number
}
/** A change of a record, with the stores of the record before and after it. */
export type Change = RecordChanged & { stores: readonly string[] }

export interface Emitter {
  emit<E extends keyof ServerToClientEvents>(event: E, ...args: Parameters<ServerToClientEvents[E]>): unknown
}

/** The connection of one console. Its rooms say what it hears. */
export interface LiveSocket extends Emitter {
  readonly id: string
  readonly handshake: { readonly auth: Readonly<Record<string, unknown>> }
  readonly data: SocketData
  readonly connected: boolean
  /** Includes one of its own, with its id. */
  readonly rooms: ReadonlySet<string>
  join(rooms: string[]): unknown
  leave(room: string): unknown
  on<E extends keyof ClientToServerEvents>(event: E, listener: ClientToServerEvents[E]): unknown
  /** @param close whether the connection ends, too */
  disconnect(close: boolean): unknown
}

/** Events between the processes that share a database. */
export interface BetweenServers {
  recordsChanged: (changes: Change[]) => void
  accessChanged: (staffId: string | null) => void
  sessionsEnded: (ids: string[]) => void
  notified: (staffIds: string[]) => void
  unreadChanged: () => void
  /** The other processes answer once they have forgotten what they read of this person's shift. */
  shiftChanged: (staffId: string, done: (answer: null) => void) => void
}
export interface OtherServers {
  on<E extends keyof BetweenServers>(event: E, listener: BetweenServers[E]): void
  /** For `shiftChanged` the last argument is called once all others have answered. */
  emit<E extends keyof BetweenServers>(event: E, ...args: Parameters<BetweenServers[E]>): void
}

export interface Sockets {
  /** The connections to this process. */
  all(): LiveSocket[]
  /** Those of this process that are in any of the rooms. */
  here(rooms: readonly string[]): Emitter
  /** Those of all processes that are in any of the rooms. */
  everywhere(rooms: readonly string[]): Emitter
  /**
   * Decides about each new connection.
   * @param admit throws to refuse it; the message is sent to the client
   * @param connected runs once it is admitted
   */
  onConnection(admit: (socket: LiveSocket) => Promise<void>, connected: (socket: LiveSocket) => void): void
  /** Null where there is only this process. */
  readonly others: OtherServers | null
  /** Closes all connections. */
  close(): Promise<void>
}
