/**
 * What all operations of the catalogue have in common, whatever transports them: the access check (by default nobody may call one), the
 * schemas of the request, Idempotency-Key and If-Match, and the envelope of the response.
 */
import type { Schema } from 'yup'
import { EVERY_OPERATION, type OperationId } from '@contract/http/catalogue'
import {
  IDEMPOTENCY_KEY_HEADER,
  isIdempotencyKey,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from '@contract/http/idempotency'
import { isAllowed, type AccessRule, type AnyOperation, type Method } from '@contract/http/operation'
import type { RowBatches } from '@server/platform/db/list-stream'
import { hexOf } from '@server/platform/lib/bytes'
import { missingRight, type Principal, type Writer } from '@server/platform/modules/access/principal'
import { writerOf, type AppCaller } from '@server/platform/modules/apps/keys'
import type { IdempotencyKeys, WriteKey } from '@server/platform/modules/idempotency/keys'
import type { Crypto } from '@server/platform/ports/crypto'
import { DatabaseUnavailable } from '@server/platform/ports/db'
import type { Answer, Call, FileAnswer, Incoming, Origin, Outgoing, PlainCall, Routes } from './call'
import {
  forbidden,
  idempotencyKeyRequired,
  malformed,
  outcomeUnknown,
  preconditionRequired,
  unauthorized,
} from './failure'
import { createKeyedCalls } from './keyed-calls'
import { createQueryReader, readBody, readParameters } from './validate'

/** An operation without its types: all are treated alike here. */
export interface AnyRoute {
  id: OperationId
  method: Method
  path: string
  aliases?: readonly string[]
  access: AccessRule | ((body: unknown) => AccessRule)
  params?: Schema
  query?: Schema
  body?: Schema
  envelope: AnyOperation['envelope']
  upload?: AnyOperation['upload']
  bodyBytes?: number
  streams?: boolean
  ifMatch?: true | 'each'
  idempotencyKey?: 'required'
}
type AnyHandler = (call: Call<OperationId>) => Promise<Answer<unknown>>
type AnyPlainHandler = (call: PlainCall<OperationId>) => Promise<unknown>

export const NDJSON = 'application/x-ndjson'
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Calls whose refusal has side effects (a counted attempt, a used code): their Idempotency-Key is looked up before they run. */
const LOOKS_UP_FIRST: ReadonlySet<OperationId> = new Set([
  'profile.changePassword',
  'twoFactor.enable',
  'twoFactor.stepUp',
] as const)

/** Identifies the caller. @returns null for an invalid or expired token */
export type Authenticate = (token: string, origin: Origin) => Promise<Principal | null>

const headerOf = ({ headers }: Incoming, name: string): string | undefined => {
  const header = headers[name]
  return typeof header === 'string' ? header : undefined
}

const originOf = (request: Incoming): Origin => ({
  ip: request.ip,
  userAgent: headerOf(request, 'user-agent')?.slice(0, 500) ?? null,
  requestId: request.id,
})

/** Reads the version from `If-Match: "3"`. @throws 428 where it is missing, 400 where it has another form */
function readIfMatch(request: Incoming): number {
  const header = headerOf(request, 'if-match')
  if (!header) throw preconditionRequired()
  const version = /^(?:W\/)?"?([1-9]\d{0,8})"?$/.exec(header)?.[1]
  if (!version) throw malformed('If-Match must carry the version of the record.')
  return Number(version)
}

/** Reads the versions from `If-Match: "3","7"`; null where the header is missing. @throws 400 where one has another form */
function readIfMatches(request: Incoming): number[] | null {
  const header = headerOf(request, 'if-match')
  if (header === undefined) return null
  return header.split(',').map((part) => {
    const version = /^"([1-9]\d{0,8})"$/.exec(part.trim())?.[1]
    if (!version) throw malformed('If-Match must carry the versions of the records, in the order of their ids.')
    return Number(version)
  })
}

/** @returns the call's Idempotency-Key, or null. @throws 400 where it has another form, or is missing where it is required */
function readIdempotencyKey(request: Incoming, rule: 'required' | undefined): string | null {
  const header = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()]
  if (header === undefined) {
    if (rule === 'required') throw idempotencyKeyRequired()
    return null
  }
  if (typeof header !== 'string' || !isIdempotencyKey(header))
    throw malformed('Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return header
}

/** Lines of the streamed form; the last one contains the total number (contract, Lists). */
async function* asLines(rows: RowBatches, total: (sent: number) => Promise<number>) {
  let sent = 0
  for await (const { count, text } of rows('\n')) {
    sent += count
    yield `${text}\n`
  }
  yield `{"total_count":${await total(sent)}}\n`
}

/** The same rows in the envelope. */
async function* asEnvelope(rows: RowBatches, total: (sent: number) => Promise<number>) {
  let sent = 0
  yield '{"success":true,"data":['
  for await (const { count, text } of rows(',')) {
    yield (sent === 0 ? '' : ',') + text
    sent += count
  }
  yield `],"total_count":${await total(sent)}}`
}

/** A stored list in the form of a stream. */
function asRows(answer: Answer<unknown>): Answer<unknown> {
  if (!('json' in answer)) return answer
  const rows = JSON.parse(answer.json) as unknown[]
  const texts = rows.map((row) => JSON.stringify(row))
  return {
    rows: async function* (separator) {
      yield { count: texts.length, text: texts.join(separator) }
    },
    total: () => Promise.resolve(texts.length),
  }
}

/** Converts the loss of the database during a write: a handler may have committed before, so the response must not claim that nothing was changed. */
const orOutcomeUnknown = <T>(writing: Promise<T>): Promise<T> =>
  writing.catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable ? outcomeUnknown(error) : error
  })

