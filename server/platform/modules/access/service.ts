/** Rights of roles and accounts, and which of them a person may assign or change. */
import type { Role } from '@contract/entities/role'
import {
  ACCOUNT_SUBJECT,
  EVERYTHING,
  SUPER_ADMIN,
  can,
  covers,
  missingRights,
  type Action,
  type Permission,
  type Subject,
} from '@contract/permissions'
import type { Queryable } from '@server/platform/ports/db'
import { forbidden, rejected } from '@server/platform/operations/failure'
import { accessOf, isSuperAdmin, storesOf, type PermissionSet, type Principal } from './principal'

const ABOVE = 'This account has rights that you do not have. Ask somebody who has them.'

/** The permission sets of a role and a person, as a JSON array. @param role and @param id are SQL */
export const setsOf = (role: string, id: string): string =>
  `(select coalesce(json_agg(json_build_object('entries', s.entries, 'store_scope', s.store_scope, 'store_codes', s.store_codes) order by s.id), '[]')::text
    from permission_sets s where ${role} = any(s.assigned_roles) or ${id} = any(s.assigned_user_ids))`

/** @returns ids of the enabled staff who have a right on a subject now */
export async function staffWhoMay(on: Queryable, action: Action, subject: Subject): Promise<string[]> {
  const staff = await on.query<{ id: string; role: string; sets: string }>(
    `select who.id::text as id, who.role, ${setsOf('who.role', 'who.id')} as sets from staff who where not who.is_deleted order by who.id`,
  )
  return staff.flatMap(({ id, role, sets }) =>
    isSuperAdmin(role) || can(accessOf(JSON.parse(sets) as PermissionSet[]), action, subject) ? [id] : [],
  )
}

export interface AccessService {
  /** The roles that a person may assign, staff roles first. */
  givableRoles(principal: Principal): Promise<Role[]>
  /** @returns the role. @throws 422 where there is none of this kind, 403 where the person may not assign it */
  requireGivable(principal: Principal, name: string, kind: Role['kind']): Promise<Role>
  /**
   * @param beyond role whose own rights do not count, because the person may change accounts of that role
   * @returns the role and partner store of a member of staff; null where there is none
   * @throws 403 where that account has rights above the person's own
   */
  requireNotAbove(principal: Principal, staffId: string, beyond?: string): Promise<StaffRole | null>
  /** @throws 422 at `permission_set` where the set would give this member of staff rights or stores that the person does not have */
  requireSetGivable(principal: Principal, setId: string, staffId: string): Promise<void>
}

interface StaffRole {
  role: string
  third_party_store_code: string | null
}
interface StoredRole extends Role {
  /** Permission sets from `setsOf`; null for a role of users, who have no rights in the console. */
  sets: string | null
}

/** Columns and table of a role. */
const ROLE = `r.name, r.kind, r.needs_store, case when r.kind <> 'USER' then ${setsOf('r.name', 'null::uuid')} end as sets from roles r`

/** Whether some stores include others. Null: all */
const areHeld = (own: readonly string[] | null, others: readonly string[] | null): boolean =>
  own === null || (others !== null && others.every((code) => own.includes(code)))

/** Whether a person's rights include all that these sets give to that role. */
function holds(principal: Principal, role: string, store: string | null, sets: readonly PermissionSet[]): boolean {
  if (isSuperAdmin(role)) return isSuperAdmin(principal.role)
  return areHeld(principal.stores, storesOf(role, store, sets)) && covers(principal.access, accessOf(sets))
}

/** At most this many of the missing rights are named. */
const NAMED = 3
const inWords = ({ action, subject }: Permission) => (subject === EVERYTHING ? 'every right' : `${action} ${subject}`)

export function createAccessService(db: Queryable): AccessService {
  function mayGive(principal: Principal, role: StoredRole): boolean {
    const subject = ACCOUNT_SUBJECT[role.kind]
    if (!can(principal.access, 'create', subject) && !can(principal.access, 'update', subject)) return false
    return role.kind === 'USER' || holds(principal, role.name, null, JSON.parse(role.sets!) as PermissionSet[])
  }

  return {
    async givableRoles(principal) {
      const all = await db.query<StoredRole>(`select ${ROLE} order by r.position, r.name`)
      return all
        .filter((role) => mayGive(principal, role))
        .map(({ name, kind, needs_store }) => ({ name, kind, needs_store }))
    },
    async requireGivable(principal, name, kind) {
      const [role] = await db.query<StoredRole>(`select ${ROLE} where r.name = $1::text and r.kind = $2::text`, [
        name,
        kind,
      ])
      if (!role) throw rejected({ role: ['Choose a role'] })
      if (!mayGive(principal, role))
        throw forbidden(
          name === SUPER_ADMIN
            ? 'Only a SUPER_ADMIN can give this role.'
            : 'You cannot give a role with rights that you do not have.',
        )
      return role
    },
    async requireNotAbove(principal, staffId, beyond = '') {
      const [target] = await db.query<StaffRole & { store: string | null; sets: string }>(
        `select t.role, t.third_party_store_code, t.store, ${setsOf(`nullif(t.role, $2::text)`, 't.id')} as sets from staff t where t.id = $1::uuid`,
        [staffId, beyond],
      )
      // An account of another store does not exist for this person: the write responds with 404.
      const { stores } = principal
      if (!target || (stores && (target.store === null || !stores.includes(target.store)))) return null
      if (!holds(principal, target.role, target.store, JSON.parse(target.sets) as PermissionSet[]))
        throw forbidden(ABOVE)
      return target
    },
    async requireSetGivable(principal, setId, staffId) {
      const [row] = await db.query<{ set: string; role: string; store: string | null }>(
        `select json_build_object('entries', s.entries, 'store_scope', s.store_scope, 'store_codes', s.store_codes)::text as set, t.role, t.store
         from permission_sets s, staff t where s.id = $1::uuid and t.id = $2::uuid`,
        [setId, staffId],
      )
      const refuse = (why: string) => rejected({ permission_set: [why] }, why)
      if (!row) throw refuse('Choose one of the list')
      const sets = [JSON.parse(row.set) as PermissionSet]
      const missing = [...new Set(missingRights(principal.access, accessOf(sets)).map(inWords))]
      if (missing.length > 0)
        throw refuse(
          `You cannot give rights that you do not have: ${missing.slice(0, NAMED).join(', ')}${missing.length > NAMED ? ` and ${missing.length - NAMED} more` : ''}. Ask somebody who has them.`,
        )
      if (!areHeld(principal.stores, storesOf(row.role, row.store, sets)))
        throw refuse('You cannot give access to stores that you do not see. Ask somebody who sees them.')
    },
  }
}
