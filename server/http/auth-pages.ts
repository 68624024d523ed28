/** Addresses of the sign-in mechanism that redirect to another page: GET signin, GET error, and any unknown one. */
import type { FastifyInstance } from 'fastify'
import { AUTH_BASE } from '@contract/http/auth-paths'
import { errorPage, unknownAuthPage } from '@server/platform/modules/auth/routes'
import { loginUrl, ownOrigin } from '@server/platform/modules/auth/urls'

export function mountAuthPages(app: FastifyInstance, consoleOrigins: readonly string[]): void {
  app.get(`${AUTH_BASE}/signin`, (request, reply) => reply.redirect(loginUrl(ownOrigin(request, consoleOrigins)), 302))
  app.get<{ Querystring: { error?: unknown } }>(`${AUTH_BASE}/error`, (request, reply) =>
    reply.redirect(errorPage(ownOrigin(request, consoleOrigins), request.query.error), 302),
  )
  app.all(`${AUTH_BASE}/*`, (request, reply) =>
    reply.code(404).send(unknownAuthPage(ownOrigin(request, consoleOrigins))),
  )
}
