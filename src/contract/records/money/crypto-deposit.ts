import { awaitsApproval } from '../action-approval'
import { PLATFORM_CURRENCY } from '../../amounts'
import { FREE_TEXT } from '../../patterns'
import {
  amount,
  amount0,
  coin,
  cryptoAddress,
  decimal,
  integer,
  list,
  oneOf,
  reference,
  referenceNumber,
  states,
  text,
  text255,
  time,
  url,
} from '../field'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { defineRecord } from '../record'
import { APP_SOURCES, REQUEST_SOURCES } from '../request-sources'
import { PROMO_CODE } from '../rewards/bonus'
import { READER } from '../tabs'
import { COIN, COIN_NETWORKS, RATE } from './crypto-coin'
import { moneyPreview } from './money-effect'

/**
 * The rate of a deposit is locked until it expires. What comes by then and is what was asked is credited once it has its confirmations;
 * anything else waits for staff. A deposit that nobody has paid is expired from its time on.
 */
export const CRYPTO_DEPOSIT_STATUSES = {
  AWAITING_PAYMENT: 'Awaiting payment',
  CONFIRMING: 'Confirming',
  UNDERPAID: 'Underpaid',
  OVERPAID: 'Overpaid',
  LATE: 'Paid late',
  REVIEW: 'Paid, to review',
  ON_HOLD: 'On hold',
  COMPLETED: 'Credited',
  REFUNDING: 'Being refunded',
  REFUNDED: 'Refunded',
  EXPIRED: 'Expired',
  FAILED: 'Failed',
} as const
export type CryptoDepositStatus = keyof typeof CRYPTO_DEPOSIT_STATUSES
/** The parts of the list: each has several states. */
export const CRYPTO_DEPOSIT_STAGES = {
  OPEN: 'Open',
  TO_RESOLVE: 'To resolve',
  ON_HOLD: 'On hold',
  CREDITED: 'Credited',
  REFUNDS: 'Refunds',
  EXPIRED: 'Expired',
  FAILED: 'Failed',
} as const
export const CHAIN_STATES = { SEEN: 'Seen', CONFIRMED: 'Confirmed', REORGANISED: 'Gone from the chain' } as const

/** Minutes for which the rate of a new deposit is locked. */
export const LOCKED_MINUTES = 30
/** Number of unpaid deposits of one user; an app can request no more. */
export const UNPAID_MAX = 10
export const PAYMENTS_MAX = 100
const TRANSACTION_MAX = 140
const ADDRESS_MAX = 128
const TO_RESOLVE = ['UNDERPAID', 'OVERPAID', 'LATE', 'REVIEW'] as const
/** What came is credited, or goes back: whatever comes afterwards to the same address is a deposit of its own. */
export const ACCOUNTED_FOR: readonly CryptoDepositStatus[] = ['COMPLETED', 'REFUNDING', 'REFUNDED']

export const CRYPTO_DEPOSIT_REFUSAL = {
  coin: 'Choose a coin of the store of this user that takes deposits',
  account: 'This user may not deposit',
  currency: `Coins are deposited in ${PLATFORM_CURRENCY} only`,
  rate: 'This coin has no current rate. Try again in a few minutes.',
  below: (least: string) => `Deposits of this coin are at least ${least}`,
  limit: (left: string) => `This user may deposit ${left} more today`,
  unpaid: `${UNPAID_MAX} deposits of this user wait to be paid. Request more once they are paid or have expired.`,
  nothing: 'Nothing has come that could be credited.',
  confirming: 'A payment is not confirmed yet.',
  minimum: (least: string) => `Less than the coin’s minimum of ${least} has come: it cannot be credited.`,
  noRate: 'A payment has no rate, because its coin had none when it came. Refresh the coin, then recheck the deposit.',
  noAddress: 'The user has not confirmed an address in the app yet.',
  ownAddress: 'A deposit of this platform is paid to this address. Enter an address of your own wallet.',
  addressKept: 'What came is credited or sent back already: the address can no longer be changed.',
  nothingToRefund: 'Nothing has come that could be sent back.',
  network: (fee: string) => `The network fee of ${fee} leaves nothing of what came.`,
} as const

