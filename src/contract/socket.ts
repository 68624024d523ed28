/** The live socket: events by their exact names (spec 7, Live socket; contract, Live socket). */

/** Handshake payload. */
export interface SocketAuth {
  access_token: string
  client: 'admin'
}

/** `data` of connect_error when the handshake is refused. */
export const HANDSHAKE_REFUSED = 'UNAUTHORIZED'

export interface RecordChanged {
  subject: string
  id: string
  version: number
}

/** Events that the console emits. */
export interface ClientToServerEvents {
  /** Keeps a long connection alive past a token's end. */
  'access:token': (payload: { access_token: string }, acknowledge?: (reply: { success: boolean }) => void) => void
}

/** Events that the console listens to. */
export interface ServerToClientEvents {
  /** The console refetches its permissions. */
  'access:changed': () => void
  /** The console refetches what it shows of the record. */
  'record:changed': (payload: RecordChanged) => void
  /** The session was ended from elsewhere; the socket closes after it. */
  'session:ended': () => void
}
