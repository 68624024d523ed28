/**
 * Failures as one union at the edge of the services (contract: Answers and errors). Machines branch on `kind`; only
 * `describeError` turns a failure into a message.
 */

/** Stable codes of the server's failures (documented on the OpenAPI page). */
export const ERROR_CODE = {
  malformed: 'MALFORMED',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  /** 403: allowed after the person has proved their identity again (contract, Writes: step-up). */
  stepUpRequired: 'STEP_UP_REQUIRED',
  notFound: 'NOT_FOUND',
  stale: 'STALE',
  payloadTooLarge: 'PAYLOAD_TOO_LARGE',
  unsupportedMediaType: 'UNSUPPORTED_MEDIA_TYPE',
  rejected: 'REJECTED',
  preconditionRequired: 'PRECONDITION_REQUIRED',
  /** 400: this call must carry an Idempotency-Key. */
  idempotencyKeyRequired: 'IDEMPOTENCY_KEY_REQUIRED',
  /** 422: the same Idempotency-Key was used before with other content. */
  idempotencyKeyReused: 'IDEMPOTENCY_KEY_REUSED',
  /** 409: the first request with this Idempotency-Key is still in progress. */
  idempotencyRunning: 'IDEMPOTENCY_RUNNING',
  tooMany: 'TOO_MANY_REQUESTS',
  /** 408: the rest of the request did not arrive in time. */
  requestTimeout: 'REQUEST_TIMEOUT',
  /** 431: the headers or the address are larger than the server accepts. */
  headersTooLarge: 'HEADERS_TOO_LARGE',
  /** 503: the server or its database is not available; nothing was changed. */
  unavailable: 'SERVICE_UNAVAILABLE',
  /** 503: the connection to the database was lost during a change; it is unknown whether the change took effect. */
  outcomeUnknown: 'OUTCOME_UNKNOWN',
  internal: 'INTERNAL',
} as const
export type ErrorCode = (typeof ERROR_CODE)[keyof typeof ERROR_CODE]

/** The body of every failed call. */
export interface FailureBody {
  success: false
  /** A sentence for staff, shown unchanged. */
  message: string
  code: ErrorCode
  /** Field name → its messages. */
  errors?: Record<string, string[]>
  /** 409 only: the current record. */
  current?: unknown
  /** 500, and other failures whose request can be found in the server's log. */
  request_id?: string
}

interface Failure<K extends string> {
  kind: K
  message: string
  /** Present if the server can find the request by it. */
  requestId?: string
}

/** Every way in which a call can fail. */
export type ApiError =
  | Failure<'network'>
  | Failure<'unauthorized'>
  | (Failure<'forbidden'> & { /** It would be let through after a step-up. */ stepUpRequired?: true })
  | Failure<'notFound'>
  | (Failure<'conflict'> & { current: unknown })
  | (Failure<'rejected'> & { fields: Record<string, string[]> })
  | (Failure<'tooMany'> & { retryAfterSeconds: number })
  | (Failure<'unavailable'> & { retryAfterSeconds: number })
  /** The first request with the same Idempotency-Key has no outcome yet. */
  | (Failure<'running'> & { retryAfterSeconds: number })
  | Failure<'aborted'>
  | (Failure<'fatal'> & {
      /**
       * The API itself reported the failure. If it is absent, something else responded instead (for example a proxy),
       * or the response was unreadable.
       */
      answered?: true
    })

export type ApiErrorKind = ApiError['kind']

