/** The tokens that calls carry: a call waits for a fresh one rather than going out with one that has run out, and goes out again after one that did. */
import { waitFor } from 'xstate'
import type { ClockPort } from '@ports/clock'
import type { SessionStorePort } from '@ports/session-store'
import type { ConsoleActors } from '@console/console'
import type { ApiDependencies } from '@services/api'
import { holdsAt } from '@services/token'

/** A token is taken for run out this long before its end, for the time that a call is on its way. */
const MARGIN_MS = 5_000
/** A call gives up waiting for a session after this long. */
const WAIT_MS = 20_000

/** What the API asks of the session: a token, one after a refusal, and a way to tell of a refusal that counts. */
export type CallTokens = { token: () => Promise<string | null> } & Pick<
  ApiDependencies,
  'tokenAfter' | 'onUnauthorized'
>

/**
 * @param sessionActor the session's, asked for at each call
 * @returns tokens; null for a call when nobody is signed in
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
