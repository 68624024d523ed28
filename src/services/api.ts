/** The platform API (ports.ts, ApiPort): reads and streams use `fetch`, writes use axios. */
import { AUTH_BASE } from '@contract/http/auth-paths'
import { typesOf } from '@contract/file-types'
import { newKey, takesIdempotencyKey } from '@contract/http/idempotency'
import type { Operation } from '@contract/http/operation'
import { ERROR_WORDS, failed, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort, CallOptions, Reply, StreamListeners } from '@ports/api'
import { headerOf, readReply, toApiError, toFatal } from './answers'
import type { FetchTransport } from './fetch-transport'
import { readNdjson, type StreamEnd } from './ndjson'
import type { Answer, Outgoing, WriteRequest, WriteTransport } from './transport'

export interface ApiDependencies {
  reads: FetchTransport
  writes: WriteTransport
  /** The access token; null if nobody is signed in. Calls wait while it is being renewed. */
  token: () => Promise<string | null> | string | null
  /**
   * Called after a 401 for this token. Returns the token that replaced it, if the refusal does not concern the session
   * because the token had expired in transit or was renewed meanwhile. Null: the refusal counts.
   */
  tokenAfter: (tokenRefused: string) => Promise<string | null>
  /**
   * Called when a call got a 401 for this token and the refusal counts. Called after the caller has its response, so
   * that a form can store its input before the session ends. Ten calls call it ten times.
   */
  onUnauthorized: (tokenUsed: string) => void
}

/** Ten megabytes over a slow connection take minutes. */
const FILE_TIMEOUT_MS = 5 * 60_000
/** The types of private files: a browser executes none of them. */
const TYPES_OF_FILES = typesOf({ visibility: 'private' })

/** An operation without the types of its parts. */
type AskedFor = Pick<Operation, 'method' | 'path' | 'access' | 'envelope' | 'readOnly'>
type Values = Readonly<Record<string, unknown>>
/** The parts of a call, without the types of the operation. */
interface Parts {
  params?: Values
  query?: Values
}
/** Additions of a call to its request. */
type More = { accept: string; contentType?: string } & Pick<Outgoing, 'timeoutMs'>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Inserts the parameters into a path.
 * @returns null if a value cannot be an id: empty, or a dot segment that a URL would resolve
 * @throws if a parameter of the operation is missing from the call
 */
export function pathOf(path: string, params: Values = {}): string | null {
  let named = true
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`The path ${path} needs ${name}`)
    const value = textOf(params[name])
    if (/^\.{0,2}$/.test(value)) named = false
    return encodeURIComponent(value)
  })
  return named ? filled : null
}

/**
 * Serialises a query: lists are comma-joined (including an empty list, which asks for nothing instead of everything),
 * undefined and null are omitted.
 */
export function queryOf(query: Values = {}): URLSearchParams {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    written.set(name, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value))
  }
  return written
}

/** The whole text of a response that was requested as a stream. */
async function whole(answer: Answer<ReadableStream<Uint8Array>>): Promise<Answer> {
  const data = await new Response(answer.data).text().catch(() => '')
  return { ...answer, data }
}

const aborted = (): { ok: false; error: ApiError } => failed({ kind: 'aborted', message: ERROR_WORDS.aborted })

/** Waits for a promise, or until an abort. */
async function unlessAborted<T>(wait: Promise<T> | T, signal: AbortSignal | undefined): Promise<T | 'aborted'> {
  if (!signal) return wait
  if (signal.aborted) return 'aborted'
  let stop = () => {}
  const abort = new Promise<'aborted'>((resolve) => {
    const listener = () => resolve('aborted')
    signal.addEventListener('abort', listener, { once: true })
    stop = () => signal.removeEventListener('abort', listener)
  })
  return Promise.race([wait, abort]).finally(stop)
}

