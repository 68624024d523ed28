/** Turns errors into the contract's failure body. No internal detail leaves the server. */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { SOCKET } from '@contract/constants'
import { ERROR_CODE, type ErrorCode, type FailureBody } from '@contract/errors'
import { DatabaseUnavailable, sqlState } from '@server/db/db'
import { uuidV7 } from '@server/lib/uuid-v7'
import { HttpFailure, malformed, unavailable } from './failure'
import type { LogFailure } from './log-limit'

type Headers = Record<string, string>

const INTERNAL =
  'Something went wrong on the server. Nothing was changed. Try again, and give the request id to whoever runs it if it happens again.'

/** Requests that Node and Fastify refuse before a handler runs. */
const BY_STATUS: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: ERROR_CODE.malformed, message: 'The request cannot be read.' },
  404: { code: ERROR_CODE.notFound, message: 'There is no such address.' },
  408: { code: ERROR_CODE.requestTimeout, message: 'The request did not arrive in time. Send it again.' },
  413: { code: ERROR_CODE.payloadTooLarge, message: 'The request is too large.' },
  415: { code: ERROR_CODE.unsupportedMediaType, message: 'The body must be JSON (application/json).' },
  429: { code: ERROR_CODE.tooMany, message: 'Too many requests. Wait a moment, then try again.' },
  431: { code: ERROR_CODE.headersTooLarge, message: 'The address or the headers of the request are too long.' },
}
const ADDRESS_TOO_LONG = 'A part of the address is too long.'
const NO_UPGRADE = 'This address does not speak the protocol that the request asks to change to.'
const NO_EXPECTATION = 'The server does not do what the Expect header asks for.'

/** Postgres' codes for text that it cannot store (a null character). */
const UNREADABLE_TEXT = new Set(['22021', '22P05'])

function asFailure(error: unknown): HttpFailure | null {
  if (error instanceof HttpFailure) return error
  if (error instanceof DatabaseUnavailable) return unavailable()
  const state = sqlState(error)
  if (state && UNREADABLE_TEXT.has(state.code)) return malformed('The request holds a character that cannot be stored.')
  const { statusCode: status, code } = (error ?? {}) as Partial<FastifyError>
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return malformed(ADDRESS_TOO_LONG)
  if (status === undefined || status < 400 || status > 499) return null
  const known = BY_STATUS[status]
  return known ? new HttpFailure(status, known.code, known.message) : malformed(BY_STATUS[400]!.message)
}

/** Sends an error as the contract's failure body. */
export type SendFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * @param log receives unexpected errors and outages; refused requests are not logged
 * @returns sends an error as the contract's failure body; for an unexpected one the client gets the request id only
 */
export const createSendFailure =
  (log: LogFailure): SendFailure =>
  (error, request, reply) => {
    const failure = asFailure(error)
    const outage = [error, failure?.cause].find((each) => each instanceof DatabaseUnavailable)
    if (!failure) log(error, 'request failed', { reqId: request.id })
    else if (outage) log(outage, 'database unavailable')
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

/** Status for a request that Node's parser rejects, by the parser's code. */
const PARSER_STATUS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** A failure response outside of Fastify, where there is no reply object. @param more of the body */
export function bareFailure(
  status: number,
  { code, message }: Pick<FailureBody, 'code' | 'message'>,
  common: Headers,
  more: object = {},
) {
  const request_id = uuidV7()
  const body = JSON.stringify({ success: false, message, code, request_id, ...more } satisfies FailureBody)
  const headers: Headers = {
    ...common,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': request_id,
    connection: 'close',
  }
  return { status, headers, body }
}

/** Writes a failure to a connection that never became a request, and closes it. */
function writeFailure(socket: Duplex, { status, headers, body }: ReturnType<typeof bareFailure>): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * @param headers of every response
 * @returns responds to a request that Node cannot read: 400, 408 for one that arrived too slowly, 413, 431
 */
export const createClientErrorHandler =
  (headers: () => Headers) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const { _httpMessage: response } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null }
    // The client has disconnected, or the response to this request has begun already.
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) return void socket.destroy()
    const status = PARSER_STATUS[error.code ?? ''] ?? 400
    writeFailure(socket, bareFailure(status, BY_STATUS[status]!, headers()))
  }

/** Responds to requests that Node would handle itself or not at all: upgrades at addresses other than the live socket's, `Expect`. */
export function mountProtocolFailures(server: Server, headers: () => Headers): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (request.url?.startsWith(`${SOCKET.path}/`)) return
    writeFailure(socket, bareFailure(400, { code: ERROR_CODE.malformed, message: NO_UPGRADE }, headers()))
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const failure = bareFailure(417, { code: ERROR_CODE.malformed, message: NO_EXPECTATION }, headers())
    response.writeHead(failure.status, failure.headers).end(failure.body)
  })
}

/** The contract's 404 for an address that does not exist. */
export const noSuchAddress = () => new HttpFailure(404, ERROR_CODE.notFound, BY_STATUS[404]!.message)
