/**
 * Mounts the catalogue: each operation with its path and aliases, its access check (by default nobody may call it), the schemas
 * of the request, Idempotency-Key and If-Match, and the envelope of the response.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Schema } from 'yup'
import { EVERY_OPERATION, type OperationId } from '@contract/http/catalogue'
import { HEALTH_BASE } from '@contract/http/health'
import {
  IDEMPOTENCY_KEY_HEADER,
  isIdempotencyKey,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from '@contract/http/idempotency'
import { isAllowed, type AccessRule, type AnyOperation, type Method } from '@contract/http/operation'
import { DatabaseUnavailable } from '@server/db/db'
import type { RowBatches } from '@server/db/list-stream'
import { missingRight, type Principal, type Writer } from '@server/modules/access/principal'
import { writerOf, type AppCaller } from '@server/modules/apps/keys'
import type { createAppGate } from './app-gate'
import type { IdempotencyKeys, WriteKey } from '@server/modules/idempotency/keys'
import type { Answer, Call, FileAnswer, Origin, PlainCall, Routes } from './call'
import {
  fileExpected,
  fileTooLarge,
  forbidden,
  idempotencyKeyRequired,
  malformed,
  outcomeUnknown,
  preconditionRequired,
  unauthorized,
} from './failure'
import { createKeyedCalls } from './keyed-calls'
import { createQueryReader, readBody, readParameters } from './validate'

/** An operation without its types: the mount treats all operations alike. */
interface Mounted {
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
const JSON_TYPE = 'application/json; charset=utf-8'

/** Operations that anybody can call and that cost the server something: calls per minute from one address. */
const CALLS_A_MINUTE: Partial<Record<OperationId, number>> = { 'auth.log': 60 }

/** Calls whose refusal has side effects (a counted attempt, a used code): their Idempotency-Key is looked up before they run. */
const LOOKS_UP_FIRST: ReadonlySet<OperationId> = new Set([
  'profile.changePassword',
  'twoFactor.enable',
  'twoFactor.stepUp',
] as const)

/** Identifies the caller. @returns null for an invalid or expired token */
export type Authenticate = (token: string, origin: Origin) => Promise<Principal | null>

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  requestId: request.id,
})

/** Reads the version from `If-Match: "3"`. @throws 428 where it is missing, 400 where it has another form */
function readIfMatch(request: FastifyRequest): number {
  const header = request.headers['if-match']
  if (!header) throw preconditionRequired()
  const version = /^(?:W\/)?"?([1-9]\d{0,8})"?$/.exec(header)?.[1]
  if (!version) throw malformed('If-Match must carry the version of the record.')
  return Number(version)
}

/** Reads the versions from `If-Match: "3","7"`; null where the header is missing. @throws 400 where one has another form */
function readIfMatches(request: FastifyRequest): number[] | null {
  const header = request.headers['if-match']
  if (header === undefined) return null
  return header.split(',').map((part) => {
    const version = /^"([1-9]\d{0,8})"$/.exec(part.trim())?.[1]
    if (!version) throw malformed('If-Match must carry the versions of the records, in the order of their ids.')
    return Number(version)
  })
}

