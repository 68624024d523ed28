/**
 * Connects the handlers to requests. The mount does what the contract requires of every call: identifies the caller,
 * checks permissions and the request's format, repeats the stored response of a repeated request, and checks the
 * response's format.
 */
import { delay, http, type HttpHandler } from 'msw'
import { MAX_BODY_BYTES } from '@contract/constants'
import { FILE_REFUSAL } from '@contract/files'
import { EVERY_OPERATION, type OperationId } from '@contract/http/catalogue'
import {
  IDEMPOTENCY_KEY_HEADER,
  isIdempotencyKey,
  REPLAYED_HEADER,
  takesIdempotencyKey,
} from '@contract/http/idempotency'
import { APP_KEY_HEADER, isAllowed, type AnyOperation } from '@contract/http/operation'
import { createDataCheck, readPart, type Reading } from '@contract/validation'
import { byFixedNames } from './by-fixed-names'
import type { Answer, Call, Caller, Handlers } from './call'
import { accessOf, db, liveSession } from './db'
import { readToken } from './fixtures/session'
import { approvalsHandlers } from './handlers/approvals'
import { authHandlers } from './handlers/auth'
import { filesHandlers } from './handlers/files'
import { healthHandlers } from './handlers/health'
import { notificationsHandlers } from './handlers/notifications'
import { profileHandlers } from './handlers/profile'
import { recordHandlers, type RecordHandler } from './handlers/records'
import { roleHandlers } from './handlers/roles'
import { shiftHandlers } from './handlers/shift'
import { supportHandlers } from './handlers/support'
import { twoFactorHandlers } from './handlers/two-factor'
import { failureResponse, keyRequired, keyReused, Refusal, stillRunning, type FailureStatus } from './refusal'
import { listSentinelOf, sentinelOf, type Sentinel } from './sentinels'
import { streamed } from './stream'

/** Every operation has a handler. */
const handlerOf: Handlers = {
  ...authHandlers,
  ...profileHandlers,
  ...roleHandlers,
  ...approvalsHandlers,
  ...twoFactorHandlers,
  ...notificationsHandlers,
  ...shiftHandlers,
  ...supportHandlers,
  ...healthHandlers,
  ...filesHandlers,
}

/** Delay of a 'slow' record, in milliseconds. */
export const SLOW_MS = 3000
/** Number of rows in a response that are checked against the contract; the rest is produced in the same way. */
const CHECKED_ROWS = 20

function callerOfRequest(request: Request, now: number): Caller | null {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const claims = bearer ? readToken(bearer, now) : null
  const live = claims && liveSession(claims.sid, now)
  return live ? { ...live, access: accessOf(live.staff) } : null
}

/** The app whose key a request carries. @throws 401 without a valid key */
function appOfRequest(request: Request): { id: string; store: string } {
  const key = db.appKeys.get(request.headers.get(APP_KEY_HEADER) ?? '')
  if (!key || key.isRevoked) throw new Refusal(401, { message: `${APP_KEY_HEADER} must carry a key that is in use.` })
  return { id: key.id, store: key.store }
}

const isJson = (type: string) => /^application\/json\b/.test(type)

async function readBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (!isJson(request.headers.get('content-type') ?? '')) throw new Refusal(415)
  const text = await request.text()
  if (text.length > maxBytes) throw new Refusal(413)
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, { message: 'The body is not JSON.' })
  }
}

const NO_FILE = new Uint8Array()

/** The body of an upload, with any content type except a form's, because the content is what matters. */
async function readFile(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (/^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refusal(415, { message: 'Send the file itself as the body, with its content type, not a form.' })
  const file = new Uint8Array(await request.clone().arrayBuffer())
  if (file.length > maxBytes) throw new Refusal(413, { message: FILE_REFUSAL.tooLarge })
  return file
}

const hexOf = async (bytes: BufferSource) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16)).join()

function readOrRefuse<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Refusal(reading.status, reading.body)
  return reading.value
}

/** The query as an object; of a repeated name the last value counts. */
const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams)

/** `If-Match: "3"`, with or without quotes. */
function ifMatchOf(request: Request): number | null {
  const value = /^(?:W\/)?"?(\d+)"?$/.exec(request.headers.get('if-match') ?? '')?.[1]
  return value === undefined ? null : Number(value)
}

/** `If-Match: "3","7"`. */
function ifMatchesOf(request: Request): number[] | null {
  const header = request.headers.get('if-match')
  if (header === null) return null
  return header.split(',').map((part) => {
    const version = /^"([1-9]\d{0,8})"$/.exec(part.trim())?.[1]
    if (!version)
      throw new Refusal(400, {
        message: 'If-Match must carry the versions of the records, in the order of their ids.',
      })
    return Number(version)
  })
}

function allow(operation: AnyOperation, body: unknown, caller: Caller | null): void {
  const rule = typeof operation.access === 'function' ? operation.access(body) : operation.access
  if (rule === 'public' || rule === 'app') return
  if (!caller) throw new Refusal(401)
  if (!isAllowed(rule, caller.access)) throw new Refusal(403)
}

