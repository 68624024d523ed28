/**
 * Requests and responses, independent of the library that sends them: `fetch` (fetch-transport.ts) or axios
 * (axios-transport.ts).
 */
import { ERROR_WORDS, failed, type ApiError, type Result } from '@contract/errors'

/**
 * Time after which a request without a complete response counts as unreachable, in milliseconds: a form must not show
 * 'Loading...' forever.
 */
export const ANSWER_TIMEOUT_MS = 60_000

/** The message for a write whose response was lost: unlike with a read, it is unknown whether it took effect. */
const UNCERTAIN_WRITE =
  'The connection broke before the server answered. Check whether the change was made, then try again.'

export interface Outgoing {
  method: string
  /** Without the host. */
  path: string
  query?: URLSearchParams
  headers: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Sends and accepts the session's cookie. */
  withCookie?: boolean
  /** Overrides ANSWER_TIMEOUT_MS; 0 disables the timeout. */
  timeoutMs?: number
  /** The browser completes the request even after the page was closed. */
  keepalive?: boolean
}

/** A response with any status. */
export interface Answer<Body = string> {
  /** Of the request. */
  method: string
  status: number
  /** By name, in lower case. */
  headers: object
  data: Body
}

/** @returns the failure of a request to which the server did not respond */
export function networkFailure({ method }: Pick<Outgoing, 'method'>): Extract<ApiError, { kind: 'network' }> {
  const mayBeDone = method !== 'GET' && globalThis.navigator?.onLine !== false
  return { kind: 'network', message: mayBeDone ? UNCERTAIN_WRITE : ERROR_WORDS.network }
}

/** @returns the failure of a request without a complete response */
export const noAnswer = ({ method, signal }: Pick<Outgoing, 'method' | 'signal'>): Result<never> =>
  failed(signal?.aborted ? { kind: 'aborted', message: ERROR_WORDS.aborted } : networkFailure({ method }))

export type WriteRequest = Outgoing & {
  /** A file is sent unchanged, any other value as JSON. */
  body?: unknown
  /** Receives the share of the body that was sent, 0 to 1. */
  onProgress?: (share: number) => void
}

/** The transport of writes. */
export interface WriteTransport {
  text(request: WriteRequest): Promise<Result<Answer>>
  /** Starts loading its code if necessary, because a write will follow. */
  prepare?: () => void
}
