/** Withdrawals that are paid in coins (money, /withdrawal/crypto-withdrawal). */
import { PLATFORM_CURRENCY } from '../../amounts'
import { FREE_TEXT } from '../../patterns'
import {
  amount,
  coin,
  cryptoAddress,
  decimal,
  integer,
  list,
  oneOf,
  reference,
  referenceNumber,
  text,
  text255,
  time,
  url,
} from '../field'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { defineRecord } from '../record'
import { APP_SOURCES } from '../request-sources'
import { COIN, COIN_NETWORKS, RATE } from './crypto-coin'
import { paymentFields, PAYMENTS_MAX } from './crypto-deposit'
import { railAttempts } from './rail-attempts'
import {
  amountFields,
  decisionFields,
  deskFields,
  paidBy,
  paymentActions,
  requestFields,
  withdrawalActions,
  withdrawalEvents,
  withdrawalPaths,
  withdrawalQueue,
  withdrawalTabs,
} from './withdrawal'

const HASH_MAX = 128

export const CRYPTO_WITHDRAWAL_REFUSAL = {
  coin: 'Choose a coin of the store of this user that pays withdrawals',
  currency: `Coins are withdrawn in ${PLATFORM_CURRENCY} only`,
  rate: 'This coin has no current rate. Try again in a few minutes.',
  below: (least: string) => `Withdrawals of this coin are at least ${least}`,
  above: (most: string) => `Withdrawals of this coin are at most ${most}`,
  network: (fee: string) => `The network fee of ${fee} leaves nothing of this amount`,
} as const

const kept = { write: 'never', required: true } as const
/** How much of the coin leaves, in the order of the calculation: at the rate of this moment, or at the one that is locked. */
const SENDS = ['fee', 'net_amount', 'rate_now', 'rate', 'network_fee', 'estimate', 'coin_amount'] as const
const WORDS = {
  approval: 'crypto_withdrawal',
  outcome: 'crypto_withdrawal_outcome',
  payout: ['refund_of', 'refund_reason', ...SENDS, 'coin', 'network', 'address'],
  facts: [...SENDS, 'network', 'address'],
  approve:
    'The wallet service sends the coins, at the rate of this moment or, of a refund, those that came: what is sent cannot be taken back. Above your limit other people must approve it first.',
  returned: 'The user has the money again at once; of a refund, the deposit waits for staff again. The user',
  // Whoever starts the refund of a deposit adds the withdrawal.
  notBy: ['create'],
} as const

/**
 * The rate is locked when a withdrawal is approved: the coins of its amount without the fees are sent by the wallet service of the coin. It is
 * paid once the transaction has its confirmations.
 */
export const cryptoWithdrawal = defineRecord({
  name: 'cryptoWithdrawal',
  base: 'admin-withdrawal',
  subject: 'CryptoWithdrawals',
  noun: ['withdrawal', 'withdrawals'],
  namedBy: ['reference'],
  origin: { past: 'requested the withdrawal' },
  posts: { source: 'crypto_withdrawal' },
  events: { ...withdrawalEvents, broadcast: 'sent to the network by the wallet service' },
  reads: 'paged',
  feeds: { users: 'user' },
  appBase: 'withdrawal',
  appCalls: {
    request: {
      path: 'withdrawal',
      conditional: true,
      movesMoney: true,
      summary:
        "Requests a withdrawal in a coin for a user of the key's store. Its amount is locked at once; the rate is that of the approval.",
      asks: {
        user: reference('User', 'users', { required: true }),
        coin: reference('Coin', 'cryptoCoin', { required: true }),
        amount: amount('Amount', {
          required: true,
          hint: 'Of money: what is sent follows from the rate of the approval, without the fees',
        }),
        address: text('Address', FREE_TEXT, HASH_MAX, { required: true, hint: 'Of the network of the coin' }),
        source: oneOf('Source', APP_SOURCES, { required: true }),
      },
    },
    cancel: {
      path: 'withdrawal/:id/cancel',
      of: 'withdrawal',
      conditional: true,
      movesMoney: true,
      summary: 'Cancels a withdrawal that nobody has decided, for its user. Its amount is available again.',
      asks: { withdrawal: reference('Withdrawal', 'cryptoWithdrawal', { required: true }) },
    },
  },
  paths: withdrawalPaths('coin'),
  bulk: ['claim', 'release', 'reject'],
  queue: withdrawalQueue,
  tabs: withdrawalTabs,
  sums: { amount: 'Amount', fee: 'Fees' },
  fields: {
    reference: referenceNumber('CW'),
    user: reference('User', 'users', { ...kept, search: true, filter: true }),
    coin: reference('Coin', 'cryptoCoin', { ...kept, filter: true, public: true }),
    network: oneOf('Network', COIN_NETWORKS, { ...kept, public: true }),
    /** Of the coin, as they were when the withdrawal was requested. */
    symbol: text('Symbol', FREE_TEXT, 10, { ...kept, public: true }),
    decimals: integer('Decimals', { min: 0, max: 18 }, kept),
    required_confirmations: integer('Required confirmations', { min: 1, max: 999 }, { ...kept, public: true }),
    ...amountFields,
    network_fee: coin('Network fee', COIN, { ...kept, public: true }),
    address: cryptoAddress('Address', 'network', { ...kept, search: true, public: true }),
    /** Null once the rate is locked, and where the coin has none. */
    rate_now: decimal('Rate now', RATE, { derived: true, unit: PLATFORM_CURRENCY }),
    /** What is sent at the rate of this moment, without the network fee; null once the rate is locked, and where the coin has none. */
    estimate: coin('Sends about', COIN, { derived: true }),
    coin_amount: coin('Sends', COIN, { write: 'never', public: true }),
    rate: decimal('Locked rate', RATE, { write: 'never', unit: PLATFORM_CURRENCY, public: true }),
    rate_at: time('Rate of', { write: 'never' }),
    ...requestFields,
    ...deskFields,
    ...decisionFields,
    /** Name of the wallet service that sends it. */
    rail: text('Wallet service', RAIL_NAME, RAIL_NAME_MAX, kept),
    paid_by: paidBy,
    attempts: railAttempts(),
    tx_hash: text('Transaction', FREE_TEXT, HASH_MAX, { write: 'never', search: true, public: true }),
    explorer: url('On the chain', { derived: true }),
    /** '2 of 12'; null until the network has it. */
    confirmations: text('Confirmations', FREE_TEXT, 32, { derived: true, public: true }),
    paid_at: time('Paid', { write: 'never', public: true }),
    /** The deposit that it sends back: its money was never the user's, and no limit and no total counts it. */
    refund_of: reference('Refund of', 'cryptoDeposit', { write: 'never', public: true }),
    refund_reason: text255('Why it is refunded', { write: 'never' }),
    refunded_by: reference('Refund started by', 'admin', { write: 'never' }),
    /** Of the deposit that it sends back. */
    payments: list('What came in', paymentFields, { one: 'payment', most: PAYMENTS_MAX }, { derived: true }),
  },
  actions: { ...withdrawalActions(WORDS), ...paymentActions(WORDS) },
})