const SENTINEL_STATUS: Partial<Record<Sentinel, FailureStatus>> = {
  forbidden: 403,
  'not-found': 404,
  'too-many': 429,
  broken: 500,
  unauthorized: 401,
  conflict: 409,
  rejected: 422,
}

/** The response of a sentinel. `undefined`: continue with the usual response (slow). */
async function answerOfSentinel(sentinel: Sentinel): Promise<Response | undefined> {
  if (sentinel === 'offline') return Response.error()
  if (sentinel === 'html')
    return new Response('<!doctype html><title>502 Bad Gateway</title>', {
      status: 502,
      headers: { 'Content-Type': 'text/html' },
    })
  if (sentinel === 'slow') {
    await delay(SLOW_MS)
    return undefined
  }
  return failureResponse(SENTINEL_STATUS[sentinel]!)
}

/** The account that a call's path names, if any. */
function recordOf(params: unknown) {
  const { id } = (params ?? {}) as { id?: string }
  return id === undefined ? undefined : [...db.users, ...db.staff].find((account) => account.id === id)
}

/**
 * The sentinel that a call names: by the record in its path, by the email in its body, or by the search text of a list.
 */
function sentinelOfCall(operation: AnyOperation, params: unknown, query: unknown, body: unknown): Sentinel | undefined {
  const writes = operation.method !== 'GET'
  const record = recordOf(params)
  // The account handlers produce conflicts and refused fields themselves, because these contain the record or the
  // fields.
  const named =
    sentinelOf(record?.email, false) ??
    (writes ? sentinelOf((body as { email?: unknown } | undefined)?.email, false) : undefined)
  const searched = operation.streams
    ? listSentinelOf((query as { search?: string } | undefined)?.search ?? null)
    : undefined
  return named ?? (searched === 'cut-short' || searched === 'trickle' ? undefined : searched)
}

const faultOfData = createDataCheck()

