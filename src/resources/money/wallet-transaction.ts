/** What happened in the accounts of users (screens.md, /transaction-record; ledger, Reading). */
import { discrepancy } from '@contract/records/money/discrepancy'
import { walletTransaction } from '@contract/records/money/wallet-transaction'
import { recordResource } from '../record-resource'

export const resource = recordResource(walletTransaction, {
  slug: 'transaction-record',
  route: '/transaction-record',
  empty: { title: 'No transactions yet', text: 'Each movement of a user’s money appears here.' },
  columns: [
    'at',
    'user',
    'type',
    'direction',
    'wallet',
    'amount',
    'balance_before',
    'balance_after',
    'status',
    'reason',
  ],
  widths: {
    reference: 96,
    at: 158,
    user: 120,
    type: 116,
    direction: 72,
    wallet: 72,
    amount: 128,
    balance_before: 128,
    balance_after: 128,
    status: 112,
    actor_type: 72,
    staff: 110,
    reason: 220,
  },
  pills: {
    status: {
      PENDING: ['warning', 'clock'],
      COMPLETED: ['success', 'circle-check'],
      REVERSED: ['neutral', 'undo-2'],
    },
  },
  without: ['Creator'],
  notices: [
    {
      record: discrepancy,
      route: '/transaction-record/discrepancies',
      tab: 'open',
      text: 'A rail tells something else of a payment than the platform has.',
    },
  ],
  page: {
    figures: ['user', 'amount', 'balance_before', 'balance_after', 'at'],
    sections: [
      { title: 'Movement', fields: ['type', 'direction', 'wallet', 'reason'] },
      { title: 'Made by', fields: ['actor_type', 'staff'] },
    ],
    states: ['status'],
  },
})
