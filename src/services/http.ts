/** The one axios instance of the console, and how its failures become data. */
import axios, { type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios'
import { ERROR_WORDS, failed, ok, type Result } from '@contract/errors'

/** A call that is not answered within this long counts as unreachable: a form must not say 'Loading...' for ever. */
const ANSWER_TIMEOUT_MS = 60_000

/** A write whose answer was lost: unlike with a read, nobody knows whether it was done. */
const UNCERTAIN_WRITE =
  'The connection broke before the server answered. Look whether the change was made, then try again.'

/**
 * Makes the axios instance that every service shares. Bodies come as text and every status counts as an answer, so that one
 * place reads both (`answers.ts`).
 * @param baseUrl host of the API without a trailing slash; empty for the console's own
 * @param fetch what the calls go through; the browser's where it is left out
 * @param timeoutMs how long to wait for a whole answer, milliseconds
 */
export const createRequest = (
  baseUrl: string,
  fetch?: typeof globalThis.fetch,
  timeoutMs = ANSWER_TIMEOUT_MS,
): AxiosInstance =>
  axios.create({
    baseURL: baseUrl,
    adapter: 'fetch',
    ...(fetch && { env: { fetch } }),
    responseType: 'text',
    timeout: timeoutMs,
    transformResponse: (body: unknown) => body,
    validateStatus: () => true,
    // Without this axios names itself in User-Agent, which a cross-origin preflight would have to allow (Firefox).
    headers: { 'User-Agent': false },
  })

/**
 * Sends a request.
 * @returns whatever the server answered, with any status; or `aborted`, or `network` where no answer came
 */
export async function send<Body = string>(
  request: AxiosInstance,
  config: AxiosRequestConfig,
): Promise<Result<AxiosResponse<Body>>> {
  try {
    return ok(await request.request<Body>(config))
  } catch (error) {
    if (config.signal?.aborted) return failed({ kind: 'aborted', message: ERROR_WORDS.aborted })
    if (!axios.isAxiosError(error)) throw error
    const mayBeDone = config.method !== 'GET' && globalThis.navigator?.onLine !== false
    return failed({ kind: 'network', message: mayBeDone ? UNCERTAIN_WRITE : ERROR_WORDS.network })
  }
}

/** As `send`, for a body that is a file. An answer without one has an empty one. */
export async function sendForFile(
  request: AxiosInstance,
  config: AxiosRequestConfig,
): Promise<Result<AxiosResponse<Blob>>> {
  const answer = await send<Blob | null>(request, { ...config, responseType: 'blob' })
  return answer.ok ? ok({ ...answer.value, data: answer.value.data ?? new Blob() }) : answer
}

/**
 * Sends a request whose body is read as it arrives: the browser's own stream. Axios would pass it on in pieces of 64 kB, each a
 * copy, which costs a long list a tenth of its time.
 * @returns as `send`; `data` is the stream, empty where the answer has no body
 */
export async function sendForStream(
  request: AxiosInstance,
  config: AxiosRequestConfig,
): Promise<Result<AxiosResponse<ReadableStream<Uint8Array>>>> {
  const fetch = request.defaults.env?.fetch ?? globalThis.fetch
  let body: ReadableStream<Uint8Array> | null = null
  const withoutBody: typeof globalThis.fetch = async (...args) => {
    const answer = await fetch(...args)
    ;({ body } = answer)
    return new Response(null, answer)
  }
  const result = await send<null>(request, { ...config, responseType: 'stream', env: { fetch: withoutBody } })
  return result.ok ? ok({ ...result.value, data: body ?? new Blob().stream() }) : result
}
