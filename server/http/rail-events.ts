/** Where rails send their events (docs/connect-a-rail.md): for machines, which sign them. */
import type { FastifyInstance } from 'fastify'
import { notFound, unauthorized } from '@server/platform/operations/failure'
import type { ReceiveEvent } from '@server/platform/records/money/rail-inbox'

/** An event is a payout: a longer body is none. */
const EVENT_BYTES = 64_000

/** Mounts `rails/{rail}/events`. The answer is 204 once the event is stored; 401 where the signature or its time does not fit. */
export function mountRailEvents(app: FastifyInstance, receive: ReceiveEvent): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature is over the body as it came.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { rail: string }; Body: string }>(
      '/api/v1/rails/:rail/events',
      { bodyLimit: EVENT_BYTES },
      async ({ params, body, headers }, reply) => {
        const received = await receive(params.rail, typeof body === 'string' ? body : '', headers)
        if (received === 'unknown rail') throw notFound()
        if (received === 'wrong signature') throw unauthorized()
        return reply.code(204).send()
      },
    )
  })
}
