/** The sign-in mechanism (contract/http/auth.ts). Its bodies have no envelope. */
import { SESSION_SECONDS } from '@contract/constants'
import { NAMED_SIGN_IN_ERRORS, SESSION_REQUIRED, SIGN_IN_ERROR } from '@contract/errors'
import { TOKEN_EXPIRIES } from '@contract/entities/session'
import { CREDENTIALS } from '@contract/http/auth'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { CookieOptions, Incoming, Origin, Outgoing, RoutesOf } from '@server/platform/operations/call'
import { randomToken } from '@server/platform/lib/random'
import { isSameSecret, type Keys } from '@server/platform/lib/secrets'
import type { Live } from '@server/platform/live/live'
import { writeAudit } from '@server/platform/modules/audit/entry'
import type { Principals } from './principals'
import type { AuthRepository } from './repository'
import type { AuthService } from './service'
import type { Tokens } from './tokens'
import { authUrl, errorUrl, loginUrl, ownOrigin, readCallbackUrl } from './urls'

export const SESSION_COOKIE = 'pitboss.session'
const CSRF_COOKIE = 'pitboss.csrf'

export type CookieSettings = Pick<CookieOptions, 'sameSite' | 'secure'>

export interface AuthRouteDeps {
  db: Db
  repository: AuthRepository
  service: AuthService
  tokens: Tokens
  principals: Principals
  keys: Keys
  clock: Clock
  live: Live
  cookies: CookieSettings
  consoleOrigins: readonly string[]
  /** Called when a person has signed out of their last session. */
  onLeft: (person: { id: string; username: string }, origin: Origin) => Promise<void>
  /** The demo accounts for the sign-in page; null outside a demo. */
  demo: {
    password: string
    accounts: { role: string; email: string }[]
    app: { key: string; store_code: string }
  } | null
}

export function createAuthRoutes(deps: AuthRouteDeps): RoutesOf<'auth'> {
  const { db, repository, service, tokens, principals, keys, clock, live, consoleOrigins } = deps
  const cookie: CookieOptions = { path: '/', httpOnly: true, ...deps.cookies }
  const own = (request: Incoming) => ownOrigin(request, consoleOrigins)

  const refuse = (reply: Outgoing, url: string) => {
    reply.code(401)
    return { url }
  }

  /** A POST must repeat the token of its cookie: another site can make the browser send the cookie, but cannot read it. */
  const isCsrfValid = (request: Incoming, given: string) => {
    const expected = keys.readCsrf(request.cookies[CSRF_COOKIE])
    return expected !== null && isSameSecret(expected, given)
  }

  /** Checks what every POST of the mechanism requires. @returns the address to return to, or that of the refusal */
  function check(
    request: Incoming,
    body: { csrfToken: string; callbackUrl?: string },
  ): { to: string } | { refusal: string } {
    const origin = own(request)
    const to = readCallbackUrl(body.callbackUrl, origin, consoleOrigins)
    if (to === null) return { refusal: errorUrl(origin, 'InvalidCallbackUrl') }
    if (!isCsrfValid(request, body.csrfToken)) return { refusal: loginUrl(origin, SIGN_IN_ERROR.credentialsSignin) }
    return { to }
  }

  return {
    'auth.session': async ({ request, reply }) => {
      const token = request.cookies[SESSION_COOKIE]
      if (!token) return {}
      const session = await repository.sessionByToken(token)
      if (!session) {
        reply.clearCookie(SESSION_COOKIE, cookie)
        return { error: TOKEN_EXPIRIES }
      }
      await repository.touchSessions([session.id])
      const ends = Math.min(session.expires, clock.now() + SESSION_SECONDS.idle * 1000)
      reply.setCookie(SESSION_COOKIE, token, {
        ...cookie,
        maxAge: Math.max(1, Math.floor((ends - clock.now()) / 1000)),
      })
      return {
        user: { id: session.staff_id, email: session.email, username: session.username, role: session.role },
        access_token: await tokens.issue(session.staff_id, session.id, ends),
        expires: new Date(ends).toISOString(),
        draft_key: await service.draftKey(session.staff_id, session.draft_key),
      }
    },
    'auth.csrf': async ({ request, reply }) => {
      const known = keys.readCsrf(request.cookies[CSRF_COOKIE])
      const csrfToken = known ?? randomToken()
      if (!known) reply.setCookie(CSRF_COOKIE, keys.signCsrf(csrfToken), cookie)
      return { csrfToken }
    },
    'auth.providers': async ({ request }) => ({
      credentials: {
        id: CREDENTIALS,
        name: 'Email and password',
        type: CREDENTIALS,
        signinUrl: authUrl(own(request), `signin/${CREDENTIALS}`),
        callbackUrl: authUrl(own(request), `callback/${CREDENTIALS}`),
      },
      ...(deps.demo ? { demo: deps.demo } : { demo: undefined }),
    }),
    'auth.signIn': async ({ request, reply, params, body }) => {
      const origin = own(request)
      if (params.provider !== undefined && params.provider !== CREDENTIALS)
        return refuse(reply, errorUrl(origin, 'UnsupportedStrategy'))
      const checked = check(request, body)
      return 'refusal' in checked ? refuse(reply, checked.refusal) : { url: loginUrl(origin) }
    },
    'auth.callback': async ({ request, reply, params, body, origin: from }) => {
      const origin = own(request)
      if (params.provider !== CREDENTIALS) return refuse(reply, errorUrl(origin, 'UnsupportedStrategy'))
      const checked = check(request, body)
      if ('refusal' in checked) return refuse(reply, checked.refusal)
      const result = await service.signIn(body, from)
      if (!result.ok) {
        if (result.retryAfter !== undefined) reply.header('retry-after', result.retryAfter)
        return refuse(reply, loginUrl(origin, result.code))
      }
      reply.setCookie(SESSION_COOKIE, result.token, { ...cookie, maxAge: SESSION_SECONDS.idle })
      return { url: checked.to }
    },
    'auth.signOut': async ({ request, reply, body, origin: from }) => {
      const checked = check(request, body)
      if ('refusal' in checked) return refuse(reply, checked.refusal)
      const token = request.cookies[SESSION_COOKIE]
      const ended = token ? await repository.revokeByToken(token) : null
      if (ended) {
        await writeAudit(
          db,
          clock,
          { actorId: ended.staff_id, action: 'sign-out', subject: 'Session', origin: from },
          ended.id,
        )
        principals.forget([ended.id])
        live.sessionsEnded([ended.id])
        const left = await repository.whoLeft(ended.staff_id)
        if (left) await deps.onLeft(left, from)
      }
      reply.clearCookie(SESSION_COOKIE, cookie)
      reply.clearCookie(CSRF_COOKIE, cookie)
      return { url: checked.to }
    },
    'auth.log': async ({ request, body }) => {
      // The text comes from an untrusted browser; the log writes it as one line of JSON.
      request.log[body.level]({ client: { code: body.code, message: body.message } }, 'client log')
      return {}
    },
  }
}

/**
 * The address that GET error redirects to.
 * @param own the console's origin
 * @param error of the query
 */
export function errorPage(own: string, error: unknown): string {
  if (error === SESSION_REQUIRED) return loginUrl(own)
  return errorUrl(own, typeof error === 'string' && Object.hasOwn(NAMED_SIGN_IN_ERRORS, error) ? error : 'UnknownError')
}

/** The body of the 404 for an address of the mechanism that does not exist. */
export const unknownAuthPage = (own: string): { url: string } => ({ url: errorUrl(own, 'MissingAPIRoute') })
