/** The token that a call carries: a call waits for a fresh one rather than going out with one that has run out. */
import { waitFor } from 'xstate'
import type { ClockPort, SessionStorePort } from '@contract/ports'
import type { ConsoleActors } from '@features/shared/console.container'

/** A token is taken for run out this long before its end, for the time that a call is on its way. */
const MARGIN_MS = 5_000
/** A call gives up waiting for a session after this long. */
const WAIT_MS = 20_000

/**
 * @param session its actor, once it runs
 * @param holds whether a stored token has not run out
 * @returns a token, or null when nobody is signed in
 */
export async function freshToken(session: ConsoleActors['session'], store: SessionStorePort, clock: ClockPort, holds: (token: string) => boolean): Promise<string | null> {
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
