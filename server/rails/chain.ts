/** Addresses of coins, payments to them, and coins that are sent, over HTTP (docs/connect-a-rail.md). */
import * as yup from 'yup'
import {
  CHAIN_PAYMENT_STATES,
  SEND_STATES,
  type ChainPayment,
  type ChainRail,
  type CoinAddress,
  type CoinBalance,
  type CoinName,
  type CoinRate,
  type CoinSend,
  type Outcome,
  type PaidAddress,
  type SendLine,
} from '@server/platform/ports/rails'
import { addressFault } from '@contract/crypto-address'
import { short } from '@contract/records/money/coin-amount'
import { callRail, type RailConnection } from './call'
import { about, currency, readNamed, readStatement, reason, reference, time } from './protocol'

const symbol = () =>
  yup
    .string()
    .matches(/^[A-Z0-9]{2,10}$/, 'a symbol has 2 to 10 capital letters and digits')
    .required()
const network = () => yup.string().min(1).max(32).required()
const coinAmount = () =>
  yup
    .string()
    .matches(/^\d{1,12}(\.\d{1,18})?$/, 'an amount of a coin has up to 12 digits and 18 places')
    .required()
const someOfCoin = () => coinAmount().matches(/[1-9]/, 'an amount that was paid is more than 0')
const rate = () =>
  yup
    .string()
    .matches(/^\d{1,10}(\.\d{1,8})?$/, 'a rate has up to 10 digits and 8 places')
    .matches(/[1-9]/, 'a rate is more than 0')
    .required()
const address = () => yup.string().min(1).max(128).required()

const hash = () => yup.string().matches(/^[A-Za-z0-9]{16,128}$/, 'a hash has 16 to 128 letters and digits')
const confirmations = () => yup.number().integer().min(0).max(2_000_000_000).required()

const addressSchema = yup.object({ reference: reference(), symbol: symbol(), network: network(), address: address() })
/** A payment, as a wallet service sends it. */
export const chainPaymentSchema = yup.object({
  reference: reference(),
  symbol: symbol(),
  network: network(),
  address: address(),
  hash: hash().required(),
  output: yup.number().integer().min(0).max(1_000_000).required(),
  amount: someOfCoin(),
  state: yup.string().oneOf(CHAIN_PAYMENT_STATES).required(),
  confirmations: confirmations(),
  seen_at: time(),
  at: time(),
})
const paidSchema = addressSchema.shape({ payments: yup.array(chainPaymentSchema.required()).required() })
const balanceSchema = yup.object({ symbol: symbol(), network: network(), amount: coinAmount(), at: time() })
const rateSchema = yup.object({ symbol: symbol(), network: network(), currency: currency(), rate: rate(), at: time() })
/** What is sent, as a wallet service tells it. */
export const coinSendSchema = yup.object({
  reference: reference(),
  symbol: symbol(),
  network: network(),
  address: address(),
  amount: someOfCoin(),
  state: yup.string().oneOf(SEND_STATES).required(),
  hash: hash().nullable().defined(),
  confirmations: confirmations(),
  reason: reason(),
})
/** What the network has names its transaction: without it nobody could find it again. */
export const namesTransaction = ({ state, hash: named }: CoinSend): boolean =>
  named !== null || state === 'ACCEPTED' || state === 'FAILED'
const sendLineSchema = yup.object({
  reference: reference(),
  symbol: symbol(),
  network: network(),
  hash: hash().required(),
  amount: someOfCoin(),
  at: time(),
})
/** An event of a wallet service about coins that it sends. */
export const sendEventSchema = yup.object({
  type: yup.string().oneOf(['send.broadcast', 'send.confirmed', 'send.failed']).required(),
  send: coinSendSchema.required(),
})
/** An event of a wallet service: the payment as the chain has it. */
export const chainEventSchema = yup.object({
  type: yup.string().oneOf(['payment.seen', 'payment.confirmed', 'payment.reorganised']).required(),
  payment: chainPaymentSchema.required(),
})

/** Money that is paid to an address with a mistake is lost: an answer with one says nothing. */
const checked = <A extends CoinAddress | null>(outcome: Outcome<A>): Outcome<A> => {
  const answer = outcome.is === 'answered' ? outcome.answer : null
  const fault = answer && addressFault(answer.network, answer.address)
  return fault ? { is: 'unknown', why: `the answer has no valid address: ${fault}` } : outcome
}

/** Amounts are compared as texts: '0.50' and '0.5' are the same amount of a coin. */
const trimmed = <A extends { amount: string }>(answer: A): A => ({ ...answer, amount: short(answer.amount) })
function readSend<A extends CoinSend | null>(asked: Partial<CoinSend>, outcome: Outcome<A>): Outcome<A> {
  if (outcome.is !== 'answered' || outcome.answer === null) return outcome
  if (!namesTransaction(outcome.answer)) return { is: 'unknown', why: 'the answer names no transaction' }
  return about(asked as Parameters<typeof about<A>>[0], { is: 'answered', answer: trimmed(outcome.answer) })
}

/** @returns the wallet service at an address */
export function createHttpChainRail(connection: RailConnection): ChainRail {
  const ofCoin = (coin: CoinName) => `${encodeURIComponent(coin.network)}/${encodeURIComponent(coin.symbol)}`
  const get = (path: string) => ({ method: 'GET', path }) as const
  return {
    async address(order) {
      const call = { method: 'POST', path: 'addresses', body: order } as const
      const { reference: named, symbol: coin, network: on } = order
      return checked(
        about(
          { reference: named, symbol: coin, network: on },
          await callRail<CoinAddress>(connection, call, addressSchema),
        ),
      )
    },
    async lookUp(named) {
      const path = `addresses/${encodeURIComponent(named)}`
      const outcome = about({ reference: named }, await readNamed<PaidAddress>(connection, path, paidSchema))
      const isOther = (payment: ChainPayment) => payment.reference !== named
      return outcome.is === 'answered' && outcome.answer?.payments.some(isOther)
        ? { is: 'unknown', why: 'the answer has payments of another reference' }
        : checked(outcome)
    },
    async send(order) {
      const call = { method: 'POST', path: 'sends', body: order } as const
      return readSend(
        { ...order, amount: short(order.amount) },
        await callRail<CoinSend>(connection, call, coinSendSchema),
      )
    },
    lookUpSend: async (named) =>
      readSend(
        { reference: named },
        await readNamed<CoinSend>(connection, `sends/${encodeURIComponent(named)}`, coinSendSchema),
      ),
    async statement(day) {
      const outcome = await readStatement<SendLine>(connection, day, sendLineSchema)
      return outcome.is === 'answered' ? { is: 'answered', answer: outcome.answer.map(trimmed) } : outcome
    },
    balance: async ({ symbol: coin, network: on }) =>
      about(
        { symbol: coin, network: on },
        await callRail<CoinBalance>(
          connection,
          get(`balances/${ofCoin({ symbol: coin, network: on })}`),
          balanceSchema,
        ),
      ),
    rate: async ({ symbol: coin, network: on }, code) =>
      about(
        { symbol: coin, network: on, currency: code },
        await callRail<CoinRate>(
          connection,
          get(`rates/${ofCoin({ symbol: coin, network: on })}/${encodeURIComponent(code)}`),
          rateSchema,
        ),
      ),
  }
}