/** @returns the call's Idempotency-Key, or null. @throws 400 where it has another form, or is missing where it is required */
function readIdempotencyKey(request: FastifyRequest, rule: 'required' | undefined): string | null {
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

/** Fires when the response is sent, or the client has disconnected. */
function closeOf(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}

/** Converts the loss of the database during a write: a handler may have committed before, so the response must not claim that nothing was changed. */
const orOutcomeUnknown = <T>(writing: Promise<T>): Promise<T> =>
  writing.catch((error: unknown) => {
    throw error instanceof DatabaseUnavailable ? outcomeUnknown(error) : error
  })

/** Files can only be displayed: a browser runs no script in them, whatever they contain. */
const FILE_POLICY = "default-src 'none'; sandbox"

function sendFile(reply: FastifyReply, { bytes, contentType, cacheControl, etag, disposition, isPublic }: FileAnswer) {
  reply.headers({
    'cache-control': cacheControl,
    'content-security-policy': FILE_POLICY,
    'x-no-compression': '1',
    ...(etag === undefined ? {} : { etag: `"${etag}"` }),
    ...(disposition === undefined ? {} : { 'content-disposition': disposition }),
    ...(isPublic ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  })
  return bytes === null ? reply.code(304).send() : reply.type(contentType).send(Buffer.from(bytes))
}

function send(reply: FastifyReply, answer: Answer<unknown>, streamed: boolean) {
  if ('file' in answer) return sendFile(reply, answer.file)
  if ('rows' in answer) {
    const texts = (streamed ? asLines : asEnvelope)(answer.rows, answer.total)
    // The rows are text already: only the batch that is being sent is in memory.
    return reply
      .header('x-no-compression', '1')
      .type(streamed ? NDJSON : JSON_TYPE)
      .send(Readable.from(texts, { objectMode: true, highWaterMark: 1 }))
  }
  if (answer.version !== undefined) reply.header('etag', `"${answer.version}"`)
  const data = 'json' in answer ? answer.json : JSON.stringify(answer.data ?? null)
  const message = answer.message === undefined ? '' : `,"message":${JSON.stringify(answer.message)}`
  const total = 'total_count' in answer ? `,"total_count":${answer.total_count ?? null}` : ''
  const next = 'next_cursor' in answer ? `,"next_cursor":${JSON.stringify(answer.next_cursor ?? null)}` : ''
  const kinds = 'kinds' in answer && answer.kinds ? `,"kinds":${JSON.stringify(answer.kinds)}` : ''
  const stand =
    answer.unread_count === undefined ? '' : `,"unread_count":${answer.unread_count},"revision":${answer.revision ?? 0}`
  return reply.type(JSON_TYPE).send(`{"success":true,"data":${data}${message}${total}${next}${kinds}${stand}}`)
}

const NO_FILE = new Uint8Array()
const fileOf = ({ body }: FastifyRequest): Uint8Array => (Buffer.isBuffer(body) ? body : NO_FILE)
const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

/** A form wraps the file in its own format; read as a file, it would be refused with a misleading reason. */
const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded)/i

/** Mounts a call whose body is a file: of any content type, because the content decides, and with its own size limit. */
function mountUpload(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.addHook('preParsing', async (request) => {
      if (FORM.test(request.headers['content-type'] ?? '')) throw fileExpected()
    })
    scope.setErrorHandler((error) => {
      throw (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? fileTooLarge() : error
    })
    scope.route(route)
  })
}

/**
 * @param app the server
 * @param routes one handler for each operation of the catalogue
 * @param records the handlers of the records' operations, by id
 * @param authenticate verifies the bearer token
 * @param apps verifies the key of an app
 * @param keys the idempotency keys of writes
 * @param stopping fires when the server stops
 */
