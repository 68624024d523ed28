import { LENGTH } from '../../constants'
import { FREE_TEXT } from '../../patterns'
import { amount0, country, date, flag, longText, oneOf, phone, reference, tags, text, text255, time } from '../field'
import { defineRecord } from '../record'
import { grantBonus } from '../rewards/grant-bonus'
import { adjust } from '../money/adjustment'
import { accountFields, passwordFields, resetPassword } from './account'

export const ACCOUNT_STATUSES = {
  ACTIVE: 'Active',
  RESTRICTED: 'Restricted',
  SUSPENDED: 'Suspended',
  SELF_EXCLUDED: 'Self-excluded',
  CLOSED: 'Closed',
} as const
export const KYC_STATUSES = {
  NOT_STARTED: 'Not submitted',
  PENDING: 'Pending review',
  IN_REVIEW: 'In review',
  VERIFIED: 'Verified',
  RESUBMIT_REQUIRED: 'Asked again',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
} as const
export const RISK_LEVELS = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' } as const

/** Written by the platform: people change these fields with actions. */
const kept = { required: true, write: 'never' } as const
const sum = { ...kept, filter: true, initial: '0.00' } as const

/** End users: the players (screens.md, user and wallet). */
export const users = defineRecord({
  name: 'users',
  base: 'users',
  aliases: ['admin-users'],
  subject: 'Users',
  noun: ['user', 'users'],
  namedBy: ['first_name', 'last_name'],
  identifiedBy: 'username',
  reads: 'whole',
  switch: true,
  counted: [{ field: 'kyc_status', value: 'VERIFIED' }],
  bulk: ['tags', 'grantBonus'],
  hidesStore: true,
  origin: { from: 'USER', past: 'registered' },
  posts: { user: true },
  fields: {
    ...accountFields('USER', 'Only for a partner store’s user'),
    ...passwordFields,
    pinned_note: longText('Pinned note', FREE_TEXT, LENGTH.freeText.short, {
      hint: 'Shown to staff above everything else about the user',
    }),
    account_status: oneOf('Status', ACCOUNT_STATUSES, { ...kept, filter: true, initial: 'ACTIVE' }),
    /** Derived from the user's documents (catalogue, /user-doc-verification). */
    kyc_status: oneOf('Verification', KYC_STATUSES, { derived: true, required: true, filter: true }),
    risk_level: oneOf('Risk', RISK_LEVELS, { ...kept, filter: true, initial: 'LOW' }),
    user_level: reference('Level', 'userLevel', { write: 'never', filter: true }),
    level_pinned: flag('Level set by staff', { ...kept, filter: true, initial: false }),
    country: country('Country', { write: 'never', filter: true }),
    date_of_birth: date('Date of birth', { write: 'never' }),
    phone: phone('Phone', { write: 'never', search: true }),
    currency: text('Currency', FREE_TEXT, LENGTH.freeText.short, { ...kept, initial: 'USD' }),
    cash_balance: amount0('Cash balance', sum),
    bonus_balance: amount0('Bonus balance', sum),
    /** Held for open withdrawals and loads. */
    locked_balance: amount0('Locked', sum),
    /** What the user owes after a reversal of spent money. */
    receivable: amount0('Owed', sum),
    total_deposit: amount0('Total deposits', sum),
    total_withdrawal: amount0('Total withdrawals', sum),
    tags: tags('Tags', { write: 'never', filter: true }),
    referred_by: reference('Referred by', 'users', { write: 'never', filter: true }),
    last_active_at: time('Last active', { write: 'never', filter: true }),
  },
  decidesStore: true,
  events: {
    level: 'moved to another level',
    suspend: 'suspended',
    payoutDetails: 'assigned payout details by the app',
  },
  actions: {
    resetPassword,
    adjust,
    grantBonus,
    tags: {
      label: 'Change tags…',
      needs: 'update',
      asks: {
        add: tags('Add', { hint: 'Separated by commas' }),
        remove: tags('Remove', { hint: 'Separated by commas' }),
      },
      question: 'Change the tags of',
      effect: 'Tags that are not named stay as they are.',
      gerund: 'Changing the tags of',
      participle: 'changed',
      past: 'changed the tags',
      success: 'Successfully Updated',
    },
    setLevel: {
      label: 'Set level…',
      needs: 'update',
      asks: {
        level: reference('Level', 'userLevel', { required: true }),
        reason: text255('Reason', { required: true }),
      },
      sets: { level_pinned: true },
      question: 'Set the level of',
      effect: 'The level stays whatever the user deposits, until it follows the deposits again.',
      gerund: 'Setting the level of',
      participle: 'given another level',
      past: 'set the level',
      success: 'Successfully Updated',
    },
    followDeposits: {
      label: 'Let the level follow the deposits',
      needs: 'update',
      from: { field: 'level_pinned', values: [true] },
      asks: { reason: text255('Reason', { required: true }) },
      sets: { level_pinned: false },
      question: 'Let the level follow the deposits of',
      effect: 'The user gets the level that their deposits reach, at once and from now on.',
      gerund: 'Changing the level of',
      participle: 'changed',
      past: 'let the level follow the deposits',
      success: 'Successfully Updated',
    },
  },
})
