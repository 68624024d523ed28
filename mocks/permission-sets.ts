/** Permission sets in the mocks: those of the roles, and the demo's for single people (server/platform/records/people/own-set.ts). */
import { accessChangeOf } from '@contract/records/people/access-change'
import {
  EVERYTHING,
  hasEverything,
  missingRights,
  NO_ACCESS,
  can,
  SUBJECTS,
  type Access,
  type Permission,
} from '@contract/permissions'
import { approvalLimitsOf } from '@demo/approval-limits'
import { peopleWith, permissionSets } from '@demo/system/permission-set'
import { createdAtOf, demoId } from '@demo/rows'
import type { Caller } from './call'
import { ACCESS_BY_ROLE } from './fixtures/access'
import { HOME_STORE, PARTNER_STORE, type StaffRecord } from './fixtures/staff'
import { MOCK_ANCHOR } from './ids'
import type { AskedPreview, StoredRecord } from './records/behaviour'
import { rejected } from './refusal'

const nameOf = (role: string) => role.charAt(0) + role.slice(1).toLowerCase().replaceAll('_', ' ')

const withPages = (permissions: Permission[]): Access => {
  const access = { accessible_pages: [], permissions }
  return { accessible_pages: SUBJECTS.filter((subject) => can(access, 'read', subject)), permissions }
}

/** A set, as the record's row; `access` is what it gives, `people` are the ids of those whom it was assigned to. */
type SetRow = StoredRecord & { access: Access; people: string[] }

/** The first nine can sign in to the demo. */
const SIGN_INS = 9

/** @param staff of the mocks @returns the rows of the record */
export function permissionSetRows(staff: readonly StaffRecord[]): StoredRecord[] {
  const common = { Creator: null, version: 1, people: [] as string[] }
  const personOf = ({ id, username }: StaffRecord) => ({ id, username })
  const roles = Object.entries(ACCESS_BY_ROLE).map(([role, access]) => ({
    name: nameOf(role),
    description: `The rights of ${nameOf(role)}.`,
    store_scope: access === ACCESS_BY_ROLE.THIRD_PARTY_ADMIN ? 'OWN' : 'ALL',
    is_system: true,
    store_code: null,
    approval_limits: approvalLimitsOf(role),
    access,
  }))
  const others = permissionSets.map((described) => {
    const { of, by, entries, people: _people, ...set } = described
    return {
      ...set,
      is_system: false,
      store_code: of === undefined ? null : of === 'partner' ? PARTNER_STORE : HOME_STORE,
      Creator: by === undefined ? null : personOf(staff[by === 'colleague' ? 1 : 0]!),
      approval_limits: [...(described.approval_limits ?? [])],
      people: peopleWith(described, staff.slice(SIGN_INS)),
      access: withPages(entries),
    }
  })
  const all = [...others, ...roles]
  return all.map((set, index) => {
    const at = createdAtOf(index, all.length, MOCK_ANCHOR)
    return {
      id: demoId('permissionSet', index),
      ...common,
      createdAt: at,
      updatedAt: at,
      people: [] as string[],
      ...set,
    }
  })
}

/** The set that was assigned to a person; a person has at most one. */
export const ownSetOf = (sets: readonly StoredRecord[], staffId: string): SetRow | undefined =>
  (sets as SetRow[]).find(({ people }) => people.includes(staffId))

/** The rights of the role together with those of a set. */
function together(role: Access, set: SetRow | undefined): Access {
  if (!set || hasEverything(role)) return role
  if (hasEverything(set.access)) return set.access
  const permissions = [...role.permissions, ...set.access.permissions]
  return { accessible_pages: [...new Set([...role.accessible_pages, ...set.access.accessible_pages])], permissions }
}

interface Rights {
  sets: readonly StoredRecord[]
  byRole: Readonly<Record<string, Access>>
}
/** The access of a member of staff. */
export const accessWith = ({ sets, byRole }: Rights, { id, role }: Pick<StaffRecord, 'id' | 'role'>): Access =>
  together(byRole[role] ?? NO_ACCESS, ownSetOf(sets, id))

const chosenIn = ({ permission_set }: Readonly<Record<string, unknown>>, sets: readonly StoredRecord[]) =>
  (sets as SetRow[]).find(({ id }) => id === permission_set)

/** Nobody gives rights that they do not have. @throws 422 at the field */
function requireGivable({ access }: Pick<Caller, 'access'>, set: SetRow | undefined) {
  const missing = set
    ? missingRights(access, set.access).map(({ action, subject }) =>
        subject === EVERYTHING ? 'every right' : `${action} ${subject}`,
      )
    : []
  if (missing.length === 0) return
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : ''
  const why = `You cannot give rights that you do not have: ${missing.slice(0, 3).join(', ')}${more}. Ask somebody who has them.`
  throw rejected({ permission_set: [why] }, why)
}

/** Assigns a set to a person instead of an earlier one; none: takes that away. */
export function assignSet(
  sets: readonly StoredRecord[],
  staffId: string,
  body: Readonly<Record<string, unknown>>,
  caller: Caller,
): void {
  const set = chosenIn(body, sets)
  requireGivable(caller, set)
  for (const each of sets as SetRow[]) each.people = each.people.filter((id) => id !== staffId)
  set?.people.push(staffId)
}

/** Partners' staff see only their own store, all others every store. */
const storesOf = ({ third_party_store_code: partner }: StoredRecord): string[] | null =>
  typeof partner === 'string' ? [partner] : null

/** Answers the preview of the assignment. @throws 422 at the field */
export function previewSet({ body, row, caller }: AskedPreview, { sets, byRole }: Rights): object {
  const role = byRole[String(row!.role as string)] ?? NO_ACCESS
  const set = chosenIn(body, sets)
  requireGivable(caller, set)
  const holding = (own: SetRow | undefined) => ({ access: together(role, own), stores: storesOf(row!) })
  return accessChangeOf(holding(ownSetOf(sets, row!.id)), holding(set))
}
