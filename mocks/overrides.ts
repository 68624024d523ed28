/** Other responses for one story: `consoleStory(override('users.list', failing(500)))`. */
import { delay, http, type HttpHandler } from 'msw'
import type { FailureBody } from '@contract/errors'
import {
  EVERY_OPERATION,
  operationById,
  type EveryOperationId,
  type OperationId,
  type OperationOf,
} from '@contract/http/catalogue'
import type { DataOf } from '@contract/http/operation'
import { failureResponse, type FailureStatus } from './failures'
import { current } from './platform/current'
import { streamed, type StreamOptions } from './stream'

const VERBS = { GET: http.get, POST: http.post, PATCH: http.patch }

/** Creates a response; `usual` returns the one that the platform would give. */
export type Responder = (usual: () => Promise<Response>, request: Request) => Response | Promise<Response>

/** The handlers that replace the response of one operation, on all of its paths. */
export function override(id: EveryOperationId, responder: Responder): HttpHandler[] {
  const operation = operationById(id)
  const verb = VERBS[operation.method]
  // A fixed name of another operation (`users/list`) must not match a parameter of this one.
  const others = EVERY_OPERATION.filter(
    ({ method, path }) => method === operation.method && path !== operation.path && !path.includes(':'),
  ).map(({ path }) => path)
  return [operation.path, ...(operation.aliases ?? [])].map((path) =>
    verb(`*${path}`, ({ request }) => {
      if (path.includes(':') && others.some((other) => new URL(request.url).pathname.endsWith(other))) return undefined
      return responder(() => current.usualAnswer(request.clone()), request)
    }),
  )
}

/** The usual response. */
export const usually: Responder = (usual) => usual()

/** The usual response after this many milliseconds. */
export const delayed =
  (ms: number): Responder =>
  async (usual) => {
    await delay(ms)
    return usual()
  }

/** A failure with this status; `more` replaces its message, or adds field errors or the current record. */
export const failing =
  (status: FailureStatus, more?: Partial<FailureBody>): Responder =>
  () =>
    failureResponse(status, more)

/** One response the first time in each story, then another; the default is the usual one. */
export function onceInstead(first: Responder, then: Responder = usually): Responder {
  let usedIn = -1
  return (usual, request) => {
    const isFirst = usedIn !== current.story
    usedIn = current.story
    return (isFirst ? first : then)(usual, request)
  }
}

/** The token is refused. */
export const unauthorized: Responder = failing(401)

/** Never responds. */
export const pending: Responder = async () => {
  await delay('infinite')
  return Response.error()
}

/** The server cannot be reached. */
export const unreachable: Responder = () => Response.error()

/** The call takes effect, and its response is lost. */
export const lost: Responder = async (usual) => {
  await usual()
  return Response.error()
}

/** A page of a proxy instead of a response: 413 refuses the body as too large, 502 reports that the server does not respond. */
export const proxyPage =
  (status: 413 | 502): Responder =>
  () =>
    new Response(`<!doctype html><title>${status}</title>`, { status, headers: { 'Content-Type': 'text/html' } })

/** A success with data other than the platform's own. @param id of the operation, which determines the type of the data */
export const answering =
  <Id extends EveryOperationId>(
    id: Id,
    data: Id extends OperationId ? DataOf<OperationOf<Id>> : unknown,
    message?: string,
  ): Responder =>
  () => {
    const { envelope } = operationById(id)
    if (envelope === 'plain') return Response.json(data)
    return Response.json({
      success: true,
      data,
      ...(message ? { message } : {}),
      ...(envelope === 'list' ? { total_count: (data as unknown[]).length } : {}),
    })
  }

/** A list as NDJSON: in chunks, slowly, or cut short. */
export const streaming =
  (rows: readonly unknown[], options?: StreamOptions): Responder =>
  () =>
    streamed(rows, rows.length, options)
