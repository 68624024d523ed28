/**
 * The transport with the browser's own `fetch`: all reads, and responses that are streams. The page's head starts some
 * of these requests (head-start.ts), and a start makes no others, so that the first screen waits for no further
 * library.
 */
import { ok, type Result } from '@contract/errors'
import { ANSWER_TIMEOUT_MS, noAnswer, type Answer, type Outgoing } from './transport'

export type FetchRequest = Outgoing & { body?: Blob }

export interface FetchTransport {
  readonly text: (request: FetchRequest) => Promise<Result<Answer>>
  readonly blob: (request: FetchRequest) => Promise<Result<Answer<Blob>>>
  /** The body is read as it arrives; a response without a body has an empty stream. */
  readonly stream: (request: FetchRequest) => Promise<Result<Answer<ReadableStream<Uint8Array>>>>
}

export interface FetchTransportOptions {
  /** Host of the API without a trailing slash; empty if it is the console's own host. */
  baseUrl: string
  /** Default: the browser's `fetch`. */
  fetch?: typeof globalThis.fetch
  timeoutMs?: number
}

export function createFetchTransport({
  baseUrl,
  fetch = (...args) => globalThis.fetch(...args),
  timeoutMs: usualMs = ANSWER_TIMEOUT_MS,
}: FetchTransportOptions): FetchTransport {
  async function send<Body>(
    request: FetchRequest,
    bodyOf: (response: Response) => Promise<Body> | Body,
  ): Promise<Result<Answer<Body>>> {
    const { method, path, query, headers, signal, withCookie, timeoutMs = usualMs, keepalive, body } = request
    const signals = [...(signal ? [signal] : []), ...(timeoutMs > 0 ? [AbortSignal.timeout(timeoutMs)] : [])]
    try {
      const response = await fetch(`${baseUrl}${path}${query?.size ? `?${query.toString()}` : ''}`, {
        method,
        headers,
        body,
        keepalive,
        credentials: withCookie ? 'include' : 'omit',
        signal: AbortSignal.any(signals),
      })
      const data = await bodyOf(response)
      return ok({ method, status: response.status, headers: Object.fromEntries(response.headers), data })
    } catch {
      return noAnswer(request)
    }
  }
  return {
    text: (request) => send(request, (response) => response.text()),
    blob: (request) => send(request, (response) => response.blob()),
    stream: (request) => send(request, ({ body }) => body ?? new Blob().stream()),
  }
}
