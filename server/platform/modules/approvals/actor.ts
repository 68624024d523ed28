import type { Queryable } from '@server/platform/ports/db'

/** Tells the database who acts until the end of the transaction, for what its triggers report (trigger `tell_cancelled`). */
export const actsAs = async (tx: Queryable, staffId: string): Promise<void> => {
  await tx.query(`select set_config('pitboss.actor', $1::text, true)`, [staffId])
}
