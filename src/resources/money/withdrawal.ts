/** What the pages of withdrawals share, whatever pays them (money, Withdrawals). */
import { ATTEMPT_PILLS } from './rail-pills'

export const WITHDRAWAL_PILLS = {
  status: {
    PENDING: ['neutral', 'circle-dashed'],
    IN_REVIEW: ['warning', 'clock'],
    AWAITING_SECOND_APPROVAL: ['violet', 'users-round'],
    ON_HOLD: ['warning', 'circle-pause'],
    APPROVED: ['info', 'circle-arrow-up'],
    PROCESSING: ['info', 'loader'],
    UNKNOWN: ['violet', 'circle-help'],
    FAILED: ['danger', 'triangle-alert'],
    COMPLETED: ['success', 'circle-check'],
    REJECTED: ['danger', 'circle-x'],
    CANCELLED: ['neutral', 'circle-slash'],
  },
  'checks.result': {
    PASS: ['success', 'circle-check'],
    WARN: ['warning', 'triangle-alert'],
    FAIL: ['danger', 'circle-x'],
  },
  'attempts.outcome': ATTEMPT_PILLS,
} as const
export const WITHDRAWAL_CHECK_LIST = { checks: { of: 'check', result: 'result', says: 'detail' } } as const
/** Sections of their pages, after the checks and what is paid. */
export const WITHDRAWAL_SECTIONS = [
  { title: 'Attempts', fields: ['attempts'] },
  { title: 'Last money events', fields: ['events'] },
  { title: 'Of the same user', fields: ['level', 'others', 'other_coins', 'tickets'] },
  {
    title: 'Decision',
    fields: ['decided_by', 'decided_at', 'reason_code', 'user_text', 'hold_reason', 'wakes_at'],
  },
] as const
export const WITHDRAWAL_ICONS = {
  approve: 'user-check',
  hold: 'pause',
  resume: 'play',
  reject: 'shield-off',
  lookUp: 'globe',
  resolve: 'shield-check',
  payAgain: 'undo',
  giveBack: 'log-out',
} as const