/** Success or failure of a call; an expected failure is data, never an exception. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: ApiError }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const failed = (error: ApiError): { ok: false; error: ApiError } => ({ ok: false, error })

/** What happened, then what to do: shown for a failure without a message of the server (look.md, Writing). */
export const ERROR_WORDS: Record<ApiErrorKind, string> = {
  network: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
  unauthorized: 'Your session has ended. Sign in again.',
  forbidden: 'You are not permitted to do this.',
  notFound: 'This record does not exist, or is not in your store.',
  conflict: 'Somebody else changed this record meanwhile. Your input is kept.',
  rejected: 'The server refused the input. Check the marked fields.',
  tooMany: 'Too many requests. Wait a moment, then try again.',
  unavailable: 'The service is not available at the moment. Nothing was changed. Wait a moment, then try again.',
  running: 'This request is still being carried out. Its outcome is not known yet.',
  aborted: 'The request was cancelled.',
  fatal: 'The server answered something unexpected. Nothing was changed. Try again.',
}

/** The message to show for a failure: the server's, if it sent one. */
export const describeError = (error: ApiError): string => error.message || ERROR_WORDS[error.kind]

/** As `describeError`, for a place that does not show the fields: of refused input, the messages of its fields. */
export const describeWithFields = (error: ApiError): string =>
  (error.kind === 'rejected' && Object.values(error.fields).flat().join('. ')) || describeError(error)

/** As `describeError`, for a result; '' if it is a success. */
export const describeFailure = (answer: Result<unknown>): string => (answer.ok ? '' : describeError(answer.error))

/** Whether the API did not respond to this request, so that it may or may not have taken effect. */
export const isUncertain = (error: ApiError): boolean =>
  error.kind === 'network' ||
  error.kind === 'aborted' ||
  error.kind === 'running' ||
  (error.kind === 'fatal' && error.answered !== true)

/**
 * Whether the response to a repetition leaves the outcome of the request open: these responses only concern the
 * repetition, because they are sent before the Idempotency-Key is looked up.
 */
export const leavesOutcomeOpen = (error: ApiError): boolean =>
  isUncertain(error) || ['unavailable', 'tooMany', 'unauthorized', 'fatal'].includes(error.kind)

/** The sign-in errors shown under the form (contract), and those of spec section 8 that can occur on /error. */
export const SIGN_IN_ERROR = {
  wrongEmailOrPassword: 'WRONG_EMAIL_OR_PASSWORD',
  twoFactorRequired: 'TWO_FACTOR_REQUIRED',
  wrongTwoFactorToken: 'WRONG_TWO_FACTOR_TOKEN',
  accountDisabled: 'ACCOUNT_DISABLED',
  tooManyAttempts: 'TOO_MANY_ATTEMPTS',
  /** An unexpected refusal: only logged (spec 8). */
  credentialsSignin: 'CredentialsSignin',
} as const
export type SignInErrorCode = (typeof SIGN_IN_ERROR)[keyof typeof SIGN_IN_ERROR] | (string & {})

/** The page needs a session: redirects to the sign-in (spec 8). */
export const SESSION_REQUIRED = 'SessionRequired'

/** Named sign-in errors of spec section 8, with the messages that /error shows. */
export const NAMED_SIGN_IN_ERRORS: Record<string, string> = {
  OAuthCallbackError: 'The sign-in provider sent back an error. Sign in again.',
  AccountNotLinkedError: 'This account is linked to another way of signing in. Use the one you used first.',
  MissingAPIRoute: 'This sign-in address does not exist. Open the login page and sign in there.',
  MissingSecret: 'The server has no secret to sign sessions with. Ask whoever runs it to set one.',
  MissingAuthorize: 'The server has no way to check passwords. Ask whoever runs it.',
  MissingAdapter: 'The server has no store for sessions. Ask whoever runs it.',
  MissingAdapterMethods: 'The store for sessions is incomplete. Ask whoever runs it.',
  UnsupportedStrategy: 'This way of signing in is not supported here. Sign in with email and password.',
  InvalidCallbackUrl: 'The address to return to is not one of this console. Open the login page and sign in there.',
  UnknownError: 'Sign-in failed for an unknown reason. Try again.',
}

/** Spec section 8: under the form, underscores and quotes are replaced by spaces. A code in capitals reads as a sentence. */
export function signInErrorText(code: string): string {
  const text = code.replace(/[_'"]/g, ' ').trim()
  return text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text
}
