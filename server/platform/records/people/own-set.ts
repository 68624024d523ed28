/** A person's own permission set: its rights are added to those of the role. A person has at most one. */
import { accessChangeOf } from '@contract/records/people/access-change'
import { CONSTRAINT, sqlState } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { accessOf, storesOf, type PermissionSet } from '@server/platform/modules/access/principal'
import { createAccessService, setsOf } from '@server/platform/modules/access/service'
import type { Columns } from '@server/platform/records/writes'
import type { PreviewCall, RuleCall } from '@server/platform/records/source'
import { LAST_SUPER_ADMIN } from './account'

/** The name of the own set. `u` is the row of staff. */
export const OWN_SET_JOIN = `left join lateral (select string_agg(s.name, ', ' order by s.name) as names
    from permission_sets s where u.id = any(s.assigned_user_ids)) own_set on true`
export const OWN_SET = { value: 'own_set.names', joins: ['own_set'] } as const

const chosenIn = (body: RuleCall['body']) => (body.permission_set as string | null | undefined) || null

/** Assigns a set to a person instead of an earlier one; none: takes that away. @throws 422 at the field */
export async function assignPermissionSet(call: RuleCall & { id: string }): Promise<Columns> {
  const { tx, principal, id } = call
  const set = chosenIn(call.body)
  if (set !== null) await createAccessService(tx).requireSetGivable(principal, set, id)
  try {
    // The set itself is not edited: it keeps its version, by which a start of the server recognizes changed sets.
    await tx.query(
      `update permission_sets set assigned_user_ids = array_remove(assigned_user_ids, $1::uuid) || case when id = $2::uuid then array[$1::uuid] else '{}' end
       where $1::uuid = any(assigned_user_ids) or id = $2::uuid`,
      [id, set],
    )
  } catch (error) {
    if (sqlState(error)?.constraint === CONSTRAINT.lastSuperAdmin)
      throw rejected({ permission_set: [LAST_SUPER_ADMIN] }, LAST_SUPER_ADMIN)
    throw error
  }
  return {}
}

/** Answers the preview of the assignment. @throws 422 at the field */
export async function previewPermissionSet({ on, principal, id, body }: PreviewCall) {
  const set = chosenIn(body)
  if (set !== null) await createAccessService(on).requireSetGivable(principal, set, id!)
  const [row] = await on.query<{ role: string; store: string | null; now: string; of_role: string; chosen: string }>(
    `select t.role, t.store, ${setsOf('t.role', 't.id')} as now, ${setsOf('t.role', 'null::uuid')} as of_role,
       (select coalesce(json_agg(json_build_object('entries', s.entries, 'store_scope', s.store_scope, 'store_codes', s.store_codes)), '[]')::text
        from permission_sets s where s.id = $2::uuid) as chosen
     from staff t where t.id = $1::uuid`,
    [id, set],
  )
  const { role, store } = row!
  const sets = (...texts: string[]) => texts.flatMap((text) => JSON.parse(text) as PermissionSet[])
  const holding = (of: PermissionSet[]) => ({ access: accessOf(of), stores: storesOf(role, store, of) })
  return accessChangeOf(holding(sets(row!.now)), holding(sets(row!.of_role, row!.chosen)))
}
