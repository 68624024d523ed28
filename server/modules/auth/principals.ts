/** Turns a bearer token into the person who calls, and knows within a second when a session has ended or rights changed. */
import type { Clock } from '../../lib/clock'
import { accessOf, storesOf, type PermissionSet, type Principal } from '@server/modules/access/principal'
import type { AuthRepository, LiveSession } from './repository'
import type { Tokens } from './tokens'

/** Several processes may share the database: what it says may be remembered no longer than this. */
const REMEMBER_MS = 900
const REMEMBERED_MAX = 5000
/** Use of a session is noted at most this often. */
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
  /** @returns null for a token that is not, or no longer, valid */
  fromToken(token: string): Promise<Principal | null>
  /** The person of a session, at most a second old; null where the session has ended. */
  ofSession(sessionId: string): Promise<Principal | null>
  /** The same of many, read in one statement: those whose session is alive. */
  ofSessions(sessionIds: readonly string[]): Promise<Principal[]>
  /** Forgets what is remembered: of these sessions, or of all. */
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
