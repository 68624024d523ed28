/** Identifies the caller by a bearer token. A session that ended, or changed rights, take effect within a second. */
import type { Clock } from '@server/platform/ports/clock'
import { accessOf, storesOf, type PermissionSet, type Principal } from '@server/platform/modules/access/principal'
import type { AuthRepository, LiveSession } from './repository'
import type { Tokens } from './tokens'

/** Maximum age of cached sessions, milliseconds, because several processes may share the database. */
const REMEMBER_MS = 900
const REMEMBERED_MAX = 5000
/** Minimum time between two notes of a session's use. */
const TOUCH_MS = 60_000

export function principalOf(session: LiveSession): Principal {
  const sets = JSON.parse(session.sets) as PermissionSet[]
  return {
    staffId: session.staff_id,
    sessionId: session.id,
    username: session.username,
    role: session.role,
    store: session.store,
    storeCode: session.store_code,
    access: accessOf(sets),
    stores: storesOf(session.role, session.store, sets),
  }
}

export interface Principals {
  /** @returns null for an invalid or expired token */
  fromToken(token: string): Promise<Principal | null>
  /** The person of a session, read at most a second ago; null where the session has ended. */
  ofSession(sessionId: string): Promise<Principal | null>
  /** The people of several sessions, read in one statement; ended sessions are left out. */
  ofSessions(sessionIds: readonly string[]): Promise<Principal[]>
  /** Removes these sessions, or all, from the cache. */
  forget(sessionIds?: readonly string[]): void
}

export function createPrincipals(deps: { repository: AuthRepository; tokens: Tokens; clock: Clock }): Principals {
  const { repository, tokens, clock } = deps
  const remembered = new Map<string, { at: number; principal: Promise<Principal | null> }>()

  /** Reads sessions and notes their use. */
  async function load(ids: readonly string[]): Promise<Map<string, Principal>> {
    const sessions = await repository.sessionsByIds(ids)
    const used = sessions.filter(({ last_used }) => clock.now() - last_used > TOUCH_MS)
    if (used.length > 0) await repository.touchSessions(used.map(({ id }) => id))
    return new Map(sessions.map((session) => [session.id, principalOf(session)]))
  }

  const ofSessions: Principals['ofSessions'] = async (ids) => {
    const isFresh = (id: string) => performance.now() - (remembered.get(id)?.at ?? -Infinity) < REMEMBER_MS
    const missing = [...new Set(ids)].filter((id) => !isFresh(id))
    if (missing.length > 0) {
      const loaded = load(missing)
      for (const id of missing) {
        if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!)
        const principal = loaded.then((found) => found.get(id) ?? null)
        remembered.set(id, { at: performance.now(), principal })
        principal.catch(() => remembered.delete(id))
      }
    }
    const principals = await Promise.all(ids.map((id) => remembered.get(id)?.principal ?? Promise.resolve(null)))
    return principals.filter((principal) => principal !== null)
  }
  const ofSession: Principals['ofSession'] = async (id) => (await ofSessions([id]))[0] ?? null

  return {
    ofSession,
    ofSessions,
    async fromToken(token) {
      const claims = await tokens.read(token)
      if (!claims) return null
      const principal = await ofSession(claims.sessionId)
      return principal?.staffId === claims.staffId ? principal : null
    },
    forget(sessionIds) {
      if (sessionIds) for (const id of sessionIds) remembered.delete(id)
      else remembered.clear()
    },
  }
}