/** @returns the API. Expected failures are data; what rejects is a programming error. */
export function createApi({ reads, writes, token, tokenAfter, onUnauthorized }: ApiDependencies): ApiPort {
  /**
   * Sends an operation with the bearer token, and repeats it if the token expired in transit, because a 401 has had no
   * effect yet. Reports a 401 that counts.
   */
  async function ask<Body>(
    operation: AskedFor,
    { params, query }: Parts,
    options: CallOptions,
    { accept, contentType, timeoutMs }: More,
    sendBy: (request: Outgoing) => Promise<Result<Answer<Body>>>,
  ): Promise<Result<Answer<Body>>> {
    const { signal, ifMatch, keepalive } = options
    // A caller that may send the call again after a lost response passes its own key. The key created here only covers the
    // repetition below, after the access token was renewed.
    const idempotencyKey = options.idempotencyKey ?? (takesIdempotencyKey(operation) ? newKey() : undefined)
    const path = pathOf(operation.path, params)
    if (path === null) return failed({ kind: 'notFound', message: ERROR_WORDS.notFound })

    const bearer = operation.access === 'public' ? null : await unlessAborted(token(), signal)
    if (signal?.aborted) return aborted()

    const sendAs = (carried: string | null) =>
      sendBy({
        method: operation.method,
        path,
        query: queryOf(query),
        signal,
        timeoutMs,
        keepalive,
        headers: {
          Accept: accept,
          ...(contentType !== undefined && { 'Content-Type': contentType }),
          ...(carried !== null && { Authorization: `Bearer ${carried}` }),
          ...(ifMatch !== undefined && {
            'If-Match': [ifMatch]
              .flat()
              .map((version) => `"${version}"`)
              .join(),
          }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
      })
    const isRefused = (answer: Result<Answer<Body>>) => answer.ok && answer.value.status === 401
    let carried = bearer
    let answer = await sendAs(carried)
    if (carried === null || operation.path.startsWith(AUTH_BASE)) return answer
    if (isRefused(answer)) {
      const next = await unlessAborted(tokenAfter(carried), signal)
      if (signal?.aborted) return aborted()
      if (next !== null) answer = await sendAs((carried = next))
    }
    const used = carried
    // In a separate task, so that the caller's promise settles first.
    if (isRefused(answer)) setTimeout(() => onUnauthorized(used))
    return answer
  }

  const write = (more: Pick<WriteRequest, 'body' | 'onProgress'>) => (request: Outgoing) =>
    writes.text({ ...request, ...more })

  return {
    async call<D>(operation: AskedFor, input: object, options: CallOptions = {}): Promise<Result<Reply<D>>> {
      const { body, ...parts } = input as Parts & { body?: unknown }
      const sendBy = operation.method === 'GET' ? reads.text : write({ body })
      const answer = await ask(operation, parts, options, { accept: 'application/json' }, sendBy)
      return answer.ok ? readReply<D>(answer.value, operation.envelope) : answer
    },

    async upload<D>(
      operation: AskedFor,
      query: unknown,
      file: Blob,
      { onProgress, ...options }: Parameters<ApiPort['upload']>[3] = {},
    ): Promise<Result<Reply<D>>> {
      const answer = await ask(
        operation,
        { query: query as Values },
        options,
        {
          accept: 'application/json',
          contentType: file.type || 'application/octet-stream',
          timeoutMs: FILE_TIMEOUT_MS,
        },
        write({ body: file, onProgress }),
      )
      return answer.ok ? readReply<D>(answer.value, operation.envelope) : answer
    },

    async file(operation: AskedFor, params: unknown, options: CallOptions = {}): Promise<Result<Blob>> {
      const answer = await ask(
        operation,
        { params: params as Values },
        options,
        { accept: TYPES_OF_FILES.join(', '), timeoutMs: FILE_TIMEOUT_MS },
        reads.blob,
      )
      if (!answer.ok) return answer
      const { status, data } = answer.value
      const type = (headerOf(answer.value, 'content-type') ?? '').split(';')[0]!
      // A page of a proxy is not a file, whatever its status.
      if (status === 200 && TYPES_OF_FILES.includes(type)) return ok(new Blob([data], { type }))
      const text = { ...answer.value, data: await data.text() }
      return failed(status >= 200 && status <= 299 ? toFatal(text) : toApiError(text))
    },

    async stream<Row>(
      operation: AskedFor,
      query: unknown,
      listeners: StreamListeners<Row>,
      { file, ...options }: Parameters<ApiPort['stream']>[3] = {},
    ): Promise<Result<StreamEnd>> {
      const { signal } = options
      const answer = await ask(
        operation,
        { query: query as Values },
        options,
        {
          accept: 'application/x-ndjson',
          ...(file && { contentType: file.type || 'application/octet-stream' }),
          // A list may take its time as long as rows arrive; readNdjson detects when none do.
          timeoutMs: 0,
        },
        (request) => reads.stream({ ...request, body: file }),
      )
      if (!answer.ok) return answer
      const { value } = answer
      const isStream = value.status === 200 && (headerOf(value, 'content-type') ?? '').includes('ndjson')
      if (!isStream) {
        const text = await whole(value)
        if (signal?.aborted) return aborted()
        return failed(value.status >= 200 && value.status <= 299 ? toFatal(text) : toApiError(text))
      }
      const end = await readNdjson(value.data, { onRows: (rows) => listeners.onRows(rows as Row[]), signal })
      return signal?.aborted ? aborted() : ok(end)
    },
  }
}
