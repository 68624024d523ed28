/** What a request is made of and what comes back, whichever library carries it: `fetch` (fetch-transport.ts) or axios (axios-transport.ts). */
import { ERROR_WORDS, failed, type Result } from '@contract/errors'

/** A request that gets no whole answer within this long counts as unreachable, milliseconds: a form must not say 'Loading...' for ever. */
export const ANSWER_TIMEOUT_MS = 60_000

/** A write whose answer was lost: unlike with a read, nobody knows whether it was done. */
const UNCERTAIN_WRITE =
  'The connection broke before the server answered. Look whether the change was made, then try again.'

export interface Outgoing {
  method: string
  /** Without the host. */
  path: string
  query?: URLSearchParams
  headers: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Sends and takes the session's cookie. */
  withCookie?: boolean
  /** For another time than ANSWER_TIMEOUT_MS; 0 waits for ever. */
  timeoutMs?: number
  /** The browser delivers it after the page has gone. */
  keepalive?: boolean
}

/** An answer, whatever its status. */
export interface Answer<Body = string> {
  /** Of the request. */
  method: string
  status: number
  /** By name in lower case. */
  headers: object
  data: Body
}

/** @returns what counts as the outcome where no whole answer came */
export function noAnswer({ method, signal }: Pick<Outgoing, 'method' | 'signal'>): Result<never> {
  if (signal?.aborted) return failed({ kind: 'aborted', message: ERROR_WORDS.aborted })
  const mayBeDone = method !== 'GET' && globalThis.navigator?.onLine !== false
  return failed({ kind: 'network', message: mayBeDone ? UNCERTAIN_WRITE : ERROR_WORDS.network })
}

export type WriteRequest = Outgoing & {
  /** A file is sent as it is, anything else as JSON. */
  body?: unknown
  /** Told how much of the body was sent, 0 to 1. */
  onProgress?: (share: number) => void
}

/** What carries writes. */
export interface WriteTransport {
  text(request: WriteRequest): Promise<Result<Answer>>
  /** Has its code loaded, where it is not: a write will follow. */
  prepare?: () => void
}
