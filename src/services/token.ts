/**
 * Reads the claims of an access token about its owner and its time. They are not verified: that is the server's task.
 */

/** The claims of a JWT, or null if the token is not one. */
function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.codePointAt(0)!)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Id of the token's owner; null if it cannot be read. */
export function tokenOwner(token: string): string | null {
  const sub = claimsOf(token)?.sub
  return typeof sub === 'string' ? sub : null
}

/** When a token expires by the server's clock, in milliseconds since 1970; null if it cannot be read. */
export function tokenExpiry(token: string): number | null {
  const exp = claimsOf(token)?.exp
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : null
}

/** Whether a token has not expired at `now` by the server's clock, in milliseconds since 1970. */
export const holdsAt = (token: string, now: number): boolean => (tokenExpiry(token) ?? 0) > now

/**
 * Validity of a token from its issue, in milliseconds; null if it cannot be read. Both times are the server's, so that
 * a device with a wrong clock can count from the moment at which it received the token.
 */
export function tokenLife(token: string): number | null {
  const claims = claimsOf(token)
  const { exp, iat } = claims ?? {}
  return typeof exp === 'number' && typeof iat === 'number' && Number.isFinite(exp - iat) && exp > iat
    ? (exp - iat) * 1000
    : null
}