/** What came to the address of a deposit, one item for each payment. */
export const paymentFields = {
  /** Its hash, and which of its outputs it is: 'a1b2…:0'. */
  transaction: text('Transaction', FREE_TEXT, TRANSACTION_MAX, { required: true }),
  explorer: url('On the chain', { required: true }),
  coin_amount: text('Amount', FREE_TEXT, 64, { required: true }),
  rate: decimal('Rate', RATE, { unit: PLATFORM_CURRENCY }),
  amount: amount0('Worth'),
  /** Up to those that are required. */
  confirmations: integer('Confirmations', { max: 999 }, { required: true }),
  state: oneOf('State', CHAIN_STATES, { required: true }),
  seen_at: time('Seen', { required: true }),
} as const

const kept = { write: 'never', required: true } as const
const update = { needs: 'update', movesMoney: true, success: 'Successfully Updated' } as const
const stage = <L extends string, S extends keyof typeof CRYPTO_DEPOSIT_STAGES>(label: L, value: S) =>
  ({ label, equal: { stage: value } }) as const
const reason = text255('Reason', { required: true })

/** Deposits of coins (money, /deposit/crypto-deposit). */
export const cryptoDeposit = defineRecord({
  name: 'cryptoDeposit',
  base: 'admin-deposit',
  subject: 'CryptoDeposits',
  noun: ['deposit', 'deposits'],
  namedBy: ['reference'],
  origin: { past: 'requested the deposit' },
  posts: { source: 'crypto_deposit' },
  events: {
    address: 'assigned an address',
    refuse: 'refused by the wallet service',
    pay: 'paid by the user',
    settle: 'settled by its payments',
    credit: 'credited by itself',
    lose: 'left by a payment that is gone from the chain',
    confirmAddress: 'confirmed an address to send it back to',
    refunded: 'refunded',
    unrefunded: 'left without a refund: staff resolve it again',
  },
  reads: 'paged',
  feeds: { users: 'user' },
  appBase: 'crypto-deposit',
  appCalls: {
    request: {
      path: 'crypto-deposit',
      conditional: true,
      movesMoney: true,
      summary:
        "Requests the deposit of a coin for a user of the key's store. Its rate is locked; its address is there a moment later: read it by its id.",
      asks: {
        user: reference('User', 'users', { required: true }),
        coin: reference('Coin', 'cryptoCoin', { required: true }),
        amount_asked: amount('Amount', {
          required: true,
          hint: 'Of money: what is paid in the coin follows from its rate',
        }),
        promo_code: text('Promo code', PROMO_CODE, 16),
        source: oneOf('Source', APP_SOURCES, { required: true }),
      },
    },
    confirmAddress: {
      path: 'crypto-deposit/:id/refund-address',
      of: 'deposit',
      conditional: true,
      movesMoney: true,
      summary:
        'Tells the address to which a deposit is sent back if it is not credited, once its user has confirmed it. Another one replaces it until the deposit is credited or its refund is asked for.',
      asks: {
        deposit: reference('Deposit', 'cryptoDeposit', { required: true }),
        address: text('Address', FREE_TEXT, ADDRESS_MAX, { required: true, hint: 'Of the network of the coin' }),
      },
    },
  },
  paths: [
    { equal: [], order: 'requested_at' },
    { equal: ['stage'], order: 'requested_at' },
    { equal: ['status'], order: 'requested_at' },
    { equal: ['user'], order: 'requested_at' },
    { equal: ['coin'], order: 'requested_at' },
    { equal: ['stage', 'coin'], order: 'requested_at' },
    { equal: ['stage', 'user'], order: 'requested_at' },
  ],
  queue: {
    waits: TO_RESOLVE,
    onHold: ['ON_HOLD'],
    tab: 'to_resolve',
    since: 'resolve_from',
    claim: { is: 'needed' },
    decisions: {
      credit: { kind: 'approve', key: 'A' },
      hold: { kind: 'hold', key: 'H' },
      refund: { kind: 'reject', key: 'R' },
    },
  },
  tabs: {
    open: stage('Open', 'OPEN'),
    to_resolve: stage('To resolve', 'TO_RESOLVE'),
    mine: { label: 'Mine', equal: { stage: 'TO_RESOLVE' }, only: { claimed_by: { is: [READER] } } },
    on_hold: stage('On hold', 'ON_HOLD'),
    credited: stage('Credited', 'CREDITED'),
    refunds: stage('Refunds', 'REFUNDS'),
    expired: stage('Expired', 'EXPIRED'),
    failed: stage('Failed', 'FAILED'),
  },
  sums: { amount: 'Received' },
  fields: {
    reference: referenceNumber('CD'),
    user: reference('User', 'users', { ...kept, search: true, filter: true }),
    coin: reference('Coin', 'cryptoCoin', { ...kept, filter: true, public: true }),
    network: oneOf('Network', COIN_NETWORKS, { ...kept, public: true }),
    /** Of the coin, as they were when the deposit was requested. */
    symbol: text('Symbol', FREE_TEXT, 10, { ...kept, public: true }),
    decimals: integer('Decimals', { min: 0, max: 18 }, kept),
    required_confirmations: integer('Required confirmations', { min: 1, max: 999 }, { ...kept, public: true }),
    address: cryptoAddress('Address', 'network', { write: 'never', search: true, public: true }),
    /** Null where something came that nobody had asked for. */
    amount_asked: amount('Asked', { write: 'never', public: true }),
    coin_asked: coin('To pay', COIN, { write: 'never', public: true }),
    rate: decimal('Locked rate', RATE, { write: 'never', unit: PLATFORM_CURRENCY, public: true }),
    rate_at: time('Rate of', { write: 'never' }),
    expires_at: time('Expires', { ...kept, public: true }),
    coin_amount: coin('Received', COIN, { write: 'never', public: true }),
    /** What came, at the rates of its payments; null where nothing came, or a payment has no rate. */
    amount: amount0('Amount', { write: 'never', public: true }),
    /** '2 of 12'; of several payments that of the youngest. */
    confirmations: text('Confirmations', FREE_TEXT, 32, { derived: true, public: true }),
    payments: list('Payments', paymentFields, { one: 'payment', most: PAYMENTS_MAX }, { derived: true }),
    requested_at: time('Requested', { ...kept, filter: true, public: true }),
    status: states(
      'Status',
      CRYPTO_DEPOSIT_STATUSES,
      {
        AWAITING_PAYMENT: ['CONFIRMING', 'COMPLETED', ...TO_RESOLVE, 'FAILED'],
        CONFIRMING: ['AWAITING_PAYMENT', 'COMPLETED', ...TO_RESOLVE, 'FAILED'],
        UNDERPAID: [
          'AWAITING_PAYMENT',
          'CONFIRMING',
          'COMPLETED',
          'ON_HOLD',
          'REFUNDING',
          'OVERPAID',
          'LATE',
          'REVIEW',
          'FAILED',
        ],
        OVERPAID: [
          'AWAITING_PAYMENT',
          'CONFIRMING',
          'COMPLETED',
          'ON_HOLD',
          'REFUNDING',
          'UNDERPAID',
          'LATE',
          'REVIEW',
          'FAILED',
        ],
        LATE: [
          'AWAITING_PAYMENT',
          'CONFIRMING',
          'COMPLETED',
          'ON_HOLD',
          'REFUNDING',
          'UNDERPAID',
          'OVERPAID',
          'REVIEW',
          'FAILED',
        ],
        REVIEW: [
          'AWAITING_PAYMENT',
          'CONFIRMING',
          'COMPLETED',
          'ON_HOLD',
          'REFUNDING',
          'UNDERPAID',
          'OVERPAID',
          'LATE',
          'FAILED',
        ],
        ON_HOLD: ['AWAITING_PAYMENT', 'CONFIRMING', ...TO_RESOLVE, 'FAILED'],
        FAILED: ['AWAITING_PAYMENT', 'CONFIRMING', ...TO_RESOLVE],
        REFUNDING: ['AWAITING_PAYMENT', 'CONFIRMING', 'REVIEW', 'REFUNDED'],
      },
      { ...kept, filter: true, initial: 'AWAITING_PAYMENT', public: true, computed: { EXPIRED: ['AWAITING_PAYMENT'] } },
    ),
    stage: oneOf('Stage', CRYPTO_DEPOSIT_STAGES, {
      ...kept,
      filter: true,
      initial: 'OPEN',
      computed: { EXPIRED: ['OPEN'] },
    }),
    awaits_approval: awaitsApproval,
    /** Why it is not credited by itself, or why it failed. */
    finding: text255('Why', { write: 'never' }),
    hold_reason: text255('Why it is on hold', { write: 'never' }),
    /** Since when staff have to resolve it. */
    resolve_from: time('To resolve since', { write: 'never' }),
    promo_code: text('Promo code', PROMO_CODE, 16, { write: 'never' }),
    source: oneOf('Source', REQUEST_SOURCES, { ...kept, initial: 'APP' }),
    /** Name of the wallet service that gave the address. */
    rail: text('Wallet service', RAIL_NAME, RAIL_NAME_MAX, kept),
    /** Where the user wants it back, if it is not credited. */
    refund_address: cryptoAddress('Address for a refund', 'network', { write: 'never', public: true }),
    refund_address_at: time('Confirmed by the user', { write: 'never' }),
    /** The last withdrawal that sends it back, or was to. */
    refund: reference('Refund', 'cryptoWithdrawal', { derived: true }),
    refund_fee: coin('Network fee', COIN, { derived: true, public: true }),
    refund_amount: coin('Sent back', COIN, { derived: true, public: true }),
    refund_hash: text('Transaction of the refund', FREE_TEXT, ADDRESS_MAX, { derived: true, public: true }),
    credited_at: time('Credited', { write: 'never', public: true }),
    /** What the deposit gave, and why; or why nothing. */
    bonus: text255('Deposit bonus', { write: 'never' }),
    decided_by: reference('Decided by', 'admin', { write: 'never' }),
    decided_at: time('Decided', { write: 'never' }),
  },
  actions: {
    credit: {
      ...update,
      label: 'Credit…',
      from: { field: 'status', values: TO_RESOLVE, otherwise: 'Only a deposit that waits for staff can be credited.' },
      sets: { status: 'COMPLETED' },
      approval: {
        policy: 'DEPOSIT',
        type: 'crypto_deposit',
        about: 'user',
        amount: ['amount'],
        title: 'Credit the deposit {reference}: {user}',
        details: ['came', 'asked', 'rates', 'finding', 'network', 'address'],
      },
      preview: moneyPreview([], 'Credit {amount}', ['finding', 'bonus']),
      question: 'Credit what came of',
      effect:
        'The user has the money at once: what came, at the rates of its payments. Above your limit other people must approve it first.',
      gerund: 'Crediting',
      participle: 'credited, or sent for approval',
      past: 'credited the deposit',
    },
    hold: {
      ...update,
      label: 'Hold…',
      from: {
        field: 'status',
        values: TO_RESOLVE,
        otherwise: 'Only a deposit that waits for staff can be put on hold.',
      },
      sets: { status: 'ON_HOLD' },
      asks: { reason },
      question: 'Put on hold',
      effect: 'It is not credited until somebody resumes it. Further payments to its address are kept.',
      gerund: 'Putting on hold',
      participle: 'put on hold',
      past: 'put the deposit on hold',
    },
    refund: {
      ...update,
      label: 'Refund…',
      from: { field: 'status', values: TO_RESOLVE, otherwise: 'Only a deposit that waits for staff can be refunded.' },
      sets: { status: 'REFUNDING' },
      asks: { reason },
      preview: moneyPreview(
        [],
        'Refund {amount}',
        ['coin_amount', 'refund_fee', 'refund_amount', 'network', 'refund_address'],
        'A withdrawal is opened. Nothing is sent before somebody else has approved it.',
      ),
      question: 'Refund',
      effect:
        'What came goes back to the address that the user confirmed, without the network fee. Somebody else must approve the withdrawal before it is sent.',
      gerund: 'Refunding',
      participle: 'handed over to withdrawals',
      past: 'started the refund of the deposit',
    },
    resume: {
      ...update,
      label: 'Resume',
      from: { field: 'status', values: ['ON_HOLD'] },
      sets: { hold_reason: null },
      asks: { reason },
      question: 'Resume',
      effect: 'It is in the queue again. It is not credited by itself any more.',
      gerund: 'Resuming',
      participle: 'resumed',
    },
    recheck: {
      ...update,
      elsewhere: true,
      label: 'Recheck',
      from: {
        field: 'status',
        values: ['AWAITING_PAYMENT', 'EXPIRED', 'CONFIRMING', ...TO_RESOLVE, 'ON_HOLD', 'FAILED'],
        otherwise: 'This deposit is credited or refunded.',
      },
      question: 'Ask the wallet service about',
      effect: 'The wallet service says what was paid to the address. What it says counts like its own reports.',
      gerund: 'Asking the wallet service about',
      participle: 'asked about at the wallet service',
      past: 'asked the wallet service about the deposit',
      success: 'The wallet service is asked now',
    },
  },
})
