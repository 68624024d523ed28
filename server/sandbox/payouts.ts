/** A bank that does not exist: it speaks the protocol of payouts (docs/connect-a-rail.md) over real HTTP. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { Payout, PayoutOrder } from '@server/platform/ports/rails'
import { NO_SUCH_REFERENCE } from '../rails/payout'
import { signed, signedIdOf } from '../rails/signature'
import { BEHAVIOURS, isBehaviour, type Behaviour, type Behaviours } from './behaviour'
import type { Books } from './books'

export interface SandboxOptions {
  books: Books
  behaviours: Behaviours
  /** Signs events, and is what callers sign with. */
  secret: string
  /** Where events are sent, once it is known; null: nowhere. */
  events: () => string | null
  /** Time from the booking to the payment, and after which a late answer comes, milliseconds. */
  payAfterMs?: number
  lateMs?: number
  /** Told of what cannot be delivered. */
  onError?: (error: unknown) => void
}

const AMOUNT = /^\d{1,12}\.\d{2}$/
/** Refused by the bank itself, whatever it is told to do. */
function faultOf(order: Partial<PayoutOrder>): { code: string; message: string } | null {
  if (!order.reference || order.reference.length > 64)
    return { code: 'NO_REFERENCE', message: 'A payout needs a reference of up to 64 characters' }
  if (!order.amount || !AMOUNT.test(order.amount) || Number(order.amount) === 0)
    return { code: 'WRONG_AMOUNT', message: 'An amount is more than 0, with two places' }
  if (!order.currency || !/^[A-Z]{3}$/.test(order.currency))
    return { code: 'WRONG_CURRENCY', message: 'A currency has three letters' }
  return null
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

/** @returns the server, which is not listening yet */
export function createSandbox({
  books,
  behaviours,
  secret,
  events,
  payAfterMs = 400,
  lateMs = 11_000,
  onError = () => undefined,
}: SandboxOptions): FastifyInstance {
  const server = Fastify({ bodyLimit: 100_000 })
  // The signature is over the body as it came.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const bodyOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')
  const ending = new AbortController()
  server.addHook('onClose', () => ending.abort())

  server.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/sandbox/')) return
    if (signedIdOf([secret], bodyOf(request), request.headers) === null)
      await reply
        .code(401)
        .send({ code: 'WRONG_SIGNATURE', message: 'The signature does not fit, or its time has passed' })
  })

  /** Sends an event until it is accepted; a repetition has the same id. */
  async function tell(type: 'payout.paid' | 'payout.failed' | 'payout.returned', payout: Payout): Promise<void> {
    const receiver = events()
    if (receiver === null) return
    const body = JSON.stringify({ type, payout })
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
  const settle = (reference: string, state: 'PAID' | 'FAILED' | 'RETURNED', reason: string | null = null) => {
    const types = { PAID: 'payout.paid', FAILED: 'payout.failed', RETURNED: 'payout.returned' } as const
    return tell(types[state], books.change(reference, { state, reason }))
  }

  const payLater = (reference: string) => later(payAfterMs, () => settle(reference, 'PAID'))
  // What a sandbox that was killed had accepted is paid by the next one.
  for (const { reference } of books.open()) payLater(reference)

  /** What follows from a booked payout. */
  const after: Partial<Record<Behaviour, (reference: string) => void | Promise<void>>> = {
    paid: (reference) => void settle(reference, 'PAID'),
    eventFirst: (reference) => settle(reference, 'PAID'),
    eventTwice: async (reference) => {
      await settle(reference, 'PAID')
      void tell('payout.paid', books.find(reference)!)
    },
    fail: (reference) => later(payAfterMs, () => settle(reference, 'FAILED', 'The account is closed')),
    returned: (reference) =>
      later(payAfterMs, async () => {
        await settle(reference, 'PAID')
        later(payAfterMs, () => settle(reference, 'RETURNED', 'The bank sent it back'))
      }),
  }
  /** How the answer fails. */
  const answers: Partial<Record<Behaviour, (reply: FastifyReply, payout: Payout) => unknown>> = {
    errorAfter: (reply) => reply.code(500).send({ code: 'INTERNAL', message: 'Something went wrong' }),
    drop: (reply) => reply.hijack().raw.destroy(),
    never: (reply) => void reply.hijack(),
    garbage: (reply) => reply.code(200).type('text/html').send('<html><body>Welcome</body></html>'),
    otherAmount: (reply, payout) => reply.send({ ...payout, amount: '0.01' }),
    late: async (reply, payout) => {
      await pause(lateMs, null, { signal: ending.signal }).catch(() => undefined)
      return reply.send(payout)
    },
  }

  server.post('/payouts', async (request, reply) => {
    const order = parsed(bodyOf(request)) as PayoutOrder
    const fault = faultOf(order)
    if (fault) return reply.code(422).send(fault)
    const known = books.find(order.reference)
    // The same reference is the same payout.
    if (known) return reply.send(known)
    const behaviour = behaviours.next()
    if (behaviour === 'refuse')
      return reply.code(422).send({ code: 'ACCOUNT_UNKNOWN', message: 'The bank does not know this account' })
    if (behaviour === 'error') return reply.code(500).send({ code: 'INTERNAL', message: 'Something went wrong' })
    books.book(order)
    const follows = after[behaviour]
    if (follows) await follows(order.reference)
    else payLater(order.reference)
    const payout = books.find(order.reference)!
    const answer = answers[behaviour]
    return answer ? answer(reply, payout) : reply.code(201).send(payout)
  })
  server.get<{ Params: { reference: string } }>('/payouts/:reference', async ({ params }, reply) => {
    const payout = books.find(params.reference)
    return payout
      ? reply.send(payout)
      : reply.code(404).send({ code: NO_SUCH_REFERENCE, message: 'There is no payout with this reference' })
  })
  server.get<{ Params: { currency: string } }>('/balances/:currency', async ({ params }, reply) =>
    reply.send({ currency: params.currency, amount: '1000000.00', at: new Date().toISOString() }),
  )
  server.get<{ Params: { day: string } }>('/statements/:day', async ({ params }, reply) =>
    reply.send({ day: params.day, lines: books.linesOf(params.day) }),
  )
  // Only of the sandbox: what its next calls do.
  server.post('/sandbox/next', async (request, reply) => {
    const told = (parsed(bodyOf(request)) as { behaviours?: string[] }).behaviours ?? []
    const wrong = told.find((each) => !isBehaviour(each))
    if (wrong !== undefined || told.length === 0)
      return reply.code(422).send({ message: `Choose of: ${Object.keys(BEHAVIOURS).join(', ')}` })
    behaviours.tell(...(told as Behaviour[]))
    return reply.send({ told })
  })
  return server
}
