/** The money of the demo's bonus grants: the transfers that lead to what each grant says. */
import { postTransfers, type Movement } from '@server/modules/ledger/post'
import type { Queryable } from './db'

/** Outcome → what follows the grant of the money. */
const THEN: Readonly<Record<string, Pick<Movement, 'purpose' | 'debit' | 'credit'>>> = {
  COMPLETED: { purpose: 'BONUS_RELEASED', debit: 'BONUS', credit: 'CASH' },
  FORFEITED: { purpose: 'BONUS_FORFEITED', debit: 'BONUS', credit: 'BONUS_COST' },
  REVOKED: { purpose: 'BONUS_REVOKED', debit: 'BONUS', credit: 'BONUS_COST' },
}

/** Posts the transfers of all grants, after those that their users have already. */
export async function seedGrantMoney(tx: Queryable): Promise<void> {
  const grants = await tx.query<{ id: string; user_id: string; amount: string; outcome: string; at: string }>(
    `select g.id::text as id, g.user_id::text as user_id, g.amount::text as amount, g.outcome,
       greatest(g.granted_at, (select max(t.at) from transfers t where t.user_id = g.user_id))::text as at
     from user_bonuses g order by g.granted_at, g.id`,
  )
  const lines = grants.flatMap(({ id, user_id, amount, outcome, at }): Movement[] => {
    const source = { amount, user_id, source_type: 'bonus_grant', source_id: id, at }
    const granted: Movement = { purpose: 'BONUS_GRANTED', debit: 'BONUS_COST', credit: 'BONUS', ...source }
    const then = THEN[outcome]
    return then ? [granted, { ...then, ...source }] : [granted]
  })
  await postTransfers(tx, lines)
}
