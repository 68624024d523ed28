/** Reverses what was posted for a source (ledger, Reversal): paid back what the user paid, and taken back what the user got. */
import { REVERSAL_REFUSAL } from '@contract/entities/approval'
import { amountOf, hundredthsOf } from '@contract/amounts'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { postTransfers, type TransferLine } from './post'

interface Posted {
  no: number
  user_id: string
  line: number
  amount: string
  /** The user paid it; otherwise the user got it. */
  is_payment: boolean
  balance: string
}

/**
 * Reverses the transfers between a user's cash and the house. Cash is taken as far as the user has it, and the rest is owed.
 * @param source as it was posted @param by who does it, why and when (ISO time)
 * @throws 422 where the cash of a user changes at this moment
 */
export async function reverseTransfers(
  tx: Queryable,
  source: { type: string; id: string },
  by: { actor: string; reason: string; at: string },
): Promise<void> {
  const posted = await tx.query<Posted>(
    `select t.no::float8 as no, t.user_id::text as user_id, t.line, t.amount::text as amount, t.debit_entry is not null as is_payment,
       coalesce(a.balance, 0)::text as balance
     from transfers t left join accounts a on a.kind = 'CASH' and a.holder = t.user_id::text and a.currency = t.currency
     where t.source_type = $1::text and t.source_id = $2::uuid and t.reverses is null and t.purpose <> 'RECEIVABLE_REPAID'
     order by t.debit_entry is null, t.no`,
    [source.type, source.id],
  )
  const cash = new Map(posted.map(({ user_id, balance }) => [user_id, hundredthsOf(balance)]))
  const lines = posted.flatMap(({ no, user_id, amount, is_payment }, nth): TransferLine[] => {
    const line = {
      source_type: source.type,
      source_id: source.id,
      line: nth,
      reverses: no,
      actor_type: 'STAFF' as const,
      actor_id: by.actor,
      reason: by.reason,
      at: by.at,
    }
    const [whole, has] = [hundredthsOf(amount), cash.get(user_id)!]
    if (is_payment) {
      cash.set(user_id, has + whole)
      return [{ purpose: 'REVERSAL', amount, ...line }]
    }
    const taken = has < whole ? has : whole
    cash.set(user_id, has - taken)
    return [
      ...(taken > 0n ? [{ purpose: 'REVERSAL', amount: amountOf(taken), ...line }] : []),
      ...(taken < whole ? [{ purpose: 'RECEIVABLE_RAISED', amount: amountOf(whole - taken), ...line }] : []),
    ]
  })
  if (lines.length === 0) return
  await postTransfers(tx, lines).catch((error: unknown) => {
    // Somebody spent of it since it was read above.
    throw sqlState(error)?.constraint === 'transfer_funds' ? rejected({}, REVERSAL_REFUSAL.moved) : error
  })
}
