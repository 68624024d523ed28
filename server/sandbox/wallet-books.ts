/** The books of the sandbox's wallet service: its addresses, the payments to them and what it sends, as they were at each moment. */
import type {
  AddressOrder,
  ChainPayment,
  CoinAddress,
  CoinName,
  CoinSend,
  SendLine,
  SendOrder,
} from '@server/platform/ports/rails'
import { scaled } from '@contract/records/money/coin-amount'
import { addressFor, transactionHash } from '@demo/money/coin-addresses'
import { openJournal } from './journal'

type Given = AddressOrder & CoinAddress
/** A payment, and the height of the chain when it was made. */
interface Booked {
  payment: ChainPayment
  height: number
}
/** What is sent, when it was booked so, and the height of the chain when the network had it. */
interface BookedSend {
  send: CoinSend
  at: string
  height: number | null
}
/** A block changes the confirmations of every payment, so only its height is written. */
type Entry = { address: Given } | Booked | BookedSend | { block: number; at: string }

/** What is paid to an address; by default what was asked, in the coin that it was given for. */
export interface Paid {
  amount?: string
  symbol?: string
  /** By default a new transaction. */
  hash?: string
  output?: number
  /** ISO time; by default now. */
  seen_at?: string
}

export interface WalletBooks {
  find(reference: string): Given | undefined
  /** @param name an address, or its reference */
  named(name: string): Given | undefined
  /** Gives an address, once for each reference. @returns null for an unknown network */
  give(order: AddressOrder): Given | null
  /** Books a payment to an address that was given. */
  pay(address: Given, paid: Paid): ChainPayment
  /** Adds blocks on top of every payment. */
  mine(blocks: number): void
  /** The chain has the payment no longer. @throws where there is no such payment */
  reorganise(payment: ChainPayment): ChainPayment
  paymentsTo(reference: string): ChainPayment[]
  /** Payments of a transaction. */
  inTransaction(hash: string): ChainPayment[]
  /** All that the chain has. */
  onChain(): ChainPayment[]
  findSend(reference: string): CoinSend | undefined
  /** Books an order, once for each reference. */
  bookSend(order: SendOrder): CoinSend
  /** The network has it. @throws where there is no such order */
  broadcast(reference: string): CoinSend
  /** It was not sent, or is gone. @throws where there is no such order */
  failSend(reference: string, reason: string): CoinSend
  sends(): CoinSend[]
  /** What was sent of a coin, in units of 10^-30. */
  sentOf(coin: CoinName): bigint
  /** What the network got on a day in UTC, `YYYY-MM-DD`, and still has. */
  linesOf(day: string): SendLine[]
  close(): void
}

/** What names a payment. */
export const keyOf = ({ network, hash, output }: Pick<ChainPayment, 'network' | 'hash' | 'output'>) =>
  `${network} ${hash} ${output}`

