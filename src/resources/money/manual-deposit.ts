/** Deposits that users made outside the platform (money, /deposit/manual-deposit). */
import { manualDeposit } from '@contract/records/money/manual-deposit'
import { recordResource } from '../record-resource'

export const resource = recordResource(manualDeposit, {
  slug: 'manual-deposit',
  route: '/deposit/manual-deposit',
  empty: { title: 'No deposits yet', text: 'Deposits that users make outside the platform appear here.' },
  columns: ['reference', 'user', 'payment_method', 'amount', 'sent_at', 'waiting', 'status', 'claimed_by'],
  widths: {
    reference: 112,
    user: 130,
    payment_method: 116,
    payer_name: 136,
    amount: 150,
    fee: 84,
    net_amount: 150,
    external_ref: 130,
    sent_at: 140,
    waiting: 80,
    status: 116,
    claimed_by: 100,
    level: 90,
    returned: 130,
  },
  pills: {
    status: {
      PENDING: ['warning', 'clock'],
      IN_REVIEW: ['warning', 'user-check'],
      COMPLETED: ['success', 'circle-check'],
      REJECTED: ['danger', 'circle-x'],
      EXPIRED: ['neutral', 'circle-slash'],
      REVERSED: ['neutral', 'undo-2'],
    },
    hints: {
      NAME_MATCHES: ['success', 'circle-check'],
      NAME_DIFFERS: ['warning', 'triangle-alert'],
      SAME_REFERENCE: ['danger', 'shield-alert'],
      SAME_IMAGE: ['danger', 'shield-alert'],
      NO_PROOF: ['warning', 'triangle-alert'],
      BY_STAFF: ['warning', 'triangle-alert'],
      ABOVE_LIMIT: ['danger', 'shield-alert'],
      NOT_ALLOWED: ['danger', 'user-x'],
    },
    returned: { DUE: ['warning', 'clock'], SENT: ['neutral', 'circle-check'] },
  },
  // The hints say it, with the reason; the preview says the bonus.
  without: ['needs_two', 'bonus_state'],
  page: {
    figures: ['user', 'amount', 'waiting'],
    lead: ['approve', 'correct', 'reject', 'sendBack'],
    sections: [
      { title: 'Checks', fields: ['hints', 'twins', 'level', 'limit_left', 'corrected_by'] },
      {
        title: 'Payment',
        fields: [
          'payment_method',
          'account_label',
          'payer_name',
          'external_ref',
          'proof',
          'amount',
          'fee',
          'net_amount',
          'promo_code',
          'bonus',
          'source',
          'sent_at',
        ],
      },
      {
        title: 'Decision',
        fields: ['decided_by', 'decided_at', 'reason_code', 'user_text', 'returned', 'return_ref', 'reopened_at'],
      },
    ],
    states: ['status', 'returned'],
    warnings: {
      hints: {
        SAME_REFERENCE: 'Another deposit has the same external reference.',
        SAME_IMAGE: 'Another deposit has the same proof.',
        NOT_ALLOWED: 'The user may not deposit: reject it, and send the money back.',
      },
    },
  },
  icons: {
    approve: 'user-check',
    correct: 'edit',
    reject: 'shield-off',
    sendBack: 'log-out',
    reopen: 'undo',
    reverse: 'stop',
  },
})