/** The HTTP response, checked against the contract first: a violation throws an error. */
function write(operation: AnyOperation, request: Request, query: unknown, answer: Answer<unknown>): Response {
  const {
    data,
    message,
    total_count,
    next_cursor,
    kinds,
    unread_count,
    revision,
    status = 200,
    headers = [],
    file,
  } = answer
  if (operation.envelope === 'file') return new Response(file ?? null, { status, headers })
  const fault = faultOfData(operation, Array.isArray(data) ? data.slice(0, CHECKED_ROWS) : data)
  if (fault !== null) throw new Error(`The mock of ${operation.id} breaks the contract: ${fault}`)
  if (operation.envelope === 'plain') return Response.json(data, { status, headers })
  // A page of a paged list is one response, whatever format is requested.
  if (
    operation.streams &&
    next_cursor === undefined &&
    request.headers.get('accept')?.includes('application/x-ndjson')
  ) {
    const special = listSentinelOf((query as { search?: string }).search ?? null)
    return streamed(
      data as unknown[],
      total_count ?? null,
      special === 'cut-short' ? { chunk: 5, cutAfter: 12 } : special === 'trickle' ? { chunk: 1, pauseMs: 300 } : {},
    )
  }
  const envelope = {
    success: true,
    data,
    ...(message ? { message } : {}),
    ...(operation.envelope === 'list' ? { total_count: total_count ?? null } : {}),
    ...(next_cursor === undefined ? {} : { next_cursor }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(unread_count === undefined ? {} : { unread_count, revision }),
  }
  return Response.json(envelope, { headers })
}

/** A search for `sentinel:…` is a command to the mock, and matches every row. */
const withoutOrder = (query: unknown) => {
  const { search } = (query ?? {}) as { search?: string }
  return listSentinelOf(search ?? null) ? { ...(query as object), search: undefined } : query
}

/** The named parameters; MSW numbers the wildcard for the host. */
const named = (pathParams: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(pathParams).filter(([name]) => !/^\d+$/.test(name)))

/** @returns the call's Idempotency-Key, or null */
function keyOf(request: Request, { idempotencyKey }: AnyOperation): string | null {
  const key = request.headers.get(IDEMPOTENCY_KEY_HEADER)
  if (key === null && idempotencyKey === 'required') throw keyRequired()
  if (key !== null && !isIdempotencyKey(key))
    throw new Refusal(400, { message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.' })
  return key
}

/** Calls with a key that have no outcome yet, by name. */
const running = new Set<string>()

const isDryRun = ({ query, body }: { query?: unknown; body?: unknown }) =>
  [query, body].some((part) => (part as { dry_run?: unknown } | undefined)?.dry_run === true)

/**
 * Runs a call with a key once; a repetition gets the stored response (contract, Writes).
 * @param name person or app, operation and key @param access the rights of the person; null for an app
 */
async function runOnce(
  name: string,
  access: Caller['access'] | null,
  input: { params: unknown; query: unknown; body: unknown },
  run: () => Promise<Response>,
): Promise<{ response: Response; isReplayed: boolean }> {
  const request = JSON.stringify(input)
  const known = db.keyed.get(name)
  if (known) {
    if (known.request !== request) throw keyReused()
    if (known.access !== JSON.stringify(access))
      throw new Refusal(403, { message: 'This request was carried out, but your rights have changed since.' })
    const headers = { 'Content-Type': known.contentType, [REPLAYED_HEADER]: 'true' }
    return { response: new Response(known.body, { headers }), isReplayed: true }
  }
  if (running.has(name)) throw stillRunning()
  running.add(name)
  try {
    const response = await run()
    // A response to a call without changes is not stored.
    if (response.ok && !isDryRun(input))
      db.keyed.set(name, {
        request,
        access: JSON.stringify(access),
        body: await response.clone().text(),
        contentType: response.headers.get('content-type') ?? 'application/json',
      })
    return { response, isReplayed: false }
  } finally {
    running.delete(name)
  }
}

async function answer(
  operation: AnyOperation,
  request: Request,
  rawParams: Record<string, unknown>,
  handler: RecordHandler,
): Promise<Response> {
  const now = Date.now()
  const app = operation.access === 'app' ? appOfRequest(request) : null
  const caller = app ? null : callerOfRequest(request, now)
  if (operation.access !== 'public' && !app && !caller) throw new Refusal(401)
  const rawBody = operation.body ? await readBody(request, operation.bodyBytes) : undefined
  // As on the server: a body of another type is refused by its content type, even if it is empty.
  if (!operation.body && !operation.upload) {
    if (!isJson(request.headers.get('content-type') ?? 'application/json')) throw new Refusal(415)
    if (operation.method !== 'GET' && (await request.clone().text()) !== '')
      throw new Refusal(400, { message: 'This call takes no body.' })
  }
  allow(operation, rawBody, caller)
  const file = operation.upload ? await readFile(request, operation.upload.maxBytes) : NO_FILE
  const params = operation.params ? readOrRefuse(readPart(operation.params, rawParams, 'params')) : undefined
  const query = operation.query ? readOrRefuse(readPart(operation.query, queryOf(request), 'query')) : undefined
  const body = operation.body ? readOrRefuse(readPart(operation.body, rawBody, 'body')) : undefined

  const key = takesIdempotencyKey(operation) ? keyOf(request, operation) : null
  const sentinel = sentinelOfCall(operation, params, query, body)
  const run = async () => {
    const special = sentinel && (await answerOfSentinel(sentinel))
    if (special) return special
    const call: Call = {
      params,
      query: withoutOrder(query),
      body,
      request,
      now,
      ifMatch: ifMatchOf(request),
      ifMatches: operation.ifMatch === 'each' ? ifMatchesOf(request) : null,
      file,
      caller,
      app,
    }
    return write(operation, request, query, handler(call))
  }
  const { response, isReplayed } =
    key === null
      ? { response: await run(), isReplayed: false }
      : await runOnce(
          `${caller?.staff.id ?? app?.id} ${operation.id} ${key}`,
          caller && caller.access,
          { params, query, body: operation.upload ? await hexOf(file) : body },
          run,
        )
  const losesResponse = operation.method !== 'GET' && sentinelOf(recordOf(params)?.email, true) === 'lost'
  return losesResponse && response.ok && !isReplayed ? Response.error() : response
}

/** The handler of an operation. The map is typed by id; here the id is a variable, so the cast declares that call and handler match. */
const handlerFor = ({ id }: AnyOperation) => (handlerOf[id as OperationId] ?? recordHandlers[id]) as RecordHandler

/** Responds to a call of one operation. @param pathParams as MSW found them */
export async function respond(
  operation: AnyOperation,
  request: Request,
  pathParams: Record<string, unknown>,
  handler = handlerFor(operation),
): Promise<Response> {
  try {
    return await answer(operation, request, named(pathParams), handler)
  } catch (error) {
    if (error instanceof Refusal) return failureResponse(error.status, error.more)
    console.error(error)
    return failureResponse(500)
  }
}

/** Each method and path of the catalogue. The pattern covers the whole path of a URL, on any host. */
const ROUTES = EVERY_OPERATION.flatMap((operation) =>
  [operation.path, ...(operation.aliases ?? [])].map((path) => ({ operation, path })),
)
  .toSorted(byFixedNames)
  .map(({ operation, path }) => ({
    operation,
    pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))

/** @returns the operation that a request calls, and the parameters in its path; null if there is none */
function callOf({ method, url }: Request): { operation: AnyOperation; params: Record<string, string> } | null {
  const { pathname } = new URL(url)
  for (const { operation, pattern } of ROUTES) {
    const found = operation.method === method ? pattern.exec(pathname) : null
    if (!found) continue
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
    return { operation, params: Object.fromEntries(params) as Record<string, string> }
  }
  return null
}

/**
 * Handles every operation, on any host. One MSW handler for all, because with one per operation MSW would compile each
 * path and read all cookies for each, in every request.
 */
export const operationHandler: HttpHandler = http.all(
  ({ request }) => callOf(request) !== null,
  ({ request }) => {
    const { operation, params } = callOf(request)!
    return respond(operation, request, params)
  },
)

/** Unknown paths under /api get the server's response. */
export const unknownPath: HttpHandler = http.all('*/api/*', () =>
  failureResponse(404, { message: 'There is no such address.' }),
)
