/** A wallet service of coins that nobody mints: it speaks the protocol of chains (docs/connect-a-rail.md) over real HTTP. */
import type { FastifyInstance } from 'fastify'
import { addressFault } from '@contract/crypto-address'
import { ONE, scaled, short } from '@contract/records/money/coin-amount'
import type {
  AddressOrder,
  ChainPayment,
  CoinAddress,
  CoinName,
  CoinRate,
  CoinSend,
  SendOrder,
} from '@server/platform/ports/rails'
import { COIN_PRICES, HOT_WALLET, HOT_WALLETS } from '@demo/money/coin-market'
import { NO_SUCH_REFERENCE } from '../rails/protocol'
import type { Behaviour, Behaviours } from './behaviour'
import { bodyOf, createHost, type HostOptions } from './host'
import { keyOf, type Paid, type WalletBooks } from './wallet-books'

export interface ChainSandboxOptions extends HostOptions {
  books: WalletBooks
  /** A block each time, milliseconds; null: only when it is told to (`POST /sandbox/mine`). */
  blockMs?: number | null
  /** What it does with coins that it is to send; by default the same as with its other calls. */
  sending?: Pick<Behaviours, 'next'>
  /** Users pay this percentage of what they are asked for, a moment after they have the address; null: they do not pay by themselves. */
  pays?: bigint | null
}

/** Deeper payments are no longer watched. */
const WATCHED = 200
/** The first confirmations are all told, later ones in steps. */
const isTold = (confirmations: number) => confirmations <= 6 || confirmations % 4 === 0
/** A share of a decimal amount, with as many places. */
function shareOf(amount: string, percent: bigint): string {
  const [whole = '0', places = ''] = amount.split('.')
  const part = ((BigInt(whole + places) * percent) / 100n).toString().padStart(places.length + 1, '0')
  const split = part.length - places.length
  return places === '' ? part : `${part.slice(0, split)}.${part.slice(split)}`
}

/** @param units of 10^-30, not less than 0 @returns them as a decimal */
const textOf = (units: bigint): string =>
  short(`${units / ONE}.${(units % ONE).toString().padStart(30, '0').slice(0, 18)}`)

