/** Withdrawals that are paid in coins (money, /withdrawal/crypto-withdrawal). */
import { cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { recordResource } from '../record-resource'
import { CHAIN_PILLS } from './rail-pills'
import { WITHDRAWAL_CHECK_LIST, WITHDRAWAL_ICONS, WITHDRAWAL_PILLS, WITHDRAWAL_SECTIONS } from './withdrawal'

export const resource = recordResource(cryptoWithdrawal, {
  slug: 'crypto-withdrawal',
  route: '/withdrawal/crypto-withdrawal',
  empty: { title: 'No withdrawals yet', text: 'Withdrawals in coins that users request appear here.' },
  columns: ['reference', 'user', 'amount', 'coin', 'network', 'warnings', 'status', 'waiting', 'sla_state'],
  widths: {
    reference: 108,
    user: 132,
    coin: 124,
    network: 128,
    amount: 122,
    fee: 84,
    net_amount: 130,
    coin_amount: 150,
    estimate: 150,
    address: 180,
    confirmations: 112,
    warnings: 150,
    level: 90,
    requested_at: 140,
    waiting: 84,
    sla_state: 96,
    status: 148,
    claimed_by: 100,
  },
  pills: { ...WITHDRAWAL_PILLS, 'payments.state': CHAIN_PILLS },
  checks: WITHDRAWAL_CHECK_LIST,
  identifiers: ['tx_hash'],
  // The warnings say it, with their reasons; the amounts of the coin have its symbol and its places.
  without: ['has_warning', 'awaits_approval', 'check_state', 'symbol', 'decimals', 'required_confirmations', 'rail'],
  page: {
    figures: ['user', 'amount', 'estimate', 'coin_amount', 'withdrawable', 'waiting'],
    lead: ['approve', 'resolve', 'payAgain', 'resume', 'hold', 'reject'],
    sections: [
      { title: 'Checks', fields: ['checks'] },
      { title: 'Refund', fields: ['refund_of', 'refund_reason', 'refunded_by', 'payments'] },
      // In the order of the calculation: what is sent is a key figure.
      { title: 'What is sent', fields: ['fee', 'net_amount', 'rate_now', 'rate', 'rate_at', 'network_fee'] },
      { title: 'Where to', fields: ['coin', 'network', 'address', 'paid_by'] },
      { title: 'Transaction', fields: ['tx_hash', 'explorer', 'confirmations', 'paid_at'] },
      { title: 'Withdrawal', fields: ['source', 'requested_at'] },
      ...WITHDRAWAL_SECTIONS,
    ],
    states: ['status'],
    omits: ['warnings'],
  },
  icons: WITHDRAWAL_ICONS,
})