/** A response to send; `headers` in addition to those that the handler has set. */
export interface Sent {
  /** 200 by default. */
  status?: number
  headers: Readonly<Record<string, string>>
  /** A stream's texts are sent as they come. */
  body: string | Uint8Array | AsyncIterable<string> | null
}

/** Files can only be displayed: a browser runs no script in them, whatever they contain. */
const FILE_POLICY = "default-src 'none'; sandbox"
/** Bodies that gain nothing from compression, or are sent in parts. */
const UNCOMPRESSED = { 'x-no-compression': '1' }

const sentFile = ({ bytes, contentType, cacheControl, etag, disposition, isPublic }: FileAnswer): Sent => ({
  ...(bytes === null && { status: 304 }),
  headers: {
    'cache-control': cacheControl,
    'content-security-policy': FILE_POLICY,
    ...UNCOMPRESSED,
    ...(etag !== undefined && { etag: `"${etag}"` }),
    ...(disposition !== undefined && { 'content-disposition': disposition }),
    ...(isPublic && { 'cross-origin-resource-policy': 'cross-origin' }),
    ...(bytes !== null && { 'content-type': contentType }),
  },
  body: bytes,
})

const sentJson = (body: string, more: Readonly<Record<string, string>> = {}): Sent => ({
  headers: { 'content-type': JSON_TYPE, ...more },
  body,
})

function sent(answer: Answer<unknown>, streamed: boolean): Sent {
  if ('file' in answer) return sentFile(answer.file)
  // The rows are text already: only the batch that is being sent is in memory.
  if ('rows' in answer)
    return {
      headers: { 'content-type': streamed ? NDJSON : JSON_TYPE, ...UNCOMPRESSED },
      body: (streamed ? asLines : asEnvelope)(answer.rows, answer.total),
    }
  const data = 'json' in answer ? answer.json : JSON.stringify(answer.data ?? null)
  const message = answer.message === undefined ? '' : `,"message":${JSON.stringify(answer.message)}`
  const total = 'total_count' in answer ? `,"total_count":${answer.total_count ?? null}` : ''
  const next = 'next_cursor' in answer ? `,"next_cursor":${JSON.stringify(answer.next_cursor ?? null)}` : ''
  const kinds = 'kinds' in answer && answer.kinds ? `,"kinds":${JSON.stringify(answer.kinds)}` : ''
  const stand =
    answer.unread_count === undefined ? '' : `,"unread_count":${answer.unread_count},"revision":${answer.revision ?? 0}`
  return sentJson(
    `{"success":true,"data":${data}${message}${total}${next}${kinds}${stand}}`,
    answer.version === undefined ? {} : { etag: `"${answer.version}"` },
  )
}

const NO_FILE = new Uint8Array()

/** Who calls: a person, an app, or (null) anybody. */
export type Entrant = { principal: Principal } | { app: AppCaller } | null

/** An operation, ready for a transport. */
export interface RunnableOperation {
  readonly route: AnyRoute
  /**
   * Identifies the caller. A transport calls it before it reads the body: a caller without access must not make the server parse anything.
   * @throws HttpFailure 401; 403 where the right does not depend on the body; 429
   */
  enter: (request: Incoming) => Promise<Entrant>
  /**
   * @param entrant what `enter` returned
   * @param reply receives headers and cookies, also where the call fails
   * @param closed an AbortSignal that fires when the client has disconnected or the response is sent; only some calls need it
   * @throws HttpFailure, or what a handler throws
   */
  answer: (request: Incoming, reply: Outgoing, entrant: Entrant, closed: () => AbortSignal) => Promise<Sent>
}

