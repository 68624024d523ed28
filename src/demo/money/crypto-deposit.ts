/** Crypto deposits of the last weeks: most were credited by themselves, the newest are still paid, and some wait for staff. */
import { coinFor, worthOf } from '@contract/records/money/coin-amount'
import { LOCKED_MINUTES, type CryptoDepositStatus } from '@contract/records/money/crypto-deposit'
import { addressFor, transactionHash } from './coin-addresses'
import { COIN_PRICES, COIN_RAIL, coinUser } from './coin-market'
import { cryptoCoins } from './crypto-coin'
import { daysAfter, daysBefore, demoId, nthPerson, type RowsOf } from '../rows'

const COUNT = 96
/** From the newest one on. */
const NEWEST: readonly CryptoDepositStatus[] = [
  'AWAITING_PAYMENT',
  'AWAITING_PAYMENT',
  'CONFIRMING',
  'AWAITING_PAYMENT',
  'CONFIRMING',
  'UNDERPAID',
  'CONFIRMING',
  'OVERPAID',
  'LATE',
  'CONFIRMING',
  'REVIEW',
  'LATE',
  'UNDERPAID',
  'CONFIRMING',
  'ON_HOLD',
  'OVERPAID',
  'UNDERPAID',
  'LATE',
  'REVIEW',
  'ON_HOLD',
  'REFUNDING',
]
/** Places of those that wait for staff, and whose users want them back. */
const WANTED_BACK: readonly number[] = [11, 15, 18]
/** Place of the one that was sent back, in place of one that nobody paid. */
const REFUNDED_PLACE = 29
const OLDER: readonly CryptoDepositStatus[] = [
  'COMPLETED',
  'COMPLETED',
  'AWAITING_PAYMENT',
  'COMPLETED',
  'COMPLETED',
  'COMPLETED',
  'FAILED',
  'COMPLETED',
  'COMPLETED',
]
/** Places of the coins that take deposits: of the own store, and of the partner's. */
const OWN_COINS = [0, 4, 3, 1, 6, 2, 4, 5] as const
const PARTNER_COIN = cryptoCoins.length - 1
const FINDINGS: Readonly<Partial<Record<CryptoDepositStatus, string>>> = {
  LATE: 'Paid 12 min after its time: the rate was no longer locked.',
  REVIEW: 'A person had put it on hold.',
  ON_HOLD: 'Paid 12 min after its time: the rate was no longer locked.',
  REFUNDING: 'Paid 12 min after its time: the rate was no longer locked.',
  REFUNDED: 'Paid 12 min after its time: the rate was no longer locked.',
}
/** Share of what was asked that came, in hundredths; by the state. */
const CAME: Readonly<Partial<Record<CryptoDepositStatus, bigint>>> = { UNDERPAID: 80n, OVERPAID: 115n }
const MINUTE = 1 / 1440

const ageOf = (place: number) =>
  place < 5 ? (2 + place * 4) * MINUTE : place < NEWEST.length ? place * 0.06 : 1 + place * 0.4
const amountAt = (index: number) => `${40 + ((index * index * 13 + index * 7) % 23) * (index % 9 === 4 ? 60 : 10)}.00`

