/** What all sandboxes share: signed calls, events that are sent until they are accepted, and work that is done later. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { signed, signedIdOf } from '../rails/signature'
import { BEHAVIOURS, isBehaviour, type Behaviour, type Behaviours } from './behaviour'

export interface HostOptions {
  behaviours: Behaviours
  /** Signs events, and is what callers sign with. */
  secret: string
  /** Where events are sent, once it is known; null: nowhere. */
  events: () => string | null
  /** Time from the booking to its end, and after which a late answer comes, milliseconds. */
  payAfterMs?: number
  lateMs?: number
  /** Told of what cannot be delivered. */
  onError?: (error: unknown) => void
}

/** @returns what a body says; nothing where it is no object in JSON */
function parsed(body: string): object {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
/** @returns the body of a call, as an object of the expected form; its values are not checked */
export const bodyOf = <B extends object>({ body }: FastifyRequest): Partial<B> =>
  parsed(typeof body === 'string' ? body : '') as Partial<B>

export interface Host {
  /** Not listening yet. */
  server: FastifyInstance
  /** Sends an event until it is accepted; a repetition has the same id. */
  tell: (event: object) => Promise<void>
  later: (ms: number, work: () => Promise<void>) => void
  /** How an answer fails, by what the call was told to do. */
  failing: Partial<Record<Behaviour, (reply: FastifyReply, answer: object) => unknown>>
}

/** @returns a server that takes signed calls only, and that is told by `POST /sandbox/next` what its next calls do */
export function createHost({
  behaviours,
  secret,
  events,
  lateMs = 11_000,
  onError = () => undefined,
}: HostOptions): Host {
  const server = Fastify({ bodyLimit: 100_000 })
  // The signature is over the body as it came.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const ending = new AbortController()
  // Each event and each late answer waits for it.
  setMaxListeners(0, ending.signal)
  server.addHook('onClose', () => ending.abort())

  server.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/sandbox/')) return
    const body = typeof request.body === 'string' ? request.body : ''
    if (signedIdOf([secret], body, request.headers) === null)
      await reply
        .code(401)
        .send({ code: 'WRONG_SIGNATURE', message: 'The signature does not fit, or its time has passed' })
  })

  async function tell(event: object): Promise<void> {
    const receiver = events()
    if (receiver === null) return
    const body = JSON.stringify(event)
    const id = signed(secret, body)['webhook-id']
    for (const wait of [0, 500, 2_000, 10_000, 60_000]) {
      try {
        await pause(wait, null, { signal: ending.signal })
        const answer = await fetch(receiver, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...signed(secret, body, { id }) },
          body,
          signal: AbortSignal.any([ending.signal, AbortSignal.timeout(10_000)]),
        })
        if (answer.ok) return
        throw new Error(`the receiver of events answered with ${answer.status}`)
      } catch (error) {
        if (ending.signal.aborted) return
        onError(error)
      }
    }
  }
  const later = (ms: number, work: () => Promise<void>) =>
    void pause(ms, null, { signal: ending.signal })
      .then(work)
      .catch((error: unknown) => !ending.signal.aborted && onError(error))
  server.post('/sandbox/next', async (request, reply) => {
    const { behaviours: told = [] } = bodyOf<{ behaviours: string[] }>(request)
    const wrong = told.find((each) => !isBehaviour(each))
    if (wrong !== undefined || told.length === 0)
      return reply.code(422).send({ message: `Choose of: ${Object.keys(BEHAVIOURS).join(', ')}` })
    behaviours.tell(...(told as Behaviour[]))
    return reply.send({ told })
  })

  return {
    server,
    tell,
    later,
    failing: {
      errorAfter: (reply) => reply.code(500).send({ code: 'INTERNAL', message: 'Something went wrong' }),
      drop: (reply) => reply.hijack().raw.destroy(),
      never: (reply) => void reply.hijack(),
      garbage: (reply) => reply.code(200).type('text/html').send('<html><body>Welcome</body></html>'),
      late: async (reply, answer) => {
        await pause(lateMs, null, { signal: ending.signal }).catch(() => undefined)
        return reply.send(answer)
      },
    },
  }
}
