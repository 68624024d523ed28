/** Failures that a story asks for, in the contract's form. */
import { ERROR_CODE, type ErrorCode, type FailureBody } from '@contract/errors'

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: ERROR_CODE.malformed,
  401: ERROR_CODE.unauthorized,
  403: ERROR_CODE.forbidden,
  404: ERROR_CODE.notFound,
  409: ERROR_CODE.stale,
  413: ERROR_CODE.payloadTooLarge,
  415: ERROR_CODE.unsupportedMediaType,
  422: ERROR_CODE.rejected,
  428: ERROR_CODE.preconditionRequired,
  429: ERROR_CODE.tooMany,
  500: ERROR_CODE.internal,
  503: ERROR_CODE.unavailable,
}
const SENTENCES: Readonly<Record<number, string>> = {
  400: 'The request could not be understood.',
  401: 'Sign in again.',
  403: 'You are not permitted to do this.',
  404: 'There is no such record.',
  409: 'Somebody else changed this record meanwhile.',
  413: 'The request is too large.',
  415: 'Send JSON.',
  422: 'Check the marked fields.',
  428: 'Say which version of the record you changed (If-Match).',
  429: 'Too many requests. Try again in 30 seconds.',
  500: 'Something went wrong on the server.',
  503: 'The database cannot be reached at the moment. Nothing was changed. Try again in a few seconds.',
}
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 428 | 429 | 500 | 503

/** The body of a failure with this status; `more` adds to it or replaces its message. */
export const failureBody = (status: FailureStatus, more: Partial<FailureBody> = {}): FailureBody => ({
  success: false,
  message: SENTENCES[status]!,
  code: CODES[status]!,
  ...(status === 500 ? { request_id: 'story-request' } : {}),
  ...more,
})

/** Retry-After, in seconds. */
const RETRY_AFTER: Partial<Record<ErrorCode, string>> = {
  [ERROR_CODE.tooMany]: '30',
  [ERROR_CODE.unavailable]: '5',
  [ERROR_CODE.idempotencyRunning]: '1',
}

/** The response to a failed call, with Retry-After for some codes. */
export function failureResponse(status: FailureStatus, more?: Partial<FailureBody>): Response {
  const retryAfter = RETRY_AFTER[more?.code ?? CODES[status]!]
  return Response.json(failureBody(status, more), {
    status,
    headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  })
}
