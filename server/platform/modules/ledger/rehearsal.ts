/**
 * Rehearsals: transactions that are always rolled back, which perform an action to see what it would do (look, section 8). Nobody has to
 * prove who they are for one, and it notes the approval that was requested.
 */
import type { ApprovalPolicy } from '@contract/entities/approval'
import type { Queryable } from '@server/platform/ports/db'

export interface Rehearsal {
  /** The approval that was requested last; null: none, or it was refused. */
  approvalId: string | null
  /** Its policy, also where the request was refused. */
  policy: ApprovalPolicy | null
}

const rehearsals = new WeakMap<Queryable, Rehearsal>()

/** Marks a transaction that its caller rolls back, whatever happens. @returns what it notes */
export function beginRehearsal(tx: Queryable): Rehearsal {
  const rehearsal: Rehearsal = { approvalId: null, policy: null }
  rehearsals.set(tx, rehearsal)
  return rehearsal
}
/** @returns undefined in any other transaction */
export const rehearsalOf = (tx: Queryable): Rehearsal | undefined => rehearsals.get(tx)
