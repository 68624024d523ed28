/** Other responses for one story or test: `worker.use(...override('users.list', failing(500)))`. */
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
import { operationsOf } from '@contract/records/operations'
import type { RecordDefinition } from '@contract/records/record'
import { recordHandler } from './handlers/records'
import { byFixedNames } from './by-fixed-names'
import { respond } from './mount'
import { failureResponse, type FailureStatus } from './refusal'
import { streamed, type StreamOptions } from './stream'

const VERBS = { GET: http.get, POST: http.post, PATCH: http.patch }

/** Creates a response; `usual` returns the one that the mocks would give. */
export type Responder = (usual: () => Promise<Response>, request: Request) => Response | Promise<Response>

/** Who answers a call that a story does not: the mocks, or the platform of a scene. */
let answers: typeof respond = respond
/** @param answer of the platform; null: the mocks */
export const answerUsuallyWith = (answer: typeof respond | null): void => {
  answers = answer ?? respond
}

/** The handlers that replace the response of one operation, on all of its paths. */
export function override(id: EveryOperationId, responder: Responder): HttpHandler[] {
  const operation = operationById(id)
  const verb = VERBS[operation.method]
  // A fixed name of another operation (`users/list`) must not match a parameter of this one.
  const others = EVERY_OPERATION.filter(
    ({ method, path }) => method === operation.method && path !== operation.path && !path.includes(':'),
  ).map(({ path }) => path)
  return [operation.path, ...(operation.aliases ?? [])].map((path) =>
    verb(`*${path}`, ({ request, params }) => {
      if (path.includes(':') && others.some((other) => new URL(request.url).pathname.endsWith(other))) return undefined
      return responder(() => answers(operation, request.clone(), params), request)
    }),
  )
}

/**
 * Serves another definition of a record instead of the listed one with its name: for a story about fields that no listed
 * record has. Its rows are those of the listed record (`db.records`), in which the story puts values of these fields.
 * @param responders by the id of an operation: other responses
 */
export const serving = (
  record: RecordDefinition,
  responders: Readonly<Record<string, Responder>> = {},
): HttpHandler[] =>
  operationsOf(record)
    .toSorted((left, right) => byFixedNames(left.operation, right.operation))
    .map((each) => {
      const { operation } = each
      return VERBS[operation.method](`*${operation.path}`, ({ request, params }) => {
        const usual = () => respond(operation, request.clone(), params, recordHandler(each))
        const responder = responders[operation.id]
        return responder ? responder(usual, request) : usual()
      })
    })

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

/** How often the mocks were reset. */
let resets = 0
/** Begins the count of calls again in every `onceInstead`: each try of a story starts with the first response. */
export const restartCounts = (): void => void resets++

/** One response the first time after the mocks were reset, then another; the default is the usual one. */
export function onceInstead(first: Responder, then: Responder = (usual) => usual()): Responder {
  let usedAfter = -1
  return (usual, request) => {
    const isFirst = usedAfter !== resets
    usedAfter = resets
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

/** A success with data other than the mocks' own. @param id of the operation, which determines the type of the data */
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
