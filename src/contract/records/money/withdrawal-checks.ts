/** What is checked about a withdrawal (money, Checks): computed by the platform, and stored with the decision. */
import { oneOf, text255, type ItemOf } from '../field'

export const WITHDRAWAL_CHECKS = {
  REFUND: 'Refund',
  KYC: 'Identity',
  WITHDRAWABLE: 'Debts',
  LEVEL_LIMIT: 'Limits of the level',
  WAGERING: 'Wagering',
  NAME: 'Account name',
  ADDRESS: 'Address',
  DETAIL_CHANGED: 'Payout details',
  DETAIL_SHARED: 'Shared details',
  VELOCITY: 'Withdrawals in 24 hours',
  RECENT_ADJUSTMENT: 'Adjustments',
  BONUS_ABUSE: 'Bonus money',
  RISK_FLAG: 'Risk',
  FIRST_WITHDRAWAL: 'Earlier withdrawals',
  HOT_WALLET: 'Hot wallet',
  REQUESTED_BY: 'Requested by',
  EXCLUDED: 'Self-exclusion',
} as const
export type WithdrawalCheck = keyof typeof WITHDRAWAL_CHECKS
/** While one of these fails, nobody can approve the withdrawal. */
export const BLOCKING_CHECKS: readonly WithdrawalCheck[] = ['REFUND', 'KYC', 'WITHDRAWABLE', 'LEVEL_LIMIT', 'ADDRESS']
/** What these say changes by itself from minute to minute: it does not make an approval that waits out of date. */
export const PASSING_CHECKS: readonly WithdrawalCheck[] = ['HOT_WALLET']
export const CHECK_RESULTS = { PASS: 'Passed', WARN: 'Warning', FAIL: 'Failed' } as const

/** One check and its result. */
export const checkFields = {
  check: oneOf('Check', WITHDRAWAL_CHECKS, { required: true }),
  result: oneOf('Result', CHECK_RESULTS, { required: true }),
  /** A sentence, for whoever decides. */
  detail: text255('Detail', { required: true }),
} as const
export type CheckResult = ItemOf<typeof checkFields>