/** @returns the server, which is not listening yet */
export function createChainSandbox({
  books,
  blockMs = 1000,
  pays = null,
  payAfterMs = 400,
  sending,
  ...options
}: ChainSandboxOptions): FastifyInstance {
  const { server, tell, later, failing } = createHost(options)
  const rates = new Map<string, string>()

  const told = (payment: ChainPayment) => {
    const types = { SEEN: 'seen', CONFIRMED: 'confirmed', REORGANISED: 'reorganised' } as const
    return tell({ type: `payment.${types[payment.state]}`, payment })
  }
  const pay = (address: CoinAddress & AddressOrder, paid: Paid = {}) => {
    const payment = books.pay(address, paid)
    return { payment, telling: told(payment) }
  }
  const toldOfSend = (send: CoinSend) => {
    const types = { ACCEPTED: 'broadcast', BROADCAST: 'broadcast', CONFIRMED: 'confirmed', FAILED: 'failed' } as const
    return tell({ type: `send.${types[send.state]}`, send })
  }
  const isWatched = ({ confirmations }: { confirmations: number }) => confirmations < WATCHED
  const isOnChain = ({ state }: CoinSend) => state === 'BROADCAST' || state === 'CONFIRMED'
  /** Adds blocks, and tells of the payments below them. @param always also of those that are told in steps */
  function mine(blocks: number, always = false): void {
    const watched = new Set(books.onChain().filter(isWatched).map(keyOf))
    const sent = books.sends().filter((send) => isOnChain(send) && isWatched(send))
    // A chain without payments stands still.
    if (watched.size === 0 && sent.length === 0) return
    books.mine(blocks)
    for (const payment of books.onChain())
      if (watched.has(keyOf(payment)) && (always || isTold(payment.confirmations))) void told(payment)
    for (const { reference } of sent) {
      const send = books.findSend(reference)!
      if (always || isTold(send.confirmations)) void toldOfSend(send)
    }
  }
  /** What the wallet service can send of a coin, in units of 10^-30. */
  const available = (coin: CoinName) => scaled(HOT_WALLETS[coin.symbol] ?? HOT_WALLET) - books.sentOf(coin)
  const broadcast = (reference: string) => toldOfSend(books.broadcast(reference))
  const sendLater = (reference: string) =>
    later(payAfterMs, async () => {
      if (books.findSend(reference)?.state === 'ACCEPTED') await broadcast(reference)
    })
  // What a sandbox that was killed had accepted is sent by the next one.
  for (const { reference, state } of books.sends()) if (state === 'ACCEPTED') sendLater(reference)
  const reorganise = (payment: ChainPayment) => told(books.reorganise(payment))
  if (blockMs !== null) {
    const timer = setInterval(() => mine(1), blockMs)
    server.addHook('onClose', () => clearInterval(timer))
  }

  /** What the user does who has an address. */
  function play(behaviour: Behaviour, address: CoinAddress & AddressOrder): void | Promise<unknown> {
    const soon = (work: () => Promise<unknown> | void) => later(payAfterMs, async () => void (await work()))
    switch (behaviour) {
      case 'paid':
        return void pay(address)
      case 'eventFirst':
        return pay(address).telling
      case 'eventTwice':
        return soon(async () => {
          const { payment, telling } = pay(address)
          await telling
          await told(payment)
        })
      case 'otherAmount':
        return soon(() => pay(address, { amount: shareOf(address.amount, 90n) }).telling)
      case 'returned':
        return soon(async () => {
          const { payment, telling } = pay(address)
          await telling
          later(payAfterMs, () => reorganise(payment))
        })
      case 'fail':
        return
      default:
        if (pays !== null) soon(() => pay(address, { amount: shareOf(address.amount, pays) }).telling)
    }
  }

  server.post('/addresses', async (request, reply) => {
    const order = bodyOf<AddressOrder>(request)
    if (!order.reference || order.reference.length > 64 || !order.symbol || !order.network || !order.amount)
      return reply
        .code(422)
        .send({ code: 'INCOMPLETE', message: 'An address needs a reference, a symbol, a network and an amount' })
    const known = books.find(order.reference)
    // The same reference is the same address.
    if (known) return reply.send(known)
    const behaviour = options.behaviours.next()
    if (behaviour === 'refuse')
      return reply.code(422).send({ code: 'COIN_UNKNOWN', message: 'The wallet does not have this coin' })
    if (behaviour === 'error') return reply.code(500).send({ code: 'INTERNAL', message: 'Something went wrong' })
    const given = books.give(order as AddressOrder)
    if (!given)
      return reply.code(422).send({ code: 'NETWORK_UNKNOWN', message: 'The wallet does not know this network' })
    await play(behaviour, given)
    const fail = failing[behaviour]
    return fail ? fail(reply, given) : reply.code(201).send(given)
  })
  server.get<{ Params: { reference: string } }>('/addresses/:reference', async ({ params }, reply) => {
    const given = books.find(params.reference)
    return given
      ? reply.send({ ...given, payments: books.paymentsTo(given.reference) })
      : reply.code(404).send({ code: NO_SUCH_REFERENCE, message: 'There is no address with this reference' })
  })
  /** What follows from an order to send. */
  const afterSending: Partial<Record<Behaviour, (reference: string) => void | Promise<void>>> = {
    paid: (reference) => void broadcast(reference),
    eventFirst: (reference) => broadcast(reference),
    eventTwice: async (reference) => {
      await broadcast(reference)
      void toldOfSend(books.findSend(reference)!)
    },
    fail: (reference) =>
      later(payAfterMs, () => toldOfSend(books.failSend(reference, 'The network refuses the transaction'))),
    returned: (reference) =>
      later(payAfterMs, async () => {
        await broadcast(reference)
        later(payAfterMs, () => toldOfSend(books.failSend(reference, 'The transaction is gone from the network')))
      }),
  }
  function faultOf(order: Partial<SendOrder>): { code: string; message: string } | null {
    const { reference, symbol, network, address, amount } = order
    if (!reference || reference.length > 64 || !symbol || !network || !address || !amount)
      return {
        code: 'INCOMPLETE',
        message: 'It needs a reference, a symbol, a network, an address and an amount',
      }
    if (!/^\d{1,12}(\.\d{1,18})?$/.test(amount) || scaled(amount) === 0n)
      return { code: 'WRONG_AMOUNT', message: 'An amount is more than 0, with up to 18 places' }
    const fault = addressFault(network, address)
    return fault === null ? null : { code: 'WRONG_ADDRESS', message: fault }
  }
  server.post('/sends', async (request, reply) => {
    const asked = bodyOf<SendOrder>(request)
    const fault = faultOf(asked)
    if (fault) return reply.code(422).send(fault)
    const order = asked as SendOrder
    const known = books.findSend(order.reference)
    // The same reference is the same transaction.
    if (known) return reply.send(known)
    if (scaled(order.amount) > available(order))
      return reply.code(422).send({ code: 'NOT_ENOUGH', message: `The hot wallet has too little ${order.symbol}` })
    const behaviour = (sending ?? options.behaviours).next()
    if (behaviour === 'refuse')
      return reply.code(422).send({ code: 'COIN_UNKNOWN', message: 'The wallet does not send this coin' })
    if (behaviour === 'error') return reply.code(500).send({ code: 'INTERNAL', message: 'Something went wrong' })
    books.bookSend(order)
    const follows = afterSending[behaviour]
    if (follows) await follows(order.reference)
    else sendLater(order.reference)
    const send = books.findSend(order.reference)!
    if (behaviour === 'otherAmount') return reply.send({ ...send, amount: '0.00000001' })
    const fail = failing[behaviour]
    return fail ? fail(reply, send) : reply.code(201).send(send)
  })
  server.get<{ Params: { reference: string } }>('/sends/:reference', async ({ params }, reply) => {
    const send = books.findSend(params.reference)
    return send
      ? reply.send(send)
      : reply.code(404).send({ code: NO_SUCH_REFERENCE, message: 'Nothing was to be sent with this reference' })
  })
  server.get<{ Params: { day: string } }>('/statements/:day', async ({ params }, reply) =>
    reply.send({ day: params.day, lines: books.linesOf(params.day) }),
  )
  type OfCoin = { Params: { network: string; symbol: string; currency: string } }
  server.get<OfCoin>('/balances/:network/:symbol', async ({ params: { network, symbol } }, reply) =>
    reply.send({ network, symbol, amount: textOf(available({ network, symbol })), at: new Date().toISOString() }),
  )
  server.get<OfCoin>('/rates/:network/:symbol/:currency', async ({ params }, reply) => {
    const { network, symbol, currency } = params
    const at = new Date()
    // Prices go slowly up and down.
    const wave = 1 + 0.004 * Math.sin(at.getTime() / 420_000)
    const price = COIN_PRICES[symbol] === undefined ? '1' : (Number(COIN_PRICES[symbol]) * wave).toFixed(2)
    const rate = rates.get(symbol) ?? price
    return reply.send({ network, symbol, currency, rate, at: at.toISOString() } satisfies CoinRate)
  })

  server.post('/sandbox/pay', async (request, reply) => {
    const { to = '', ...paid } = bodyOf<Paid & { to: string }>(request)
    const address = books.named(to)
    if (!address) return reply.code(422).send({ message: 'There is no such address, and no such reference' })
    const { payment, telling } = pay(address, paid)
    await telling
    return reply.send(payment)
  })
  server.post('/sandbox/mine', async (request, reply) => {
    const { blocks = 1 } = bodyOf<{ blocks: number }>(request)
    mine(blocks, true)
    return reply.send({ blocks })
  })
  server.post('/sandbox/reorganise', async (request, reply) => {
    const { hash = '' } = bodyOf<{ hash: string }>(request)
    const payments = books.inTransaction(hash)
    if (payments.length === 0) return reply.code(422).send({ message: 'There is no such transaction' })
    await Promise.all(payments.map(reorganise))
    return reply.send({ reorganised: payments.length })
  })
  server.post('/sandbox/rate', async (request, reply) => {
    const { symbol = '', rate = '' } = bodyOf<{ symbol: string; rate: string }>(request)
    rates.set(symbol, rate)
    return reply.send({ symbol, rate })
  })
  return server
}