/** @param file its folder is created; null: in memory only @param now milliseconds since 1970 */
export function openWalletBooks(file: string | null, now = () => Date.now()): WalletBooks {
  const journal = openJournal<Entry>(file)
  const addresses = new Map<string, Given>()
  const payments = new Map<string, Booked>()
  const sends = new Map<string, BookedSend>()
  let chain = { block: 0, at: new Date(0).toISOString() }
  const take = (entry: Entry) => {
    if ('address' in entry) addresses.set(entry.address.reference, entry.address)
    else if ('payment' in entry) payments.set(keyOf(entry.payment), entry)
    else if ('send' in entry) sends.set(entry.send.reference, entry)
    else chain = entry
  }
  journal.entries.forEach(take)
  let last = 0
  /** Two reports of a payment have different times, so that it is certain which one is later. */
  const time = () => {
    last = Math.max(now(), last + 1)
    return new Date(last).toISOString()
  }
  const write = (entry: Entry) => {
    journal.write(entry)
    take(entry)
  }
  /** A payment as the chain has it now. */
  const present = ({ payment, height }: Booked): ChainPayment => {
    const confirmations = chain.block - height
    return payment.state === 'REORGANISED' || confirmations === 0
      ? payment
      : { ...payment, state: 'CONFIRMED', confirmations, at: chain.at }
  }
  const all = () => [...payments.values()].map(present)
  const presentSend = ({ send, height }: BookedSend): CoinSend => {
    const confirmations = height === null ? 0 : chain.block - height
    return send.state === 'BROADCAST' && confirmations > 0 ? { ...send, state: 'CONFIRMED', confirmations } : send
  }
  const isSent = ({ send }: BookedSend) => send.state === 'BROADCAST'
  function changeSend(reference: string, change: Partial<CoinSend>, height: number | null): CoinSend {
    const booked = sends.get(reference)
    if (!booked) throw new Error(`there is nothing to send with the reference ${reference}`)
    const send = { ...booked.send, ...change }
    write({ send, at: time(), height })
    return send
  }
  return {
    find: (reference) => addresses.get(reference),
    named: (name) => addresses.get(name) ?? [...addresses.values()].find(({ address }) => address === name),
    give(order) {
      const known = addresses.get(order.reference)
      if (known) return known
      const address = addressFor(order.network, order.reference)
      if (address === null) return null
      const given = { ...order, address }
      write({ address: given })
      return given
    },
    pay({ reference, symbol, network, address, amount }, paid) {
      const at = time()
      const payment: ChainPayment = {
        reference,
        symbol: paid.symbol ?? symbol,
        network,
        address,
        hash: paid.hash ?? transactionHash(`${reference} ${payments.size}`),
        output: paid.output ?? 0,
        amount: paid.amount ?? amount,
        state: 'SEEN',
        confirmations: 0,
        seen_at: paid.seen_at ?? at,
        at,
      }
      write({ payment, height: chain.block })
      return payment
    },
    mine: (blocks) => write({ block: chain.block + blocks, at: time() }),
    reorganise(payment) {
      const booked = payments.get(keyOf(payment))
      if (!booked) throw new Error(`there is no payment ${keyOf(payment)}`)
      const gone: ChainPayment = { ...booked.payment, state: 'REORGANISED', at: time() }
      write({ ...booked, payment: gone })
      return gone
    },
    paymentsTo: (named) => all().filter(({ reference }) => reference === named),
    inTransaction: (named) => all().filter(({ hash }) => hash === named),
    onChain: () => all().filter(({ state }) => state !== 'REORGANISED'),
    findSend(reference) {
      const booked = sends.get(reference)
      return booked && presentSend(booked)
    },
    bookSend(order) {
      const { reference, symbol, network, address, amount } = order
      const known = sends.get(reference)
      if (known) return presentSend(known)
      const send: CoinSend = {
        reference,
        symbol,
        network,
        address,
        amount,
        state: 'ACCEPTED',
        hash: null,
        confirmations: 0,
        reason: null,
      }
      write({ send, at: time(), height: null })
      return send
    },
    broadcast: (reference) =>
      changeSend(reference, { state: 'BROADCAST', hash: transactionHash(`send ${reference}`) }, chain.block),
    failSend: (reference, why) => changeSend(reference, { state: 'FAILED', reason: why, confirmations: 0 }, null),
    sends: () => [...sends.values()].map(presentSend),
    sentOf: ({ symbol, network }) =>
      [...sends.values()]
        .filter(({ send }) => send.symbol === symbol && send.network === network && send.state !== 'FAILED')
        .reduce((sum, { send }) => sum + scaled(send.amount), 0n),
    linesOf: (day) =>
      [...sends.values()]
        .filter((booked) => isSent(booked) && booked.at.startsWith(day))
        .map(({ at, send: { reference, symbol, network, hash, amount } }) => ({
          reference,
          symbol,
          network,
          hash: hash!,
          amount,
          at,
        })),
    close: () => journal.close(),
  }
}
