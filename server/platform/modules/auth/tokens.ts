/** Access tokens: JWT, HS256, 15 minutes, tied to a session. */
import { SignJWT, jwtVerify } from 'jose'
import { SESSION_SECONDS } from '@contract/constants'
import type { Clock } from '@server/platform/ports/clock'

export interface TokenClaims {
  staffId: string
  sessionId: string
  /** Milliseconds since 1970 */
  expires: number
}

const ISSUER = 'pitboss'
/** Maximum number of cached verified tokens: a console sends the same token with each call. */
const REMEMBERED_MAX = 5000

export interface Tokens {
  /** @param sessionEnds milliseconds since 1970; no token outlives its session */
  issue(staffId: string, sessionId: string, sessionEnds: number): Promise<string>
  /** @returns null for a token of another issuer, a changed or an expired one */
  read(token: string): Promise<TokenClaims | null>
}

/** @param key signs the tokens */
export function createTokens(key: Uint8Array, clock: Clock): Tokens {
  const remembered = new Map<string, TokenClaims>()
  return {
    issue(staffId, sessionId, sessionEnds) {
      const now = Math.floor(clock.now() / 1000)
      const ends = Math.min(now + SESSION_SECONDS.accessToken, Math.floor(sessionEnds / 1000))
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(staffId)
        .setIssuedAt(now)
        .setExpirationTime(ends)
        .sign(key)
    },
    async read(token) {
      let claims = remembered.get(token)
      if (!claims) {
        try {
          const { payload } = await jwtVerify(token, key, {
            algorithms: ['HS256'],
            issuer: ISSUER,
            currentDate: new Date(clock.now()),
            requiredClaims: ['sub', 'exp', 'sid'],
          })
          if (typeof payload.sid !== 'string') return null
          claims = { staffId: payload.sub!, sessionId: payload.sid, expires: payload.exp! * 1000 }
        } catch {
          return null
        }
        if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value!)
        remembered.set(token, claims)
      }
      return claims.expires > clock.now() ? claims : null
    },
  }
}
