/** Crypto withdrawals of the last weeks: most are paid, and the newest wait, some of them with something to clear up. */
import { addressFor, transactionHash } from './coin-addresses'
import { COIN_PRICES, COIN_RAIL, coinUser } from './coin-market'
import { scaled, unscaled } from '@contract/records/money/coin-amount'
import { cryptoCoins } from './crypto-coin'
import { cryptoRefunds } from './crypto-deposit'
import { daysAfter, daysBefore, demoId, nthPerson, type RowsOf } from '../rows'

const COUNT = 72
/** Number of the newest ones, which are open. */
const OPEN = 20
const DECIDED = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'REJECTED', 'COMPLETED', 'CANCELLED', 'COMPLETED'] as const
/** States of the open ones that do not wait for a decision, by their place among them. */
const IN_WORK: Readonly<Record<number, 'ON_HOLD' | 'APPROVED' | 'PROCESSING' | 'UNKNOWN' | 'FAILED'>> = {
  0: 'FAILED',
  1: 'UNKNOWN',
  2: 'FAILED',
  4: 'ON_HOLD',
  5: 'PROCESSING',
  7: 'APPROVED',
  8: 'PROCESSING',
}
/** Places of the coins that pay withdrawals: of the own store, and of the partner's. */
const COINS = [0, 4, 3, 1, 6, 4, 5] as const
const PARTNER_COIN = cryptoCoins.length - 1
const SOURCES = ['APP', 'APP', 'TELEGRAM', 'APP', 'CHAT'] as const
const REJECTED = [
  { reason_code: 'VERIFICATION', user_text: 'Please send your documents first. Then request it again.' },
  { reason_code: 'SUSPECTED_FRAUD', user_text: null },
  { reason_code: 'PAYOUT_DETAILS', user_text: 'Этот адрес принадлежит бирже, которая больше не работает.' },
] as const
/** Numbers of the members of staff with the roles FINANCE and MANAGER. */
const DECIDERS = [5, 5, 2] as const
/** Hours after which the coins are sent, in days. */
const SENT_AFTER = 0.08

const amountOf = (index: number) =>
  `${60 + ((index * index * 17 + index * 31) % 23) * (index % 8 === 3 ? 140 : 15)}.${index % 5 === 2 ? '40' : '00'}`

const ofUsers: RowsOf<'cryptoWithdrawal'> = Array.from({ length: COUNT }, (_, index) => {
  const place = index - (COUNT - OPEN)
  const isOpen = place >= 0
  const status = isOpen ? (IN_WORK[place] ?? 'PENDING') : DECIDED[index % DECIDED.length]!
  const sent = isOpen ? (OPEN - place) * 0.05 : 1.5 + (COUNT - OPEN - index) * 0.5
  const isPartner = index % 13 === 6
  const coinPlace = isPartner ? PARTNER_COIN : COINS[index % COINS.length]!
  const coin = cryptoCoins[coinPlace]!
  const user = coinUser(22 + ((index * 13) % 60))
  const amount = amountOf(index)
  const isApproved = ['APPROVED', 'PROCESSING', 'UNKNOWN', 'FAILED', 'COMPLETED'].includes(status)
  const decided = daysBefore(sent - 0.03)
  return {
    reference: `CW-${60_000 + index}`,
    user: nthPerson('users', user),
    coin: demoId('cryptoCoin', coinPlace),
    network: coin.network!,
    symbol: coin.symbol!,
    decimals: coin.decimals!,
    required_confirmations: coin.required_confirmations!,
    amount,
    fee: '0.00',
    net_amount: amount,
    network_fee: coin.network_fee!,
    // Most users have one address for each network.
    address: addressFor(coin.network!, `withdrawal of ${user}${index % 6 === 5 ? ` ${index}` : ''}`)!,
    source: SOURCES[index % SOURCES.length]!,
    requested_at: daysBefore(sent),
    status,
    rail: COIN_RAIL,
    // What is sent follows from it (server/db/demo-withdrawals.ts).
    ...(isApproved && { rate: coin.fixed_rate ?? COIN_PRICES[coin.symbol!]!, rate_at: decided }),
    ...((isApproved || status === 'REJECTED') && {
      decided_by: nthPerson('admin', DECIDERS[index % DECIDERS.length]!),
      decided_at: decided,
    }),
    ...(status === 'REJECTED' && REJECTED[index % REJECTED.length]!),
    ...(status === 'ON_HOLD' && {
      hold_reason: 'Waits for the answer about the exchange that owns the address.',
      wakes_at: daysAfter(2),
    }),
    ...((status === 'COMPLETED' || status === 'PROCESSING') && {
      tx_hash: transactionHash(`demo withdrawal ${index}`),
    }),
    ...(status === 'COMPLETED' && { paid_at: daysBefore(sent - SENT_AFTER) }),
    by: 'nobody',
    at: daysBefore(sent),
    ...(isPartner && { of: 'partner' as const }),
  }
})

/** What sends deposits back. */
const refunds: RowsOf<'cryptoWithdrawal'> = cryptoRefunds().map(
  ({ status, deposit, coinPlace, user, by, amount, came, address, age }, nth) => {
    const coin = cryptoCoins[coinPlace]!
    const isSent = status === 'REFUNDED'
    return {
      reference: `CW-${60_000 + COUNT + nth}`,
      user: nthPerson('users', user),
      coin: demoId('cryptoCoin', coinPlace),
      network: coin.network!,
      symbol: coin.symbol!,
      decimals: coin.decimals!,
      required_confirmations: coin.required_confirmations!,
      amount,
      fee: '0.00',
      net_amount: amount,
      network_fee: coin.network_fee!,
      coin_amount: unscaled(scaled(came) - scaled(coin.network_fee!)),
      address,
      source: 'APP',
      requested_at: daysBefore(age),
      status: isSent ? 'COMPLETED' : 'PENDING',
      rail: COIN_RAIL,
      refund_of: demoId('cryptoDeposit', deposit),
      refund_reason: 'The user asks for it back: it came too late for the offer.',
      refunded_by: nthPerson('admin', by),
      ...(isSent && {
        decided_by: nthPerson('admin', DECIDERS[0]),
        decided_at: daysBefore(age - 0.03),
        tx_hash: transactionHash(`demo refund ${nth}`),
        paid_at: daysBefore(age - SENT_AFTER),
      }),
      by: 'nobody',
      at: daysBefore(age),
    }
  },
)

export const cryptoWithdrawals: RowsOf<'cryptoWithdrawal'> = [...ofUsers, ...refunds]
