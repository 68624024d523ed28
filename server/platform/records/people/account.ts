/** Rules of accounts that only the server can check: who may change whom, which role and store one may assign, and whose sessions end. */
import { createAccessService } from '@server/platform/modules/access/service'
import type { Principal } from '@server/platform/modules/access/principal'
import { forgetRecoveryCodes } from '@server/platform/modules/two-factor/repository'
import { CONSTRAINT, type Queryable } from '@server/platform/ports/db'
import { forbidden, rejected } from '@server/platform/operations/failure'
import type { PrepareCall, Prepared } from '@server/platform/records/source'
import type { ConstraintErrors } from '@server/platform/records/table'
import type { Columns } from '@server/platform/records/writes'
import { leaveWork } from './open-work'
import { reachedLevel } from './user-level'

/** An account's store: the partner's, otherwise its own (contract, Access). */
export const ACCOUNT_SCOPE = { store: 'row', column: 'store' } as const

export const LAST_SUPER_ADMIN = 'This is the last active SUPER_ADMIN. Give the role to somebody else first.'
export const lastSuperAdmin: ConstraintErrors = (constraint) =>
  constraint === CONSTRAINT.lastSuperAdmin ? { errors: { role: [LAST_SUPER_ADMIN] }, message: LAST_SUPER_ADMIN } : null

const text = { type: 'text' } as const

/** A person who sees only some stores may create records only in these. */
function requireOwnStore({ stores }: Principal, store: string | null) {
  if (stores && (store === null || !stores.includes(store)))
    throw rejected({ third_party_store_code: ['You can only use a store of your own'] })
}

/** The hashed password of a body. */
const passwordColumns = async ({
  body,
  hashPassword,
}: Pick<PrepareCall, 'body' | 'hashPassword'>): Promise<Columns> => ({
  password_hash: { ...text, value: await hashPassword(body.password as string), secret: true },
})

/** Ends the account's sessions with the change, and then their sockets. @param forgetsCodes deletes its recovery codes too */
const endingSessions = (forgetsCodes = false): Pick<Prepared, 'with' | 'afterCommit'> => ({
  with: {
    // Also ends a session whose sign-in commits while this statement waits for the row (auth/repository.ts, ALIVE).
    sets: ['session_epoch = n.session_epoch + 1'],
    also: (_params, at) => ({
      ended: `update sessions set revoked_at = ${at} where staff_id in (select id from changed) and revoked_at is null returning id::text`,
      ...(forgetsCodes ? { forgotten: forgetRecoveryCodes('select id from changed') } : {}),
    }),
    returns: { sessions: '(select array_agg(id) from ended)' },
  },
  afterCommit: (live, { sessions }) => {
    const ended = (sessions ?? []) as string[]
    if (ended.length > 0) live.sessionsEnded(ended)
  },
})

/**
 * The level that a user's deposits reach in a store.
 * @param store code of a partner store; empty: the user's own store
 * @param id null: a new user without deposits
 */
async function levelIn(db: Queryable, store: string | null, id: string | null): Promise<Columns> {
  const user = id === null ? 'null::uuid' : '$2::uuid'
  const [row] = await db.query<{ level: string | null }>(
    `select ${reachedLevel(`coalesce($1, (select store_code from users where id = ${user}))`, `coalesce((select total_deposit from users where id = ${user}), 0)`)}::text as level`,
    id === null ? [store || null] : [store || null, id],
  )
  const level = { user_level_id: { value: row!.level, type: 'uuid', follows: true } }
  // A level that staff set, or that was kept, applied to the previous store.
  return id === null
    ? level
    : {
        ...level,
        level_pinned: { value: false, type: 'boolean', follows: true },
        level_kept: { value: false, type: 'boolean', follows: true },
      }
}

/** Rules of end users: they have no rights in the console, so only role and store are checked. */
export async function prepareUser(call: PrepareCall): Promise<Prepared> {
  const { action, db, principal, id, body } = call
  const access = createAccessService(db)
  const { role, third_party_store_code: store } = body as { role?: string; third_party_store_code?: string | null }
  switch (action) {
    case 'create':
      await access.requireGivable(principal, role!, 'USER')
      requireOwnStore(principal, store || principal.storeCode)
      return {
        columns: {
          ...(await passwordColumns(call)),
          ...(await levelIn(db, store || (principal.storeCode ?? principal.store), null)),
        },
      }
    case 'update':
      if (role !== undefined) await access.requireGivable(principal, role, 'USER')
      if (store === undefined) return {}
      requireOwnStore(principal, store || null)
      return { columns: await levelIn(db, store, id) }
    case 'resetPassword':
      return { columns: await passwordColumns(call) }
    default:
      return {}
  }
}

/** What people may not do to their own account, by action. */
const NOT_ONESELF: Readonly<Record<string, string>> = {
  enable: 'You cannot enable or disable your own account.',
  disable: 'You cannot enable or disable your own account.',
  resetPassword: 'Change your own password with Change Password.',
  resetTwoFactor: 'Turn off your own two-factor authentication in your account menu.',
  endSessions: 'End your own session with Sign Out.',
  disableAndMove: 'You cannot enable or disable your own account.',
  assignPermissionSet: 'You cannot change your own rights. Ask somebody else who may assign permissions.',
}
const NOTHING = { ...text, value: null, secret: true }

/**
 * Rules of staff: nobody changes an account with rights above their own, or assigns such a role.
 * @param fixed role of all accounts of the record: whoever may write the record may assign it
 */
export const prepareStaff =
  (fixed?: string) =>
  async (call: PrepareCall): Promise<Prepared> => {
    const { action, db, principal, id, body } = call
    const access = createAccessService(db)
    const { role, third_party_store_code: store } = body as { role?: string; third_party_store_code?: string | null }
    const requireRole = async (name: string, partner: string | null | undefined) => {
      const { needs_store } = await access.requireGivable(principal, name, 'STAFF')
      if (needs_store && !partner) throw rejected({ third_party_store_code: ['Required for this role'] })
    }
    if (id === null) {
      if (fixed === undefined) await requireRole(role!, store)
      requireOwnStore(principal, store || principal.storeCode)
      return { columns: await passwordColumns(call) }
    }
    const isSelf = id === principal.staffId
    if (isSelf && NOT_ONESELF[action]) throw forbidden(NOT_ONESELF[action])
    if (isSelf && role !== undefined) throw forbidden('You cannot change your own role.')
    const current = await access.requireNotAbove(principal, id, fixed)
    switch (action) {
      case 'update': {
        if (store !== undefined) requireOwnStore(principal, store || null)
        const takesStore = store !== undefined && !store
        if (current && !isSelf && (role !== undefined || takesStore))
          await requireRole(role ?? current.role, store ?? (takesStore ? null : current.third_party_store_code))
        const changesAccess = role !== undefined || store !== undefined
        return changesAccess ? { afterCommit: (live) => live.accessChanged(id) } : {}
      }
      case 'disable':
      case 'disableAndMove':
        return { ...endingSessions(), afterWrite: leaveWork }
      case 'assignPermissionSet':
        return { afterCommit: (live) => live.accessChanged(id) }
      case 'endSessions':
        return endingSessions()
      case 'resetPassword':
        return { columns: await passwordColumns(call), ...endingSessions() }
      case 'resetTwoFactor':
        return { columns: { two_fa_secret: NOTHING, two_fa_pending_secret: NOTHING }, ...endingSessions(true) }
      default:
        return {}
    }
  }