export interface OperationsDeps {
  /** One handler for each operation of the catalogue. */
  routes: Routes
  /** The handlers of the records' operations, by id. */
  records: Readonly<Record<string, unknown>>
  /** Verifies the bearer token. */
  authenticate: Authenticate
  /** Verifies the key of an app. */
  callerOf: (request: Incoming) => Promise<AppCaller>
  /** The idempotency keys of writes. */
  keys: IdempotencyKeys
  crypto: Pick<Crypto, 'sha256'>
  /** Fires when the server stops. */
  stopping: AbortSignal
}

function allow(rule: AccessRule, principal: Principal) {
  if (typeof rule === 'object' && !isAllowed(rule, principal.access))
    throw forbidden(missingRight(rule.action, rule.subject))
}

/** @returns every operation of the catalogue */
export function createOperations(deps: OperationsDeps): readonly RunnableOperation[] {
  const { routes, records, authenticate, callerOf, stopping } = deps
  const runKeyed = createKeyedCalls(deps.keys)

  async function principalOf(request: Incoming): Promise<Principal> {
    const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
    const principal = token ? await authenticate(token, originOf(request)) : null
    if (!principal) throw unauthorized()
    return principal
  }

  return (EVERY_OPERATION as unknown as AnyRoute[]).map((route): RunnableOperation => {
    const handler = routes[route.id] ?? records[route.id]
    const isWrite = takesIdempotencyKey(route)
    const readQuery = createQueryReader(route.query)

    async function answerAnybody(request: Incoming, reply: Outgoing): Promise<Sent> {
      const call = {
        params: readParameters(route.params, request.params),
        query: readQuery(request.query),
        body: route.method === 'GET' ? undefined : readBody(route.body, request.body),
        request,
        reply,
        origin: originOf(request),
      }
      const body = await (handler as unknown as AnyPlainHandler)(call as unknown as PlainCall<OperationId>)
      return route.envelope === 'file' ? sentFile(body as FileAnswer) : sentJson(JSON.stringify(body))
    }

    async function answer(
      request: Incoming,
      reply: Outgoing,
      entrant: NonNullable<Entrant>,
      closed: () => AbortSignal,
    ): Promise<Sent> {
      const writer: Writer = 'principal' in entrant ? entrant.principal : writerOf(entrant.app)
      if ('principal' in entrant)
        allow(typeof route.access === 'function' ? route.access(request.body) : route.access, entrant.principal)
      const params = readParameters(route.params, request.params)
      const query = readQuery(request.query)
      const file = route.upload && request.body instanceof Uint8Array ? request.body : NO_FILE
      const body = route.method === 'GET' || route.upload ? undefined : readBody(route.body, request.body)
      const idempotencyKey = isWrite ? readIdempotencyKey(request, route.idempotencyKey) : null
      const streamed = route.streams === true && (headerOf(request, 'accept') ?? '').includes(NDJSON)
      if (route.streams) reply.header('vary', 'Accept')
      let gone: AbortSignal | null = null
      const run = async (key: WriteKey | null) => {
        const call = {
          params,
          query,
          body,
          ifMatch: route.ifMatch === true ? readIfMatch(request) : 0,
          ifMatches: route.ifMatch === 'each' ? readIfMatches(request) : null,
          ...entrant,
          key,
          streamed,
          file,
          origin: originOf(request),
          /** Created only where a list is streamed; short responses need none. */
          get signal() {
            return (gone ??= AbortSignal.any([stopping, closed()]))
          },
        }
        return (handler as unknown as AnyHandler)(call as unknown as Call<OperationId>)
      }
      if (!isWrite) return sent(await run(null), streamed)
      if (idempotencyKey === null) return sent(await orOutcomeUnknown(run(null)), streamed)
      const keyed = {
        writer,
        operation: route.id,
        key: idempotencyKey,
        request: { params, query, body: route.upload ? hexOf(deps.crypto.sha256(file)) : body },
        // A write that continues after its response has begun cannot be looked up after a refusal.
        looksUpFirst: LOOKS_UP_FIRST.has(route.id) || (route.streams ?? false),
      }
      const { answer: answered, isReplayed } = await orOutcomeUnknown(runKeyed(keyed, run))
      if (isReplayed) reply.header(REPLAYED_HEADER, 'true')
      return sent(isReplayed && route.streams ? asRows(answered) : answered, streamed)
    }

    return {
      route,
      async enter(request) {
        if (route.access === 'public') return null
        if (route.access === 'app') return { app: await callerOf(request) }
        const principal = await principalOf(request)
        // Before the file is read: the right to upload does not depend on the body.
        if (route.upload) allow(route.access as AccessRule, principal)
        return { principal }
      },
      answer: (request, reply, entrant, closed) =>
        entrant ? answer(request, reply, entrant, closed) : answerAnybody(request, reply),
    }
  })
}
