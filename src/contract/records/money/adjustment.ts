/** Adjustments of a user's money by staff (ledger.md): requested on the user, posted when they are approved. */
import { APPROVAL_HOURS } from '../../approval-policies'
import { amount, oneOf, text255 } from '../field'
import type { ActionDefinition } from '../record'
import { moneyPreview } from './money-effect'

export const ADJUSTMENT_DIRECTIONS = { UP: 'Add money', DOWN: 'Take money' } as const
export const ADJUSTMENT_ACCOUNTS = { CASH: 'Cash' } as const
export const ADJUSTMENT_REASONS = {
  CORRECTION: 'Correction of an error',
  GOODWILL: 'Goodwill',
  MISSING_DEPOSIT: 'Deposit that did not arrive',
  DUPLICATE_CREDIT: 'Credited twice',
  CHARGEBACK: 'Chargeback',
  FRAUD: 'Fraud',
} as const

/** The policy of ledger.md decides how many others must approve. */
export const adjust = {
  label: 'Adjust…',
  needs: 'create',
  subject: 'TransactionRecords',
  movesMoney: true,
  asks: {
    direction: oneOf('Direction', ADJUSTMENT_DIRECTIONS, { required: true }),
    account: oneOf('Account', ADJUSTMENT_ACCOUNTS, { required: true }),
    amount: amount('Amount', { required: true, hint: 'In the currency of the user' }),
    reason_code: oneOf('Reason', ADJUSTMENT_REASONS, { required: true }),
    note: text255('Note', { required: true, hint: 'Whoever approves reads it' }),
  },
  approval: {
    policy: 'ADJUSTMENT',
    type: 'adjustment',
    amount: ['amount'],
    title: { by: 'direction', texts: { UP: 'Add {amount}: {record}', DOWN: 'Take {amount}: {record}' } },
    details: ['direction', 'account', 'reason_code', 'note'],
  },
  tells: ['note', 'amount', 'account', 'direction', 'reason_code'],
  question: 'Adjust the balance of',
  preview: moneyPreview(['direction', 'account', 'amount'], {
    by: 'direction',
    texts: { UP: 'Add {amount}', DOWN: 'Take {amount}' },
  }),
  effect: `Nothing moves yet: other people must approve it first, within ${APPROVAL_HOURS} hours.`,
  gerund: 'Requesting the adjustment of',
  participle: 'sent for approval',
  past: 'adjusted the balance',
  success: 'Adjusted',
} as const satisfies ActionDefinition
