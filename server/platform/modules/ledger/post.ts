/** Posts transfers: the only way to move money (migration `ledger`, function `post_transfers`, which checks every rule). */
import type { Queryable } from '@server/platform/ports/db'
import { notePosted } from './posted'

type UserAccount = 'CASH' | 'BONUS' | 'LOCKED' | 'RECEIVABLE'
type HouseAccount = 'FEES' | 'BONUS_COST' | 'PROMOTION_COST' | 'ADJUSTMENT' | 'SUSPENSE' | 'OPENING'
export type AccountKind = UserAccount | HouseAccount | 'CLEARING' | 'PLATFORM'

/** What the money is moved for, and who moves it. */
interface Cause {
  /** A row of `transfer_purposes`, which says which kinds of account it may debit and credit. */
  purpose: string
  /** More than 0, with at most two decimals, as a text such as `12.50`. */
  amount: string
  /** Name of the record that it is posted for. A source can have each purpose once, or once for each `line`. */
  source_type: string
  source_id: string
  line?: number
  /** SYSTEM by default, which has no id. */
  actor_type?: 'SYSTEM' | 'STAFF' | 'USER'
  actor_id?: string
  reason?: string
  /** ISO time; the database's by default. */
  at?: string
}

/** Moves money between two accounts that its purpose allows. */
export interface Movement extends Cause {
  debit: AccountKind
  credit: AccountKind
  user_id?: string
  /** By default the user's, and no other then. */
  currency?: string
  /** Of the house account; by default the user's store. */
  store_code?: string
  /** For CLEARING. */
  rail?: string
  /** For PLATFORM. */
  store_platform_id?: string
}

/** Moves the money of an earlier transfer back (REVERSAL), or records that the user owes it (RECEIVABLE_RAISED). */
export interface Reversal extends Cause {
  /** `no` of that transfer, which determines the accounts. */
  reverses: number
}

export type TransferLine = Movement | Reversal

/** A posted transfer. An entry is the id in `wallet_transaction`; null where that side is not an account of a user. */
export interface PostedTransfer {
  no: number
  debit_entry: string | null
  credit_entry: string | null
}

/**
 * Posts transfers in the given order, all or none. The accounts of their users stay locked until the transaction ends, so
 * rows of requests are locked before.
 * @returns them, and after them those that repaid what a user owed
 * @throws the driver's error: 22023 where a line is wrong in itself, 23514 with the constraint `transfer_funds` or
 *   `transfer_reversal` where the accounts do not allow it, 23505 with `transfers_source` where it was posted before
 */
export async function postTransfers(tx: Queryable, lines: readonly TransferLine[]): Promise<PostedTransfer[]> {
  const posted = await tx.query<PostedTransfer>(
    `select no::float8 as no, debit_entry::text as debit_entry, credit_entry::text as credit_entry from post_transfers($1::jsonb)`,
    [JSON.stringify(lines)],
  )
  notePosted(tx, posted)
  return posted
}
