/** Turns whatever goes wrong into the contract's failure body. Nothing internal leaves the server. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_CODE, type ErrorCode } from '@contract/errors'
import { sqlState } from '@server/db/db'
import { HttpFailure, malformed } from './failure'

const INTERNAL =
  'Something went wrong on the server. Nothing was changed. Try again, and give the request id to whoever runs it if it happens again.'

/** What Fastify refuses by itself, before a handler runs. */
const BY_STATUS: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: ERROR_CODE.malformed, message: 'The request cannot be read.' },
  404: { code: ERROR_CODE.notFound, message: 'There is no such address.' },
  413: { code: ERROR_CODE.payloadTooLarge, message: 'The request is too large.' },
  415: { code: ERROR_CODE.unsupportedMediaType, message: 'The body must be JSON (application/json).' },
  429: { code: ERROR_CODE.tooMany, message: 'Too many requests. Wait a moment, then try again.' },
}

/** Postgres' codes for text that it cannot hold (a null character). */
const UNREADABLE_TEXT = new Set(['22021', '22P05'])

function asFailure(error: unknown): HttpFailure | null {
  if (error instanceof HttpFailure) return error
  const state = sqlState(error)
  if (state && UNREADABLE_TEXT.has(state.code)) return malformed('The request holds a character that cannot be stored.')
  const status = (error as Partial<FastifyError> | null)?.statusCode
  const known = status === undefined ? undefined : BY_STATUS[status]
  return known ? new HttpFailure(status!, known.code, known.message) : null
}

/** Answers a failure. @param error what was thrown; what is not known is logged and answered with its request id only */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error)
  if (!failure) request.log.error({ err: error, reqId: request.id }, 'request failed')
  const { status, code, message, details } = failure ?? new HttpFailure(500, ERROR_CODE.internal, INTERNAL)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
  const body = JSON.stringify({ success: false, message, code, errors: details.errors, request_id: request.id })
  const current = details.currentJson === undefined ? '' : `,"current":${details.currentJson}`
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(`${body.slice(0, -1)}${current}}`)
}

/** @param app all of whose failures take the contract's form */
export function mountFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
}

export const noSuchAddress = () => new HttpFailure(404, ERROR_CODE.notFound, BY_STATUS[404]!.message)