function described(index: number) {
  const place = COUNT - 1 - index
  const status = place === REFUNDED_PLACE ? 'REFUNDED' : (NEWEST[place] ?? OLDER[place % OLDER.length]!)
  const isPartner = index % 13 === 6 && place >= NEWEST.length
  const coinPlace = isPartner ? PARTNER_COIN : OWN_COINS[index % OWN_COINS.length]!
  const coin = cryptoCoins[coinPlace]!
  const rate = coin.fixed_rate ?? COIN_PRICES[coin.symbol!]!
  const asked = amountAt(index)
  const coin_asked = coinFor(asked, rate, coin.decimals!)
  // Below every coin's minimum.
  const came =
    status === 'FAILED'
      ? coinFor('3.00', rate, coin.decimals!)
      : coinFor(shareOf(asked, CAME[status] ?? 100n), rate, coin.decimals!)
  return { place, status, isPartner, coinPlace, coin, rate, asked, coin_asked, came, age: ageOf(place) }
}
const shareOf = (amount: string, percent: bigint) => {
  const hundredths = (BigInt(amount.replace('.', '')) * percent) / 100n
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** @param days before the demo begins; below 0: after it */
const at = (days: number) => (days < 0 ? daysAfter(-days) : daysBefore(days))

const hasPayment = (status: CryptoDepositStatus) => status !== 'AWAITING_PAYMENT'
const isLate = (status: CryptoDepositStatus) => ['LATE', 'ON_HOLD', 'REFUNDING', 'REFUNDED'].includes(status)
/** Minutes after the request. */
const paidAfter = (status: CryptoDepositStatus) => (isLate(status) ? LOCKED_MINUTES + 12 : 2)

export interface DemoPayment {
  /** Number of the deposit, from 0. */
  deposit: number
  network: string
  symbol: string
  hash: string
  output: number
  amount: string
  is_late: boolean
  rate: string
  worth: string
  confirmations: number
  /** Days before the demo begins. */
  age: number
}
/** The payments of each deposit. Every seventh one came in two. */
export const cryptoPayments = (): DemoPayment[] =>
  Array.from({ length: COUNT }, (_, index) => index).flatMap((index): DemoPayment[] => {
    const { status, coin, came, rate, age } = described(index)
    if (!hasPayment(status)) return []
    const half = coinFor(worthOf(came, rate), String(BigInt(2)), coin.decimals!)
    const isSplit = index % 7 === 3 && rate === '1'
    const parts = isSplit ? [half, half] : [came]
    return parts.map((amount, output) => ({
      deposit: index,
      network: coin.network!,
      symbol: coin.symbol!,
      hash: transactionHash(`demo ${index} ${output}`),
      output: 0,
      amount,
      is_late: isLate(status),
      rate,
      worth: worthOf(amount, rate),
      confirmations: status === 'CONFIRMING' ? index % 2 : coin.required_confirmations! + 40,
      age: age - paidAfter(status) * MINUTE,
    }))
  })
const worthAt = (index: number) => {
  const hundredths = cryptoPayments()
    .filter(({ deposit }) => deposit === index)
    .reduce((sum, { worth }) => sum + BigInt(worth.replace('.', '')), 0n)
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Number of the user whose referral waits for their first deposits: they make none. */
const REFERRED = 31
const userOf = (index: number) => {
  const number = 30 + ((index * 11) % 70)
  return coinUser(number === REFERRED ? number + 1 : number)
}

/** Numbers of the members of staff who started the refunds. */
const REFUNDERS = { REFUNDING: 5, REFUNDED: 2 } as const
/** A deposit that is sent back, or was: what its withdrawal needs of it. */
export interface DemoRefund {
  status: keyof typeof REFUNDERS
  deposit: number
  coinPlace: number
  user: number
  /** Number of the member of staff who started it. */
  by: number
  amount: string
  came: string
  address: string
  /** Days before the demo begins. */
  age: number
}
function refundAt(index: number): DemoRefund | null {
  const { status, coinPlace, coin, came, age } = described(index)
  if (status !== 'REFUNDING' && status !== 'REFUNDED') return null
  return {
    status,
    deposit: index,
    coinPlace,
    user: userOf(index),
    by: REFUNDERS[status],
    amount: worthAt(index),
    came,
    address: addressFor(coin.network!, `refund ${index}`)!,
    age: age - REFUND_AFTER,
  }
}
/** Days after the request of a deposit. */
const REFUND_AFTER = 1
/** The oldest one first. */
export const cryptoRefunds = (): DemoRefund[] =>
  Array.from({ length: COUNT }, (_, index) => refundAt(index)).flatMap((refund) => refund ?? [])

export const cryptoDeposits: RowsOf<'cryptoDeposit'> = Array.from({ length: COUNT }, (_, index) => {
  const { place, status, isPartner, coinPlace, coin, rate, asked, coin_asked, came, age } = described(index)
  const reference = `CD-${50_000 + index}`
  const isPaid = hasPayment(status)
  const refund = refundAt(index)
  const settled = at(age - (paidAfter(status) + 6) * MINUTE)
  const versus = `${came} ${coin.symbol} of ${coin_asked} ${coin.symbol} has come.`
  const short = `Less than the coin’s minimum of ${coin.min_deposit} ${coin.symbol} has come: it is kept, and not credited.`
  const finding = status === 'FAILED' ? short : CAME[status] ? versus : (FINDINGS[status] ?? null)
  return {
    reference,
    user: nthPerson('users', userOf(index)),
    coin: demoId('cryptoCoin', coinPlace),
    network: coin.network!,
    symbol: coin.symbol!,
    decimals: coin.decimals!,
    required_confirmations: coin.required_confirmations!,
    address: addressFor(coin.network!, reference),
    amount_asked: asked,
    coin_asked,
    rate,
    rate_at: daysBefore(age),
    expires_at: at(age - LOCKED_MINUTES * MINUTE),
    coin_amount: isPaid ? came : null,
    amount: isPaid ? worthAt(index) : null,
    requested_at: daysBefore(age),
    status,
    finding,
    ...(status === 'ON_HOLD' && {
      hold_reason: 'The user is asked where the coins come from',
      decided_by: nthPerson('admin', 5),
      decided_at: settled,
    }),
    ...((CAME[status] || FINDINGS[status]) && { resolve_from: settled }),
    ...(WANTED_BACK.includes(place) && {
      refund_address: addressFor(coin.network!, `refund ${index}`),
      refund_address_at: at(age - 90 * MINUTE),
    }),
    ...(refund && {
      refund_address: refund.address,
      refund_address_at: at(refund.age + 90 * MINUTE),
      decided_by: nthPerson('admin', refund.by),
      decided_at: at(refund.age),
    }),
    ...(status === 'COMPLETED' && { credited_at: settled }),
    source: index % 4 === 3 ? ('TELEGRAM' as const) : ('APP' as const),
    rail: COIN_RAIL,
    by: 'nobody',
    at: daysBefore(age),
    ...(isPartner && { of: 'partner' as const }),
  }
})
