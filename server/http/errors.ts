/** Sends errors as the contract's failure body. */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { SOCKET } from '@contract/constants'
import { ERROR_CODE, type FailureBody } from '@contract/errors'
import { DatabaseUnavailable } from '@server/platform/ports/db'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { HttpFailure, malformed } from '@server/platform/operations/failure'
import { asFailure, BY_STATUS, failureAnswer } from '@server/platform/operations/failure-body'
import type { LogFailure } from './log-limit'

type Headers = Record<string, string>

const ADDRESS_TOO_LONG = 'A part of the address is too long.'
const NO_UPGRADE = 'This address does not speak the protocol that the request asks to change to.'
const NO_EXPECTATION = 'The server does not do what the Expect header asks for.'

/** @returns the refusal that an error means; null for an unexpected one */
function failureOf(error: unknown): HttpFailure | null {
  const failure = asFailure(error)
  if (failure) return failure
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
    const failure = failureOf(error)
    const outage = [error, failure?.cause].find((each) => each instanceof DatabaseUnavailable)
    if (!failure) log(error, 'request failed', { reqId: request.id })
    else if (outage) log(outage, 'database unavailable')
    const { status, headers, body } = failureAnswer(failure, request.id)
    return reply.code(status).headers(headers).send(body)
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
  (headers: Headers) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const { _httpMessage: response } = socket as Duplex & { _httpMessage?: { headersSent: boolean } | null }
    // The client has disconnected, or the response to this request has begun already.
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) return void socket.destroy()
    const status = PARSER_STATUS[error.code ?? ''] ?? 400
    writeFailure(socket, bareFailure(status, BY_STATUS[status]!, headers))
  }

/** Responds to requests that Node would handle itself or not at all: upgrades at addresses other than the live socket's, `Expect`. */
export function mountProtocolFailures(server: Server, headers: Headers): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (request.url?.startsWith(`${SOCKET.path}/`)) return
    writeFailure(socket, bareFailure(400, { code: ERROR_CODE.malformed, message: NO_UPGRADE }, headers))
  })
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const failure = bareFailure(417, { code: ERROR_CODE.malformed, message: NO_EXPECTATION }, headers)
    response.writeHead(failure.status, failure.headers).end(failure.body)
  })
}
