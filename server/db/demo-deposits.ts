/** The money of the demo's credited deposits. */
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import { creditMovements } from '@server/platform/records/money/deposit-credit'
import { MANUAL } from '@server/platform/records/money/manual-deposit'
import { notBefore } from './demo-rewards'

/** Posts the transfers of credited deposits, after those that their users have already. */
export async function seedDeposits(tx: Queryable): Promise<void> {
  const deposits = await tx.query<{
    id: string
    user_id: string
    amount: string
    fee: string
    reference: string
    actor: string
    at: string
  }>(
    `select d.id::text as id, d.user_id::text as user_id, d.amount::text as amount, d.fee::text as fee, d.reference,
       d.decided_by_id::text as actor, ${notBefore('d.decided_at', 'd.user_id')} as at
     from manual_deposits d where d.status = 'COMPLETED' order by d.decided_at, d.id`,
  )
  await postTransfers(
    tx,
    deposits.flatMap(({ actor, at, ...deposit }) => creditMovements({ ...deposit, ...MANUAL }, { actor, at })),
  )
}
