/** Brings the requests of a page to the platform's operations, and their responses back, with MSW. */
import { http, type HttpHandler } from 'msw'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Incoming, Outgoing } from '@server/platform/operations/call'
import { fileTooLarge, HttpFailure, malformed } from '@server/platform/operations/failure'
import { asFailure, BY_STATUS, failureAnswer } from '@server/platform/operations/failure-body'
import type { RunnableOperation, Sent } from '@server/platform/operations/run'
import { byFixedNames } from '../by-fixed-names'

export type CookieJar = Map<string, string>

const parametersOf = (query: URLSearchParams) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name)
      return [name, all.length === 1 ? all[0] : all]
    }),
  )

async function bodyOf(request: Request, { route }: RunnableOperation): Promise<unknown> {
  if (request.method === 'GET') return undefined
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (route.upload) {
    if (bytes.length > route.upload.maxBytes) throw fileTooLarge()
    return bytes
  }
  if (bytes.length === 0) return undefined
  const { code, message } = BY_STATUS[415]!
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? '')) throw new HttpFailure(415, code, message)
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    throw malformed(BY_STATUS[400]!.message)
  }
}

function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = texts[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

const bytesOf = ({ body }: Sent): BodyInit | null =>
  body === null || typeof body === 'string'
    ? body
    : body instanceof Uint8Array
      ? (body as Uint8Array<ArrayBuffer>)
      : streamOf(body)

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Answers a request.
 * @param params from its path
 * @param jar the cookies of the page, which a page cannot send to itself
 */
export async function answer(
  operation: RunnableOperation,
  request: Request,
  params: Record<string, string>,
  jar: CookieJar,
): Promise<Response> {
  const url = new URL(request.url)
  const id = uuidV7()
  const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': id })
  let status = 200
  const withHeaders = (more: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(more)) headers.set(name, value)
    return headers
  }
  const incoming: Incoming & { body: unknown } = {
    id,
    ip: '127.0.0.1',
    protocol: url.protocol.slice(0, -1),
    host: url.host,
    headers: Object.fromEntries(request.headers),
    cookies: Object.fromEntries(jar),
    params,
    query: parametersOf(url.searchParams),
    body: undefined,
    log,
  }
  const outgoing: Outgoing = {
    code: (code) => void (status = code),
    header: (name, value) => headers.set(name, String(value)),
    setCookie: (name, value) => jar.set(name, value),
    clearCookie: (name) => jar.delete(name),
  }
  try {
    const entrant = await operation.enter(incoming)
    Object.assign(incoming, { body: await bodyOf(request, operation) })
    const sent = await operation.answer(incoming, outgoing, entrant, () => request.signal)
    return new Response(bytesOf(sent), { status: sent.status ?? status, headers: withHeaders(sent.headers) })
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) console.error(error)
    const sent = failureAnswer(failure, id)
    return new Response(sent.body, { status: sent.status, headers: withHeaders(sent.headers) })
  }
}

export type Find = (request: Request) => { operation: RunnableOperation; params: Record<string, string> } | null

/** @returns finds the operation that a request calls, and the parameters in its path */
export function createFinder(operations: readonly RunnableOperation[]): Find {
  const routes = operations
    .flatMap((operation) =>
      [operation.route.path, ...(operation.route.aliases ?? [])].map((path) => ({ operation, path })),
    )
    .toSorted(byFixedNames)
    .map(({ operation, path }) => ({ operation, pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }))
  return ({ method, url }) => {
    const { pathname } = new URL(url)
    for (const { operation, pattern } of routes) {
      const found = operation.route.method === method ? pattern.exec(pathname) : null
      if (!found) continue
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
      return { operation, params: Object.fromEntries(params) as Record<string, string> }
    }
    return null
  }
}

/** The handler of every operation. @param answerNow answers a call of the page */
export const operationsHandler = (
  find: Find,
  answerNow: (operation: RunnableOperation, request: Request, params: Record<string, string>) => Promise<Response>,
): HttpHandler =>
  http.all(
    ({ request }) => find(request) !== null,
    ({ request }) => {
      const { operation, params } = find(request)!
      return answerNow(operation, request, params)
    },
  )
