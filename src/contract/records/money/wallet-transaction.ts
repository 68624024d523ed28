/** Wallet transactions: what happened in the accounts of users (ledger, Reading). */
import { FREE_TEXT } from '../../patterns'
import { amount, amount0, oneOf, reference, text, text255, time } from '../field'
import { defineRecord } from '../record'
import { USER_ACCOUNTS } from './user-accounts'

export const TRANSACTION_TYPES = {
  DEPOSIT: 'Deposit',
  WITHDRAWAL: 'Withdrawal',
  REFUND: 'Refund',
  PLATFORM_DEPOSIT: 'Load',
  PLATFORM_WITHDRAWAL: 'Redeem',
  BONUS: 'Bonus',
  WAGERING_RELEASE: 'Wagering release',
  REFERRAL: 'Referral',
  OFFER: 'Offer',
  WHEEL: 'Wheel',
  JACKPOT: 'Jackpot',
  ADJUSTMENT: 'Adjustment',
  FEE: 'Fee',
  REVERSAL: 'Reversal',
  RECEIVABLE: 'Debt',
  OPENING: 'Opening balance',
} as const
export const TRANSACTION_DIRECTIONS = { CREDIT: 'In', DEBIT: 'Out' } as const
export const TRANSACTION_STATUSES = { PENDING: 'Pending', COMPLETED: 'Completed', REVERSED: 'Reversed' } as const
export const ACTORS = { SYSTEM: 'System', STAFF: 'Staff', USER: 'User' } as const

const kept = { write: 'never', required: true } as const

/**
 * One row for each account of a user that a transfer touches: a hold touches two, cash and locked money. Rows follow from transfers;
 * nobody writes them.
 */
export const walletTransaction = defineRecord({
  name: 'walletTransaction',
  base: 'transaction-record',
  subject: 'TransactionRecords',
  noun: ['wallet transaction', 'wallet transactions'],
  namedBy: ['reference'],
  reads: 'paged',
  paths: [
    { equal: [], order: 'at' },
    { equal: ['user'], order: 'at' },
  ],
  fields: {
    /** The number of the transfer, and which side of it this is. */
    reference: text('Reference', FREE_TEXT, 32, kept),
    user: reference('User', 'users', { ...kept, filter: true, search: true }),
    at: time('Time', { ...kept, filter: true }),
    type: oneOf('Type', TRANSACTION_TYPES, kept),
    direction: oneOf('Direction', TRANSACTION_DIRECTIONS, kept),
    wallet: oneOf('Account', USER_ACCOUNTS, kept),
    amount: amount('Amount', kept),
    balance_before: amount0('Before', kept),
    balance_after: amount0('After', kept),
    /** Pending: a hold whose request is open. */
    status: oneOf('Status', TRANSACTION_STATUSES, kept),
    actor_type: oneOf('By', ACTORS, kept),
    /** Who posted or approved it, if that was a member of staff. */
    staff: reference('Staff', 'admin', { write: 'never' }),
    reason: text255('Reason', { write: 'never' }),
  },
})
