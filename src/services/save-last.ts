/** The last write of preferences, while the page is being closed or the session ends. Its response is not awaited. */
import type { Preferences } from '@contract/entities/preferences'
import { PREFERENCES_PATH } from '@contract/http/profile-paths'

export interface SaveLastDependencies {
  /** Host of the API without a trailing slash; empty if it is the console's own host. */
  baseUrl: string
  /** The stored token; null if nobody is signed in any more. */
  token: () => string | null
  fetch?: typeof globalThis.fetch
}

/** @returns a function that sends changes; the browser completes the request even after the page was closed */
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
      // A failure is ignored: the change applied to this session only.
    })
  }
