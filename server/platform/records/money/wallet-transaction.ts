import { walletTransaction } from '@contract/records/money/wallet-transaction'
import { staff, users } from '@server/platform/db/schema'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'

/** The view over transfers (migration `wallets`); not exported, because drizzle-kit would make a table of it. */
const walletTransactions = recordTable(walletTransaction, 'wallet_transaction', {
  user: () => users.id,
  staff: () => staff.id,
})

export default defineSource(walletTransaction, { table: walletTransactions, scope: { store: 'row' }, derived: {} })
