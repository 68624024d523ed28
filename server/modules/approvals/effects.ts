/** What an approval does once it is given, by the type of its subject: in the transaction of the last decision. */
import { NOT_ENOUGH_CASH } from '@contract/entities/approval'
import { ADJUSTMENT_REASONS } from '@contract/records/money/adjustment'
import { sqlState, type Queryable } from '@server/db/db'
import { rejected } from '@server/http/failure'
import { postTransfers } from '@server/modules/ledger/post'

/** Input of an effect. */
export interface EffectCall {
  tx: Queryable
  subjectId: string
  /** Who gave the last approval. */
  actorId: string
  /** ISO time. */
  at: string
}
/** Records whose rows show other values after the commit. */
export interface Changed {
  record: 'users'
  ids: readonly string[]
}
type Effect = (call: EffectCall) => Promise<Changed>

/** @throws 422 where the user has less money than is to be taken */
const adjustment: Effect = async ({ tx, subjectId, actorId, at }) => {
  const [row] = await tx.query<{
    user_id: string
    direction: 'UP' | 'DOWN'
    amount: string
    reason_code: string
    note: string
  }>(
    `select user_id::text as user_id, direction, amount::text as amount, reason_code, note from adjustments where id = $1::uuid`,
    [subjectId],
  )
  const { user_id, direction, amount, reason_code, note } = row!
  const isUp = direction === 'UP'
  try {
    await postTransfers(tx, [
      {
        purpose: isUp ? 'ADJUSTMENT_UP' : 'ADJUSTMENT_DOWN',
        debit: isUp ? 'ADJUSTMENT' : 'CASH',
        credit: isUp ? 'CASH' : 'ADJUSTMENT',
        amount,
        user_id,
        source_type: 'adjustment',
        source_id: subjectId,
        actor_type: 'STAFF',
        actor_id: actorId,
        reason: `${ADJUSTMENT_REASONS[reason_code as keyof typeof ADJUSTMENT_REASONS]}: ${note}`,
        at,
      },
    ])
  } catch (error) {
    if (sqlState(error)?.constraint === 'transfer_funds') throw rejected({}, NOT_ENOUGH_CASH)
    throw error
  }
  return { record: 'users', ids: [user_id] }
}

export const EFFECTS: Readonly<Record<string, Effect>> = { adjustment }
