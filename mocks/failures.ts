/** Failures that a story asks for, as the platform sends them. */
import { ERROR_CODE, ERROR_WORDS, type FailureBody } from '@contract/errors'
import {
  forbidden,
  HttpFailure,
  malformed,
  notFound,
  rejected,
  stale,
  unauthorized,
  unavailable,
} from '@server/platform/operations/failure'
import { BY_STATUS, failureAnswer, unexpected } from '@server/platform/operations/failure-body'

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503

/** The failure that the platform itself sends most often with a status. @param errors of the fields */
const FAILURES: { readonly [S in FailureStatus]: (errors: FailureBody['errors']) => HttpFailure } = {
  400: () => malformed(BY_STATUS[400]!.message),
  401: unauthorized,
  403: () => forbidden(),
  404: notFound,
  409: () => stale('null'),
  422: (errors = {}) => rejected(errors),
  429: () => new HttpFailure(429, ERROR_CODE.tooMany, ERROR_WORDS.tooMany, { retryAfterSeconds: 30 }),
  500: unexpected,
  503: () => unavailable(),
}

/**
 * The response to a failed call.
 * @param more replaces message, code or request id, or adds the fields' messages or the current record
 */
export function failureResponse(status: FailureStatus, more: Partial<FailureBody> = {}): Response {
  const usual = FAILURES[status](more.errors)
  const { code = usual.code, message = usual.message, errors, current, request_id = 'story-request' } = more
  const { headers, body } = failureAnswer(
    new HttpFailure(status, code, message, {
      ...usual.details,
      ...(errors && { errors }),
      ...(status === 409 && { currentJson: JSON.stringify(current) }),
    }),
    request_id,
  )
  return new Response(body, { status, headers })
}
