/** The form of every response (contract, Answers and errors). */
import assert from 'node:assert/strict'
import { ERROR_CODE, type ErrorCode, type FailureBody } from '@contract/errors'
import type { AnyOperation } from '@contract/http/operation'
import { createDataCheck } from '@contract/validation'
import type { Reply } from './client'

const CODE_OF: Readonly<Record<number, ErrorCode>> = {
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
  431: ERROR_CODE.headersTooLarge,
  500: ERROR_CODE.internal,
  503: ERROR_CODE.unavailable,
}
const faultOfData = createDataCheck()
const ENVELOPE = new Set([
  'success',
  'data',
  'message',
  'total_count',
  'unread_count',
  'revision',
  'next_cursor',
  'kinds',
])
/** Internal details, which must not be in a response. */
const INTERNAL = /\bat [^"]*\.[cm]?[jt]sx?:\d+:\d+|node_modules|select .+ from|insert into|syntax error|\bstack\b/i

/** Texts of the schema library, and paths in its notation: staff read names of fields and sentences. */
const OF_LIBRARY =
  /must be one of|must be a `|must be at (?:least|most)|must be an? (?:integer|valid)|must match|is a required field|cannot be null|must be defined|unspecified keys|final value|\$\{|\[(?:\d+|\\?")/

/** Words of the spec (section 5) that the schema library would also use. */
const OF_SPEC = /^(?:Passwords must match|Password must be (?:8|at most 20) characters)$/

/** A failure in the contract's form: status, code, a sentence, field errors only as lists of sentences. */
export function checkFailure(reply: Reply, status: number, what = ''): FailureBody {
  assert.equal(reply.status, status, `${what} status; the body is ${reply.text.slice(0, 300)}`)
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json\b/, `${what} content type`)
  const body = reply.json as FailureBody
  assert.equal(body.success, false, `${what} success`)
  assert.equal(body.code, CODE_OF[status], `${what} code`)
  assert.match(body.message, /\S{2}/, `${what} message says something`)
  assert.doesNotMatch(reply.text, INTERNAL, `${what} says nothing internal`)
  if (status === 400 || status === 422) {
    for (const told of [body.message, ...Object.entries(body.errors ?? {}).flat(2)].filter(
      (text) => !OF_SPEC.test(text),
    ))
      assert.doesNotMatch(told, OF_LIBRARY, `${what} says it in words for staff`)
    assert.match(body.message, /[.!?]$/, `${what} message is a sentence`)
    // Whoever sees no field reads the message alone.
    if (/marked fields/.test(body.message))
      assert.ok(Object.keys(body.errors ?? {}).length > 0, `${what} marks a field`)
  }
  for (const [field, messages] of Object.entries(body.errors ?? {})) {
    assert.ok(
      Array.isArray(messages) &&
        messages.length > 0 &&
        messages.every((message) => typeof message === 'string' && message !== ''),
      `${what} errors of ${field} are sentences`,
    )
  }
  if (status === 429 || status === 503)
    assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/, `${what} Retry-After`)
  return body
}

/** 422 with messages for these fields at least. */
export function checkRejected(reply: Reply, ...fields: string[]): Record<string, string[]> {
  const { errors = {} } = checkFailure(reply, 422)
  // A field of an item has a name such as `list.2.field`.
  const isNamed = (field: string) => Object.keys(errors).some((name) => name === field || name.startsWith(`${field}.`))
  for (const field of fields) assert.ok(isNamed(field), `there is a message for ${field}: ${reply.text}`)
  return errors
}

/** A success in the contract's form, with data that matches the operation's schema. @returns `data`, or the body of the sign-in mechanism */
export function checkSuccess<D = unknown>(reply: Reply, operation: AnyOperation): D {
  assert.equal(reply.status, 200, `${operation.id} status; the body is ${reply.text.slice(0, 300)}`)
  assert.match(reply.headers.get('content-type') ?? '', /^application\/json\b/, `${operation.id} content type`)
  const body = reply.json as { success: boolean; data: unknown; total_count?: unknown }
  const data = operation.envelope === 'plain' ? reply.json : body.data
  if (operation.envelope !== 'plain') {
    assert.equal(body.success, true, `${operation.id} success`)
    assert.ok('data' in body, `${operation.id} has data`)
    assert.deepEqual(
      Object.keys(body).filter((key) => !ENVELOPE.has(key)),
      [],
      `${operation.id} envelope`,
    )
  }
  if (operation.envelope === 'list')
    assert.ok(body.total_count === null || Number.isInteger(body.total_count), `${operation.id} total_count`)
  assert.equal(faultOfData(operation, data), null, `${operation.id} data`)
  return data as D
}
