/**
 * Reads the server's responses: bodies into data, statuses into the union of failures (contract: Answers and errors).
 */
import { ERROR_CODE, ERROR_WORDS, failed, ok, type ApiError, type Result } from '@contract/errors'
import type { AnyOperation } from '@contract/http/operation'
import type { Reply } from '@ports/api'
import { networkFailure, type Answer } from './transport'

/** Shown if a page arrived instead of data: from a proxy, a wrong host, or a console served at the API's address. */
const NOT_THE_SERVER =
  'A web page came back instead of the server’s response: something between this console and the server answered. Try again; if this persists, inform whoever runs the platform.'

/** Shown if the response to a write cannot be interpreted: it is unknown whether the write took effect. */
const UNREADABLE_WRITE = 'The server answered something unexpected. Check whether the change was made, then try again.'

/** Default pause in seconds if a response asks to wait without a time. */
const DEFAULT_RETRY_SECONDS = 10

/** Shown for a body that a proxy refused to pass on. */
const TOO_LARGE_FOR_A_PROXY =
  'This is larger than a proxy in front of the server accepts. Nothing was changed. Use a smaller file, or inform whoever runs the platform.'

/** Whether a proxy reports that the server behind it does not respond: 502 to 504, and those of Cloudflare. */
const isGatewayStatus = (status: number): boolean =>
  (status >= 502 && status <= 504) || (status >= 520 && status <= 527) || status === 530

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** @returns the parsed JSON, or undefined if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A header's value, or undefined if it is absent or hidden from a cross-origin page. @param name in lower case */
export function headerOf({ headers }: Pick<Answer<unknown>, 'headers'>, name: string): string | undefined {
  const value = (headers as Fields)[name]
  return typeof value === 'string' ? value : undefined
}

const isPage = (answer: Answer): boolean =>
  (headerOf(answer, 'content-type') ?? '').includes('html') || /^\s*<(!doctype|html)/i.test(answer.data)

/** Messages about fields, whether the server sends lists or single strings. */
function fieldsOf(errors: unknown): Record<string, string[]> {
  if (!isObject(errors)) return {}
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      (Array.isArray(messages) ? messages : [messages]).filter((message) => typeof message === 'string'),
    ]),
  )
}

/** Retry-After in seconds; the header contains seconds or a date. */
function retryAfterOf(answer: Answer): number {
  const header = headerOf(answer, 'retry-after')
  if (header === undefined) return DEFAULT_RETRY_SECONDS
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : DEFAULT_RETRY_SECONDS
}

/** The failure for a response that cannot be interpreted, or that reports an error of the server. */
export function toFatal(answer: Answer): Extract<ApiError, { kind: 'fatal' }> {
  const body = parseJson(answer.data)
  const own = isObject(body) ? body : {}
  const unreadable = answer.method === 'GET' ? ERROR_WORDS.fatal : UNREADABLE_WRITE
  return {
    kind: 'fatal',
    message: textOf(own.message) ?? (isPage(answer) ? NOT_THE_SERVER : unreadable),
    requestId: textOf(own.request_id) ?? headerOf(answer, 'x-request-id'),
  }
}

/**
 * The failure that a proxy's response represents. If the server behind it does not respond, that is the same as no response
 * at all: reads are repeated when the connection is back, and the outcome of a write is unknown. A body that is too large was
 * not passed on, so nothing was changed.
 */
function toProxyError(answer: Answer, requestId: string | undefined): ApiError {
  if (isGatewayStatus(answer.status)) return { ...networkFailure(answer), requestId }
  if (answer.status === 413) return { kind: 'rejected', message: TOO_LARGE_FOR_A_PROXY, fields: {}, requestId }
  return toFatal(answer)
}

/**
 * The failure that a response represents. 401 and 429 count by their status alone: proxies send them too, with the same
 * meaning. Any other status has the meaning of the contract only if the body follows the contract: the 404 of a proxy
 * does not mean that a record is missing.
 * @param answer any unsuccessful response
 */
export function toApiError(answer: Answer): ApiError {
  const body = parseJson(answer.data)
  // A gateway may respond with JSON of its own, which has a message too.
  const own = isObject(body) && body.success === false && typeof body.message === 'string' ? body : null
  const requestId = textOf(own?.request_id) ?? headerOf(answer, 'x-request-id')
  const say = <K extends ApiError['kind']>(kind: K) => ({
    kind,
    message: textOf(own?.message) ?? ERROR_WORDS[kind],
    requestId,
  })

  if (answer.status === 401) return say('unauthorized')
  if (answer.status === 429) return { ...say('tooMany'), retryAfterSeconds: retryAfterOf(answer) }
  if (!own) return toProxyError(answer, requestId)
  switch (answer.status) {
    case 400:
    case 422:
      return { ...say('rejected'), fields: fieldsOf(own.errors) }
    case 403:
      return own.code === ERROR_CODE.stepUpRequired ? { ...say('forbidden'), stepUpRequired: true } : say('forbidden')
    case 404:
      return say('notFound')
    case 409:
      return own.code === ERROR_CODE.idempotencyRunning
        ? { ...say('running'), retryAfterSeconds: retryAfterOf(answer) }
        : { ...say('conflict'), current: own.current ?? null }
    case 503:
      return own.code === ERROR_CODE.outcomeUnknown
        ? toFatal(answer)
        : { ...say('unavailable'), retryAfterSeconds: retryAfterOf(answer) }
    default:
      return typeof own.code === 'string' ? { ...toFatal(answer), answered: true } : toFatal(answer)
  }
}

/**
 * Reads a response with the contract's envelope. The check is light: `success` must be true and `data` present; the
 * content of the data is not checked.
 * @param envelope of the operation; the body of `plain` is the data itself
 */
export function readReply<D>(answer: Answer, envelope: AnyOperation['envelope']): Result<Reply<D>> {
  if (answer.status < 200 || answer.status > 299) return failed(toApiError(answer))
  const body = parseJson(answer.data)
  if (envelope === 'plain') return body === undefined ? failed(toFatal(answer)) : ok({ data: body as D })
  if (!isObject(body) || body.success !== true || !('data' in body)) return failed(toFatal(answer))
  const { success: _, ...reply } = body
  return ok(reply as unknown as Reply<D>)
}
