/** Deposits of coins (money, /deposit/crypto-deposit). */
import { cryptoDeposit } from '@contract/records/money/crypto-deposit'
import { recordResource } from '../record-resource'
import { CHAIN_PILLS } from './rail-pills'

export const resource = recordResource(cryptoDeposit, {
  slug: 'crypto-deposit',
  route: '/deposit/crypto-deposit',
  empty: { title: 'No deposits yet', text: 'Deposits of coins that users request appear here.' },
  columns: [
    'reference',
    'user',
    'coin',
    'network',
    'coin_amount',
    'amount',
    'confirmations',
    'requested_at',
    'waiting',
    'status',
  ],
  told: 'user',
  titles: { coin_amount: 'Received' },
  widths: {
    reference: 112,
    user: 126,
    coin: 124,
    network: 128,
    coin_amount: 140,
    amount: 116,
    confirmations: 112,
    requested_at: 140,
    waiting: 80,
    status: 150,
    claimed_by: 100,
    refund: 112,
    refund_address: 180,
  },
  pills: {
    status: {
      AWAITING_PAYMENT: ['neutral', 'clock'],
      CONFIRMING: ['info', 'loader'],
      UNDERPAID: ['warning', 'triangle-alert'],
      OVERPAID: ['warning', 'triangle-alert'],
      LATE: ['warning', 'clock'],
      REVIEW: ['violet', 'circle-help'],
      ON_HOLD: ['warning', 'circle-pause'],
      COMPLETED: ['success', 'circle-check'],
      REFUNDING: ['info', 'undo-2'],
      REFUNDED: ['neutral', 'undo-2'],
      EXPIRED: ['neutral', 'circle-slash'],
      FAILED: ['danger', 'circle-x'],
    },
    'payments.state': CHAIN_PILLS,
  },
  identifiers: ['refund_hash'],
  // The status says it; the amounts of the coin have its symbol and its places.
  without: ['stage', 'symbol', 'decimals', 'required_confirmations'],
  page: {
    figures: ['user', 'amount', 'coin_amount', 'confirmations', 'waiting'],
    lead: ['credit', 'refund', 'hold', 'resume', 'recheck'],
    sections: [
      { title: 'Why it waits', fields: ['finding', 'hold_reason', 'awaits_approval'] },
      { title: 'Payments', fields: ['payments'] },
      {
        title: 'Refund',
        fields: ['refund_address', 'refund_address_at', 'refund', 'refund_fee', 'refund_amount', 'refund_hash'],
      },
      {
        title: 'What was asked',
        fields: ['amount_asked', 'coin_asked', 'rate', 'rate_at', 'expires_at', 'requested_at', 'source', 'promo_code'],
      },
      { title: 'Address', fields: ['coin', 'network', 'address', 'rail'] },
      { title: 'Decision', fields: ['credited_at', 'bonus', 'decided_by', 'decided_at', 'resolve_from'] },
    ],
    states: ['status'],
  },
  icons: { credit: 'user-check', refund: 'undo', hold: 'pause', resume: 'play', recheck: 'globe' },
})
