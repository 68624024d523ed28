/** The last write of preferences: while the page is being closed, or the session ends. Nobody waits for its answer. */
import type { Preferences } from '@contract/entities/preferences'
import { PREFERENCES_PATH } from '@contract/http/profile-paths'

export interface SaveLastDependencies {
  /** Host of the API without a trailing slash; empty for the console's own. */
  baseUrl: string
  /** The stored token; null where nobody is signed in any more. */
  token: () => string | null
  fetch?: typeof globalThis.fetch
}

/** @returns sends changes; the browser delivers them after the page has gone */
export const createSaveLast =
  ({ baseUrl, token, fetch = (...args) => globalThis.fetch(...args) }: SaveLastDependencies) =>
  (preferences: Preferences): void => {
    const bearer = token()
    if (bearer === null) return
    fetch(baseUrl + PREFERENCES_PATH, {
      method: 'PATCH',
      keepalive: true,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ preferences }),
    }).catch(() => {
      // The choice held for this session.
    })
  }
