/**
 * Tables of the ledger. Only the function `post_transfers` (in the migration `ledger`) writes to them; triggers there refuse
 * everything else that would change a transfer. Transfers have no foreign keys to accounts and purposes: the function reads the
 * rows that it names, they are never deleted, and a key's lock on the row of a house account would be shared by all postings.
 */
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './schema'

/** Up to 999,999,999,999,999.99, so that hundredths fit into 64 bits. */
const money = () => numeric({ precision: 17, scale: 2 })
const number = () => bigint({ mode: 'number' })

/**
 * Accounts. Those of users (CASH, BONUS, LOCKED, RECEIVABLE) have a balance and the number of the last transfer that changed it.
 * The balance of the others (of the house, of rails and of platforms) is the sum of their transfers: a row would be written by
 * every posting.
 */
export const accounts = pgTable(
  'accounts',
  {
    /** Small and without gaps, so that a check can keep all balances in arrays. */
    id: number().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    currency: text().notNull(),
    /** Whose it is: one of these, depending on the kind; a house account may have no store. */
    user_id: uuid().references(() => users.id),
    rail: text(),
    store_platform_id: uuid(),
    store_code: text(),
    holder: text()
      .notNull()
      .generatedAlwaysAs(sql`account_holder(kind, user_id, rail, store_platform_id, store_code)`),
    balance: money(),
    last_seq: number(),
  },
  (table) => [
    uniqueIndex('accounts_holder').on(table.kind, table.holder, table.currency),
    index('accounts_user').on(table.user_id),
    check('accounts_balance', sql`balance >= 0`),
    check(
      'accounts_kind',
      sql`case when user_id is not null
        then kind in ('CASH', 'BONUS', 'LOCKED', 'RECEIVABLE') and balance is not null and last_seq is not null
        else kind in ('CLEARING', 'PLATFORM', 'FEES', 'BONUS_COST', 'PROMOTION_COST', 'ADJUSTMENT', 'SUSPENSE', 'OPENING')
          and balance is null and last_seq is null end`,
    ),
  ],
)

/** What money may be moved for: the kinds of account that each purpose may debit and credit. */
export const transfer_purposes = pgTable('transfer_purposes', {
  purpose: text().primaryKey(),
  /** Type of the entry in `wallet_transaction`. */
  type: text().notNull(),
  debits: text().array().notNull(),
  credits: text().array().notNull(),
  /** DEPOSIT or WITHDRAWAL: the total of the user that it adds to. */
  counts: text(),
  /** The purpose whose hold it ends, of the same source. */
  settles: text(),
})

/** Movements of money from one account to another. A row never changes. */
export const transfers = pgTable(
  'transfers',
  {
    /** Order of posting; a posting that was rolled back leaves a gap. */
    no: number().primaryKey().generatedAlwaysAsIdentity(),
    debit_id: number().notNull(),
    credit_id: number().notNull(),
    amount: money().notNull(),
    currency: text().notNull(),
    purpose: text().notNull(),
    /** The record that it was posted for: the name of its definition, and its id. */
    source_type: text().notNull(),
    source_id: uuid().notNull(),
    line: integer().notNull(),
    /** The user whose accounts it touches; null between two accounts of the house. */
    user_id: uuid(),
    /** SYSTEM, STAFF or USER */
    actor_type: text().notNull(),
    actor_id: uuid(),
    reason: text(),
    /** `no` of the transfer that it reverses. */
    reverses: number(),
    /* For each side that is an account of a user: the id of the entry in `wallet_transaction`, its number in the account and
       the balance after it. */
    debit_entry: uuid(),
    debit_seq: number(),
    debit_balance: money(),
    credit_entry: uuid(),
    credit_seq: number(),
    credit_balance: money(),
    at: timestamp({ precision: 3, withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('transfers_source').on(table.source_type, table.source_id, table.purpose, table.line),
    uniqueIndex('transfers_debit_entry').on(table.debit_entry),
    uniqueIndex('transfers_credit_entry').on(table.credit_entry),
    index('transfers_user_debits')
      .on(table.user_id, table.at, table.debit_entry)
      .where(sql`debit_entry is not null`),
    index('transfers_user_credits')
      .on(table.user_id, table.at, table.credit_entry)
      .where(sql`credit_entry is not null`),
    // The records of all users, in the order of time.
    index('transfers_debits')
      .on(table.at, table.debit_entry)
      .where(sql`debit_entry is not null`),
    index('transfers_credits')
      .on(table.at, table.credit_entry)
      .where(sql`credit_entry is not null`),
    index('transfers_reverses')
      .on(table.reverses)
      .where(sql`reverses is not null`),
    check('transfers_amount', sql`amount > 0`),
    check('transfers_accounts', sql`debit_id <> credit_id`),
    check('transfer_funds', sql`debit_balance >= 0 and credit_balance >= 0`),
    check('transfers_actor', sql`actor_type in ('SYSTEM', 'STAFF', 'USER')`),
  ],
)

/** Numbers of the transfers that no audit entry seals yet (modules/audit/sealer.ts). */
export const unsealed_transfers = pgTable('unsealed_transfers', { no: number().primaryKey() })
