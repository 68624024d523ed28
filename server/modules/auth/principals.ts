/** Turns a bearer token into the person who calls, and knows within a second when a session has ended or rights changed. */
import type { ClockPort } from '@contract/ports'
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
  /** Forgets what is remembered: of these sessions, or of all. */
  forget(sessionIds?: readonly string[]): void
}

export function createPrincipals(deps: { repository: AuthRepository; tokens: Tokens; clock: ClockPort }): Principals {
  const { repository, tokens, clock } = deps
  const remembered = new Map<string, { at: number; principal: Promise<Principal | null> }>()

  async function load(sessionId: string): Promise<Principal | null> {
    const session = await repository.sessionById(sessionId)
    if (!session) return null
    if (clock.now() - session.last_used > TOUCH_MS) await repository.touchSession(sessionId)
    return principalOf(session)
  }

  const ofSession: Principals['ofSession'] = (sessionId) => {
    const known = remembered.get(sessionId)
    if (known && performance.now() - known.at < REMEMBER_MS) return known.principal
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!)
    const principal = load(sessionId)
    remembered.set(sessionId, { at: performance.now(), principal })
    principal.catch(() => remembered.delete(sessionId))
    return principal
  }

  return {
    ofSession,
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