export function mountCatalogue(
  app: FastifyInstance,
  routes: Routes,
  records: Readonly<Record<string, unknown>>,
  authenticate: Authenticate,
  apps: ReturnType<typeof createAppGate>,
  keys: IdempotencyKeys,
  stopping: AbortSignal,
): void {
  const principals = new WeakMap<FastifyRequest, Principal>()
  const runKeyed = createKeyedCalls(keys)

  /** Runs before the body is read: a caller without access must not make the server parse anything. */
  const requireToken = async (request: FastifyRequest) => {
    const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
    const principal = token ? await authenticate(token, originOf(request)) : null
    if (!principal) throw unauthorized()
    principals.set(request, principal)
  }

  const allow = (rule: AccessRule, principal: Principal) => {
    if (typeof rule === 'object' && !isAllowed(rule, principal.access))
      throw forbidden(missingRight(rule.action, rule.subject))
  }

  for (const operation of EVERY_OPERATION as unknown as Mounted[]) {
    const handler = routes[operation.id] ?? records[operation.id]
    const isWrite = takesIdempotencyKey(operation)
    const readQuery = createQueryReader(operation.query)

    const answerPlain = async (request: FastifyRequest, reply: FastifyReply) => {
      const input = {
        params: readParameters(operation.params, request.params),
        query: readQuery(request.query),
        body: operation.method === 'GET' ? undefined : readBody(operation.body, request.body),
      }
      const body = await (handler as unknown as AnyPlainHandler)({
        ...input,
        request,
        reply,
        origin: originOf(request),
      } as unknown as PlainCall<OperationId>)
      if (operation.envelope === 'file') return sendFile(reply, body as FileAnswer)
      return reply.type(JSON_TYPE).send(JSON.stringify(body))
    }

    /** @param callerOf the person or the app that the entrance has let in, for the handler and as the owner of keys */
    const answerFor =
      (callerOf: (request: FastifyRequest) => { own: { principal: Principal } | { app: AppCaller }; writer: Writer }) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const { own, writer } = callerOf(request)
        if ('principal' in own)
          allow(
            typeof operation.access === 'function' ? operation.access(request.body) : operation.access,
            own.principal,
          )
        const params = readParameters(operation.params, request.params)
        const query = readQuery(request.query)
        const file = operation.upload ? fileOf(request) : NO_FILE
        const body = operation.method === 'GET' || operation.upload ? undefined : readBody(operation.body, request.body)
        const idempotencyKey = isWrite ? readIdempotencyKey(request, operation.idempotencyKey) : null
        const streamed = operation.streams === true && (request.headers.accept ?? '').includes(NDJSON)
        if (operation.streams) reply.header('vary', 'Accept')
        let gone: AbortSignal | null = null
        const run = async (key: WriteKey | null) => {
          const call = {
            params,
            query,
            body,
            ifMatch: operation.ifMatch === true ? readIfMatch(request) : 0,
            ifMatches: operation.ifMatch === 'each' ? readIfMatches(request) : null,
            ...own,
            key,
            streamed,
            file,
            origin: originOf(request),
            /** Created only where a list is streamed; short responses need none. */
            get signal() {
              return (gone ??= AbortSignal.any([stopping, closeOf(reply)]))
            },
          }
          return (handler as unknown as AnyHandler)(call as unknown as Call<OperationId>)
        }
        if (!isWrite) return send(reply, await run(null), streamed)
        if (idempotencyKey === null) return send(reply, await orOutcomeUnknown(run(null)), streamed)
        const keyed = {
          writer,
          operation: operation.id,
          key: idempotencyKey,
          request: { params, query, body: operation.upload ? sha256Of(file) : body },
          // A write that continues after its response has begun cannot be looked up after a refusal.
          looksUpFirst: LOOKS_UP_FIRST.has(operation.id) || (operation.streams ?? false),
        }
        const { answer: answered, isReplayed } = await orOutcomeUnknown(runKeyed(keyed, run))
        if (isReplayed) reply.header(REPLAYED_HEADER, 'true')
        return send(reply, isReplayed && operation.streams ? asRows(answered) : answered, streamed)
      }
    const answer = answerFor((request) => {
      const principal = principals.get(request)!
      return { own: { principal }, writer: principal }
    })
    const answerApp = answerFor((request) => {
      const app = apps.callerOf(request)
      return { own: { app }, writer: writerOf(app) }
    })

    const max = CALLS_A_MINUTE[operation.id]
    const config = max === undefined ? {} : { rateLimit: { max, timeWindow: 60_000 } }
    /** Checked before the file is read: the right to upload does not depend on the body. */
    const requireRight = async (request: FastifyRequest) =>
      allow(operation.access as AccessRule, principals.get(request)!)
    const entrance =
      operation.access === 'public'
        ? { handler: answerPlain }
        : operation.access === 'app'
          ? { onRequest: apps.requireKey, handler: answerApp }
          : { onRequest: operation.upload ? [requireToken, requireRight] : requireToken, handler: answer }
    for (const url of [operation.path, ...(operation.aliases ?? [])]) {
      const route: RouteOptions = {
        method: operation.method,
        url,
        exposeHeadRoute: url.startsWith(HEALTH_BASE),
        config,
        ...(operation.bodyBytes === undefined ? {} : { bodyLimit: operation.bodyBytes }),
        ...entrance,
      }
      if (operation.upload) mountUpload(app, { ...route, bodyLimit: operation.upload.maxBytes })
      else app.route(route)
    }
  }
}
