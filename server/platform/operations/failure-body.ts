/** Turns errors into the contract's failure body. No internal detail leaves the platform. */
import { ERROR_CODE, type ErrorCode } from '@contract/errors'
import { DatabaseUnavailable, sqlState } from '@server/platform/ports/db'
import { HttpFailure, malformed, unavailable } from './failure'

/** 500: an error that nobody expected. What it was is in the log, under the request id. */
export const unexpected = () =>
  new HttpFailure(
    500,
    ERROR_CODE.internal,
    'Something went wrong on the server. Nothing was changed. Try again, and give the request id to whoever runs it if it happens again.',
  )

/** Requests that are refused before a handler runs. */
export const BY_STATUS: Readonly<Record<number, { code: ErrorCode; message: string }>> = {
  400: { code: ERROR_CODE.malformed, message: 'The request cannot be read.' },
  404: { code: ERROR_CODE.notFound, message: 'There is no such address.' },
  408: { code: ERROR_CODE.requestTimeout, message: 'The request did not arrive in time. Send it again.' },
  413: { code: ERROR_CODE.payloadTooLarge, message: 'The request is too large.' },
  415: { code: ERROR_CODE.unsupportedMediaType, message: 'The body must be JSON (application/json).' },
  429: { code: ERROR_CODE.tooMany, message: 'Too many requests. Wait a moment, then try again.' },
  431: { code: ERROR_CODE.headersTooLarge, message: 'The address or the headers of the request are too long.' },
}

/** Postgres' codes for text that it cannot store (a null character). */
const UNREADABLE_TEXT = new Set(['22021', '22P05'])

/** @returns the refusal that an error of a handler means; null for an unexpected one */
export function asFailure(error: unknown): HttpFailure | null {
  if (error instanceof HttpFailure) return error
  if (error instanceof DatabaseUnavailable) return unavailable()
  const state = sqlState(error)
  if (state && UNREADABLE_TEXT.has(state.code)) return malformed('The request holds a character that cannot be stored.')
  return null
}

/** The contract's 404 for an address that does not exist. */
export const noSuchAddress = () => new HttpFailure(404, ERROR_CODE.notFound, BY_STATUS[404]!.message)

/** A failure as it is sent. */
export interface FailureAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** JSON. */
  body: string
}

/**
 * @param failure null: an unexpected error, of which the client gets the request id only
 * @param requestId identifies it in the log
 */
export function failureAnswer(failure: HttpFailure | null, requestId: string): FailureAnswer {
  const { status, code, message, details } = failure ?? unexpected()
  const body = JSON.stringify({ success: false, message, code, errors: details.errors, request_id: requestId })
  const current = details.currentJson === undefined ? '' : `,"current":${details.currentJson}`
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(details.retryAfterSeconds !== undefined && { 'retry-after': String(details.retryAfterSeconds) }),
    },
    body: `${body.slice(0, -1)}${current}}`,
  }
}
