/** A call that is refused or fails in a known way. `sendFailure` turns it into the contract's failure body. */
import { ERROR_CODE, ERROR_WORDS, type ErrorCode } from '@contract/errors'
import { FILE_REFUSAL } from '@contract/files'
import { reasonsOf } from '@contract/validation'

interface Details {
  errors?: Record<string, string[]>
  /** 409: the current record, as JSON text. */
  currentJson?: string
  retryAfterSeconds?: number
}

export class HttpFailure extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: Details

  constructor(status: number, code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** 400: not parseable, unknown field, wrong type, id of the wrong form. */
export const malformed = (message: string, errors?: Record<string, string[]>) =>
  new HttpFailure(400, ERROR_CODE.malformed, message, { errors })
export const unauthorized = () => new HttpFailure(401, ERROR_CODE.unauthorized, ERROR_WORDS.unauthorized)
/** 403. @param message names what is missing, as a sentence for staff */
export const forbidden = (message: string = ERROR_WORDS.forbidden) =>
  new HttpFailure(403, ERROR_CODE.forbidden, message)
/** 404: no such record, or one of another store; the response does not reveal which. */
export const notFound = () => new HttpFailure(404, ERROR_CODE.notFound, ERROR_WORDS.notFound)
/** 409: the record was changed or decided meanwhile. @param currentJson the current record */
export const stale = (currentJson: string, message = 'Somebody else changed this record meanwhile.') =>
  new HttpFailure(409, ERROR_CODE.stale, message, { currentJson })
/** 409: what was approved is not what would happen now. Whoever answers adds the current record. @param message says what changed */
export const overtaken = (message: string) => new HttpFailure(409, ERROR_CODE.stale, message)
/**
 * 422: well-formed, but a rule refuses it.
 * @param errors field → its messages
 * @param message by default the reasons, because whoever reads it may see no field
 */
export const rejected = (errors: Record<string, string[]>, message: string = reasonsOf(errors)) =>
  new HttpFailure(422, ERROR_CODE.rejected, message, { errors })
/** Time after which clients should try again, seconds. */
export const UNAVAILABLE_RETRY_SECONDS = 5
/** 413: an upload that is larger than its call accepts. */
export const fileTooLarge = () => new HttpFailure(413, ERROR_CODE.payloadTooLarge, FILE_REFUSAL.tooLarge)
/** 415: a form where a file is expected. */
export const fileExpected = () =>
  new HttpFailure(
    415,
    ERROR_CODE.unsupportedMediaType,
    'Send the file itself as the body, with its content type, not a form.',
  )
/** 503: nothing was changed. @param message what is not available, and what to do */
export const unavailable = (
  message = 'The database cannot be reached at the moment. Nothing was changed. Try again in a few seconds.',
) => new HttpFailure(503, ERROR_CODE.unavailable, message, { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS })
/** 503: the database was lost during a write. @param cause what the database threw, for the log */
export const outcomeUnknown = (cause: unknown) =>
  Object.assign(
    new HttpFailure(
      503,
      ERROR_CODE.outcomeUnknown,
      'The connection to the database was lost before your change was confirmed. Look whether it was made, then try again.',
      { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS },
    ),
    { cause },
  )
/** 400: the operation requires the key, because a repetition would do harm. */
export const idempotencyKeyRequired = () =>
  new HttpFailure(
    400,
    ERROR_CODE.idempotencyKeyRequired,
    'The call must carry an Idempotency-Key, so that it can be repeated without harm.',
  )
/** 422: the key was used for a request with other parameters or another body. */
export const idempotencyKeyReused = () =>
  new HttpFailure(
    422,
    ERROR_CODE.idempotencyKeyReused,
    'This Idempotency-Key was used for a request with other content. Nothing was changed. Send the request with a new key.',
  )
/** Time after which clients should ask again about the first request with the same key, seconds. */
const RUNNING_RETRY_SECONDS = 1
/** 409: the first request with the same key has no outcome yet. */
export const idempotencyRunning = () =>
  new HttpFailure(
    409,
    ERROR_CODE.idempotencyRunning,
    'This request is still being carried out. Its outcome is not known yet. Try again in a moment.',
    { retryAfterSeconds: RUNNING_RETRY_SECONDS },
  )
export const preconditionRequired = () =>
  new HttpFailure(
    428,
    ERROR_CODE.preconditionRequired,
    'The call must say which version of the record it changes (If-Match).',
  )
