/** Mounts the platform's operations on Fastify: each with its path and aliases, its body, and its response. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { OperationId } from '@contract/http/catalogue'
import { HEALTH_BASE } from '@contract/http/health'
import { fileExpected, fileTooLarge } from '@server/platform/operations/failure'
import type { Entrant, RunnableOperation, Sent } from '@server/platform/operations/run'

/** Operations that anybody can call and that cost the server something: calls per minute from one address. */
const CALLS_A_MINUTE: Partial<Record<OperationId, number>> = { 'auth.log': 60 }

/** Fires when the response is sent, or the client has disconnected. */
function closeOf(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}

function send(reply: FastifyReply, { status, headers, body }: Sent) {
  reply.headers(headers)
  if (status !== undefined) reply.code(status)
  if (body === null) return reply.send()
  if (typeof body === 'string') return reply.send(body)
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  return reply.send(Readable.from(body, { objectMode: true, highWaterMark: 1 }))
}

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

/** @param app the server @param operations of the platform */
export function mountOperations(app: FastifyInstance, operations: readonly RunnableOperation[]): void {
  const entrants = new WeakMap<FastifyRequest, Entrant>()

  for (const { route, enter, answer } of operations) {
    const max = CALLS_A_MINUTE[route.id]
    const config = max === undefined ? {} : { rateLimit: { max, timeWindow: 60_000 } }
    const handled: Pick<RouteOptions, 'onRequest' | 'handler'> = {
      ...(route.access !== 'public' && {
        onRequest: async (request: FastifyRequest) => void entrants.set(request, await enter(request)),
      }),
      handler: async (request, reply) =>
        send(reply, await answer(request, reply, entrants.get(request) ?? null, () => closeOf(reply))),
    }
    for (const url of [route.path, ...(route.aliases ?? [])]) {
      const mounted: RouteOptions = {
        method: route.method,
        url,
        exposeHeadRoute: url.startsWith(HEALTH_BASE),
        config,
        ...(route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes }),
        ...handled,
      }
      if (route.upload) mountUpload(app, { ...mounted, bodyLimit: route.upload.maxBytes })
      else app.route(mounted)
    }
  }
}
