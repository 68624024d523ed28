/** What an access token says of its own time. It is read, not verified: that is the server's part. */

/** The claims of a JWT, or null where it is none. */
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

/** Whose token it is; null where that cannot be read. */
export function tokenOwner(token: string): string | null {
  const sub = claimsOf(token)?.sub
  return typeof sub === 'string' ? sub : null
}

/** When a token ends by the server's clock, milliseconds since 1970; null where that cannot be read. */
export function tokenExpiry(token: string): number | null {
  const exp = claimsOf(token)?.exp
  return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : null
}

/** Whether a token has not run out by the server's clock at `now`, milliseconds since 1970. */
export const holdsAt = (token: string, now: number): boolean => (tokenExpiry(token) ?? 0) > now

/**
 * How long a token lives from its making, milliseconds; null where that cannot be read. Both times are the server's, so a
 * device whose clock is wrong reckons rightly from when it got the token.
 */
export function tokenLife(token: string): number | null {
  const claims = claimsOf(token)
  const { exp, iat } = claims ?? {}
  return typeof exp === 'number' && typeof iat === 'number' && Number.isFinite(exp - iat) && exp > iat
    ? (exp - iat) * 1000
    : null
}
