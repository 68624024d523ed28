/**
 * The tokens for calls: a call waits for a fresh token instead of being sent with an expired one, and is repeated after
 * its token expired in transit.
 */
import { waitFor } from 'xstate'
import type { ClockPort } from '@ports/clock'
import type { SessionStorePort } from '@ports/session-store'
import type { ConsoleActors } from '@console/console'
import type { ApiDependencies } from '@services/api'
import { holdsAt } from '@services/token'

/** Time before its expiry at which a token counts as expired, in milliseconds: allows for the time in transit. */
const MARGIN_MS = 5_000
/** Time after which a call stops waiting for a session, in milliseconds. */
const WAIT_MS = 20_000

/** What the API needs from the session: a token, the token after a refusal, and a callback for refusals that count. */
export type CallTokens = { token: () => Promise<string | null> } & Pick<
  ApiDependencies,
  'tokenAfter' | 'onUnauthorized'
>

/**
 * @param sessionActor returns the session's actor at each call
 * @returns functions for tokens; a token is null if nobody is signed in
 */
export function createCallTokens(
  sessionActor: () => ConsoleActors['session'],
  store: SessionStorePort,
  clock: ClockPort,
): CallTokens {
  const holds = (token: string) => holdsAt(token, clock.now())
  const tell = (token: string) => sessionActor().send({ type: 'api.unauthorized', token, expired: !holds(token) })

  async function fresh(): Promise<string | null> {
    const session = sessionActor()
    const snapshot = session.getSnapshot()
    if (snapshot.matches('loading')) {
      const stored = store.token()
      if (stored && holds(stored)) return stored
    }
    const current = snapshot.context.session
    if (current && current.tokenExpiresAt - MARGIN_MS > clock.now()) return current.accessToken
    if (current) session.send({ type: 'token.nearEnd' })
    try {
      const settled = await waitFor(
        session,
        (now) => !now.matches('loading') && !now.matches('starting') && !now.matches({ authenticated: 'renewing' }),
        { timeout: WAIT_MS },
      )
      return settled.context.session?.accessToken ?? null
    } catch {
      return null
    }
  }
  return {
    token: fresh,
    async tokenAfter(refused) {
      if (!holds(refused)) tell(refused)
      else if (sessionActor().getSnapshot().context.session?.accessToken === refused) return null
      const next = await fresh()
      return next === refused ? null : next
    },
    onUnauthorized: tell,
  }
}
