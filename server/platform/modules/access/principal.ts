/** The caller and their rights: permission sets converted to the contract's access info. */
import {
  SUPER_ADMIN,
  ACTIONS,
  EVERYTHING,
  SUBJECTS,
  can,
  type Access,
  type Action,
  type Permission,
  type Subject,
} from '@contract/permissions'

export const THIRD_PARTY_ADMIN = 'THIRD_PARTY_ADMIN'

export interface Principal {
  readonly staffId: string
  readonly sessionId: string
  readonly username: string
  readonly role: string
  /** The store that this person's own records belong to. */
  readonly store: string | null
  readonly storeCode: string | null
  readonly access: Access
  /** Codes of the stores whose records the person may see; null for all. */
  readonly stores: readonly string[] | null
}

/** What determines the rows and fields that a call reads. */
export type Reader = Pick<Principal, 'access' | 'stores'>

/** An app that writes: nobody in `created_by` and in the audit; its uploads and idempotency keys belong to its key. */
export interface AppWriter extends Reader {
  readonly staffId: null
  readonly keyId: string
  readonly store: string
  readonly storeCode: string
}
/** Who writes: a person or an app. */
export type Writer = Principal | AppWriter
/** The id by which uploads and idempotency keys belong to a writer. */
export const ownerIdOf = (writer: Writer): string => (writer.staffId === null ? writer.keyId : writer.staffId)

/** A permission set as it is stored. */
export interface PermissionSet {
  entries: Permission[]
  store_scope: 'OWN' | 'LIST' | 'ALL'
  store_codes: string[]
}

const isWhole = (entries: readonly Permission[]) =>
  ACTIONS.every((action) =>
    entries.some(
      (entry) => entry.subject === EVERYTHING && entry.action === action && entry.fields.includes(EVERYTHING),
    ),
  )

/** Merges entries with the same action and subject. */
function merge(entries: readonly Permission[]): Permission[] {
  const byKey = new Map<string, Permission>()
  for (const { action, subject, fields } of entries) {
    const key = `${action} ${subject}`
    const known = byKey.get(key)
    const all = new Set([...(known?.fields ?? []), ...fields])
    byKey.set(key, { action, subject, fields: all.has(EVERYTHING) ? [EVERYTHING] : [...all] })
  }
  return [...byKey.values()]
}

/**
 * Access info of a person (spec 3).
 * @param sets all sets that are assigned to the person or the role; an empty list gives no rights
 * @returns '*' only where every action on every field of everything is given
 */
export function accessOf(sets: readonly PermissionSet[]): Access {
  const permissions = merge(sets.flatMap((set) => set.entries))
  if (isWhole(permissions)) return { accessible_pages: [EVERYTHING], permissions }
  const access = { accessible_pages: [], permissions }
  return { accessible_pages: SUBJECTS.filter((subject) => can(access, 'read', subject)), permissions }
}

/**
 * The stores whose records a person may see (contract, Access).
 * @returns null for all
 */
export function storesOf(role: string, store: string | null, sets: readonly PermissionSet[]): readonly string[] | null {
  const own = store === null ? [] : [store]
  if (role === THIRD_PARTY_ADMIN) return own
  if (sets.some((set) => set.store_scope === 'ALL')) return null
  return [...new Set([...own, ...sets.filter((set) => set.store_scope === 'LIST').flatMap((set) => set.store_codes)])]
}

export const isSuperAdmin = (role: string): boolean => role === SUPER_ADMIN

/** The reason for a refusal, as a sentence that names the missing right. */
export const missingRight = (action: Action, subject: Subject): string =>
  `You need the permission to ${action} ${subject}. An administrator can grant it.`
