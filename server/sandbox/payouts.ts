/** A bank that does not exist: it speaks the protocol of payouts (docs/connect-a-rail.md) over real HTTP. */
import type { FastifyInstance } from 'fastify'
import type { PayoutOrder } from '@server/platform/ports/rails'
import { NO_SUCH_REFERENCE } from '../rails/protocol'
import type { Behaviour } from './behaviour'
import type { Books } from './books'
import { bodyOf, createHost, type HostOptions } from './host'

export interface SandboxOptions extends HostOptions {
  books: Books
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

/** @returns the server, which is not listening yet */
export function createSandbox({ books, payAfterMs = 400, ...options }: SandboxOptions): FastifyInstance {
  const { behaviours } = options
  const { server, tell, later, failing } = createHost(options)
  const settle = (reference: string, state: 'PAID' | 'FAILED' | 'RETURNED', reason: string | null = null) => {
    const types = { PAID: 'payout.paid', FAILED: 'payout.failed', RETURNED: 'payout.returned' } as const
    return tell({ type: types[state], payout: books.change(reference, { state, reason }) })
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
      void tell({ type: 'payout.paid', payout: books.find(reference)! })
    },
    fail: (reference) => later(payAfterMs, () => settle(reference, 'FAILED', 'The account is closed')),
    returned: (reference) =>
      later(payAfterMs, async () => {
        await settle(reference, 'PAID')
        later(payAfterMs, () => settle(reference, 'RETURNED', 'The bank sent it back'))
      }),
  }
  server.post('/payouts', async (request, reply) => {
    const asked = bodyOf<PayoutOrder>(request)
    const fault = faultOf(asked)
    if (fault) return reply.code(422).send(fault)
    const order = asked as PayoutOrder
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
    if (behaviour === 'otherAmount') return reply.send({ ...payout, amount: '0.01' })
    const fail = failing[behaviour]
    return fail ? fail(reply, payout) : reply.code(201).send(payout)
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
  return server
}
