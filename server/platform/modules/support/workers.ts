/** Who may be assigned tickets and chats. Assignment, escalation and handover use the same check. */
import { can } from '@contract/permissions'
import type { Queryable } from '@server/platform/ports/db'
import { accessOf, storesOf, type PermissionSet } from '@server/platform/modules/access/principal'
import { setsOf } from '@server/platform/modules/access/service'
import type { ConversationKind } from './conversations'

/**
 * Reads a member of staff under a lock: until the transaction ends, nobody can disable the account or change its role.
 * @returns whether the person may work on a kind of conversation in a store; null for a disabled or unknown account
 */
export async function readWorker(
  tx: Queryable,
  staffId: string,
): Promise<((kind: ConversationKind, store: string | null) => boolean) | null> {
  const [row] = await tx.query<{ role: string; store: string | null; sets: string }>(
    `select t.role, t.store, ${setsOf('t.role', 't.id')} as sets from staff t where t.id = $1::uuid and not t.is_deleted for share of t`,
    [staffId],
  )
  if (!row) return null
  const sets = JSON.parse(row.sets) as PermissionSet[]
  const [access, stores] = [accessOf(sets), storesOf(row.role, row.store, sets)]
  return (kind, store) =>
    can(access, 'update', kind.subject) && (stores === null || (store !== null && stores.includes(store)))
}
