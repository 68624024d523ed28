/** One signed call of a rail, and what is known after it (money, Rails: Calls that move something). */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { ValidationError, type AnySchema } from 'yup'
import type { Outcome } from '@server/platform/ports/rails'
import { refusalOfAddress, type RailAddress } from './address'
import { signed } from './signature'

/** After this time an answer is no longer waited for. */
export const CALL_MS = 10_000
/** Longer answers are not read. */
const ANSWER_BYTES = 4_000_000
/** 4xx that say nothing about whether it was done: too slow, a conflict, too early, too often. */
const UNDECIDED: readonly number[] = [408, 409, 425, 429]
export interface RailConnection {
  address: RailAddress
  /** Signs the calls. */
  secret: string
  /** By default `CALL_MS`. */
  timeoutMs?: number
}
export interface RailCall {
  method: 'GET' | 'POST'
  /** Below the address, without a slash at its start. */
  path: string
  body?: object
}

/** Looks a name up, and refuses addresses that rails may not have, so that a name cannot lead into the operator's network. */
const guarded =
  (address: RailAddress): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as LookupAddress[]
      const refusal = error ? null : addresses.map((each) => refusalOfAddress(each.address, address)).find(Boolean)
      const failure = error ?? (refusal ? Object.assign(new Error(refusal), { code: 'ERR_RAIL_ADDRESS' }) : null)
      if (failure) callback(failure, [])
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }

interface Answered {
  status: number
  text: string
}
async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > ANSWER_BYTES) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Sends the call. @returns the answer, or why there is none */
function send(
  { address, secret, timeoutMs = CALL_MS }: RailConnection,
  { method, path, body }: RailCall,
): Promise<Answered | Extract<Outcome<never>, { is: 'unknown' | 'unsent' }>> {
  const base = address.url.href.endsWith('/') ? address.url.href : `${address.url.href}/`
  const url = new URL(path, base)
  const text = body === undefined ? '' : JSON.stringify(body)
  return new Promise((resolve) => {
    let isConnected = false
    const fail = (error: NodeJS.ErrnoException) => {
      const why = error.code ? `${error.message} (${error.code})` : error.message
      // Only what was never connected was not sent: an established connection can end with any code.
      resolve({ is: isConnected ? 'unknown' : 'unsent', why })
    }
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = start(url, {
      method,
      // A connection of its own: of a kept one nobody knows whether the other side has closed it.
      agent: false,
      lookup: guarded(address),
      headers: {
        accept: 'application/json',
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...signed(secret, text),
      },
    })
    const timer = setTimeout(
      () => request.destroy(new Error(`no ${isConnected ? 'answer' : 'connection'} within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
    request.on('socket', (socket) => {
      const connected = () => void (isConnected = true)
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
    })
    request.on('error', fail)
    request.on('close', () => clearTimeout(timer))
    request.on('response', (response) => {
      isConnected = true
      textOf(response).then((found) => resolve({ status: response.statusCode!, text: found }), fail)
    })
    request.end(text)
  })
}

/** What a refusal says. */
function refusalOf({ status, text }: Answered): { code: string; message: string } {
  const plain = { code: `HTTP_${status}`, message: `The rail answered with ${status}` }
  try {
    const { code, message } = JSON.parse(text) as Record<string, unknown>
    return {
      code: typeof code === 'string' ? code.slice(0, 64) : plain.code,
      message: typeof message === 'string' ? message.slice(0, 255) : plain.message,
    }
  } catch {
    return plain
  }
}

/**
 * Makes a call, once.
 * @param schema that the answer must match; one that does not match is unknown
 * @returns answered for 2xx, refused for 4xx, unsent where no connection was made, unknown for everything else
 */
export async function callRail<A>(connection: RailConnection, call: RailCall, schema: AnySchema): Promise<Outcome<A>> {
  const answered = await send(connection, call)
  if ('is' in answered) return answered
  const { status, text } = answered
  if (status >= 400 && status < 500 && !UNDECIDED.includes(status)) return { is: 'refused', ...refusalOf(answered) }
  if (status < 200 || status >= 300) return { is: 'unknown', why: `the rail answered with ${status}` }
  try {
    return { is: 'answered', answer: schema.validateSync(JSON.parse(text), { strict: true }) as A }
  } catch (error) {
    const why = error instanceof ValidationError ? error.errors.join(', ') : 'it is not JSON'
    return { is: 'unknown', why: `the answer cannot be read: ${why}` }
  }
}
