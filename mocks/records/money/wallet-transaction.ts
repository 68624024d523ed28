/** Wallet transactions of the mocks: those that lead to the users' balances, and one for each change of an amount. */
import type { TRANSACTION_TYPES } from '@contract/records/money/wallet-transaction'
import type { USER_ACCOUNTS } from '@contract/records/money/user-accounts'
import type { UserRecord } from '../../fixtures/user'
import { mockId } from '../../ids'
import type { StoredRecord } from '../behaviour'

export type TransactionType = keyof typeof TRANSACTION_TYPES
const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
const asAmount = (all: number) => (all / 100).toFixed(2)

interface Moved {
  type: TransactionType
  wallet: keyof typeof USER_ACCOUNTS
  /** Hundredths; below 0 it is a debit. */
  change: number
  /** Of the account before, in hundredths. */
  before: number
  at: string
  reason?: string
}

/** @param number of the transaction, from 1 @returns the row */
export function transactionRow(user: UserRecord, number: number, moved: Moved): StoredRecord {
  const { type, wallet, change, before, at, reason = null } = moved
  const direction = change < 0 ? 'DEBIT' : 'CREDIT'
  return {
    id: mockId('entry', number),
    version: 1,
    store_code: user.third_party_store_code ?? user.store_code,
    Creator: null,
    createdAt: at,
    updatedAt: at,
    reference: `T${number}-${direction === 'CREDIT' ? 'IN' : 'OUT'}`,
    user: user.id,
    at,
    type,
    direction,
    wallet,
    amount: asAmount(Math.abs(change)),
    balance_before: asAmount(before),
    balance_after: asAmount(before + change),
    status: 'COMPLETED',
    actor_type: 'SYSTEM',
    staff: null,
    reason,
  }
}

const MINUTE = 60_000

/** @returns deposits, plays, bonuses and withdrawals that lead to the present amounts of these users */
export function transactionsOf(users: readonly UserRecord[]): StoredRecord[] {
  const rows: StoredRecord[] = []
  for (const user of users) {
    const [cash, bonus] = [cents(user.cash_balance), cents(user.bonus_balance)]
    const [deposit, withdrawal] = [cents(user.total_deposit), cents(user.total_withdrawal)]
    const played = cash - deposit + withdrawal
    const moves = [
      ['DEPOSIT', 'CASH', deposit],
      ['PLATFORM_WITHDRAWAL', 'CASH', Math.max(0, played)],
      ['PLATFORM_DEPOSIT', 'CASH', Math.min(0, played)],
      ['WITHDRAWAL', 'CASH', -withdrawal],
      ['BONUS', 'BONUS', bonus],
    ] as const
    const before = { CASH: 0, BONUS: 0 }
    const since = Date.parse(user.createdAt)
    moves
      .filter(([, , change]) => change !== 0)
      .forEach(([type, wallet, change], index) => {
        const at = new Date(since + (index + 1) * 7 * MINUTE).toISOString()
        rows.push(transactionRow(user, rows.length + 1, { type, wallet, change, before: before[wallet], at }))
        before[wallet] += change
      })
  }
  return rows
}
