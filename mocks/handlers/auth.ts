/** The sign-in mechanism of the mocks (contract, Sign-in mechanism). */
import { codeDigits } from '@contract/codes'
import { SESSION_SECONDS, SIGN_IN_LIMIT } from '@contract/constants'
import { TOKEN_EXPIRIES, type SessionReply } from '@contract/entities/session'
import { SIGN_IN_ERROR } from '@contract/errors'
import { CREDENTIALS } from '@contract/http/auth'
import { AUTH_BASE } from '@contract/http/auth-paths'
import { NAMED_SIGN_IN_ERRORS } from '@contract/errors'
import type { Call, HandlersOf } from '../call'
import { countFailure, isSignInBlocked } from '../attempts'
import { beginSession, db, endSession, liveSession } from '../db'
import { DEMO_PASSWORD } from '../fixtures/staff'
import { draftKeyOf, makeToken } from '../fixtures/session'
import { Refusal } from '../refusal'
import { checkSecondFactor } from '../second-factor'

const SESSION_COOKIE = 'mock_session'
const CSRF_COOKIE = 'mock_csrf'
const inBrowser = () => typeof document !== 'undefined'

const cookieOf = (request: Request, name: string): string | null => {
  const found = (request.headers.get('cookie') ?? '').split(/[;,]\s*/).find((pair) => pair.startsWith(`${name}=`))
  return found ? found.slice(name.length + 1) : null
}
const setCookie = (name: string, value: string, maxAge?: number): [string, string] => [
  'Set-Cookie',
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`,
]

/** The session id of a call to the sign-in mechanism. */
const sessionIdOf = (request: Request) => cookieOf(request, SESSION_COOKIE) ?? db.browserSession

function readSession({ request, now }: Call): { data: SessionReply; headers?: [string, string][] } {
  const id = sessionIdOf(request)
  if (!id) return { data: {} as SessionReply }
  const live = liveSession(id, now)
  if (!live) {
    db.browserSession = null
    return { data: { error: TOKEN_EXPIRIES } as SessionReply, headers: [setCookie(SESSION_COOKIE, '', 0)] }
  }
  const { staff, session } = live
  return {
    data: {
      user: { id: staff.id, email: staff.email, username: staff.username, role: staff.role },
      access_token: makeToken(staff.id, session.id, now),
      expires: new Date(session.startedAt + SESSION_SECONDS.idle * 1000).toISOString(),
      draft_key: draftKeyOf(staff.id),
    },
  }
}

const csrfHolds = (request: Request, token: string) =>
  db.csrfTokens.has(token) && (inBrowser() || cookieOf(request, CSRF_COOKIE) === token)

/** An address on the origin of the request, or null for another origin. */
function ownAddress(request: Request, callbackUrl: string | undefined): string | null {
  const origin = new URL(request.url).origin
  try {
    const address = new URL(callbackUrl ?? '/', origin)
    return address.origin === origin ? address.href : null
  } catch {
    return null
  }
}
const errorAddress = (request: Request, page: string, error: string) =>
  new URL(`${page}?error=${encodeURIComponent(error)}`, new URL(request.url).origin).href
const isNamed = (code: string) => Object.hasOwn(NAMED_SIGN_IN_ERRORS, code)
const refused = (request: Request, code: string, headers: [string, string][] = []) => ({
  data: { url: errorAddress(request, isNamed(code) ? `${AUTH_BASE}/error` : '/login', code) },
  status: 401 as const,
  headers,
})

/** Addresses with refusals that no account of the mocks has, for stories. */
const REFUSED_ADDRESSES: Readonly<Record<string, string>> = {
  'disabled@sentinel.test': SIGN_IN_ERROR.accountDisabled,
  'limited@sentinel.test': SIGN_IN_ERROR.tooManyAttempts,
  'unexpected@sentinel.test': SIGN_IN_ERROR.credentialsSignin,
}

/** Why these credentials are refused; null: they are accepted. */
function refusalOf(
  body: { email: string; password: string; two_fa_token?: string | null },
  now: number,
): string | null {
  const email = body.email.trim().toLowerCase()
  if (Object.hasOwn(REFUSED_ADDRESSES, email)) return REFUSED_ADDRESSES[email]!
  if (isSignInBlocked(email, now)) return SIGN_IN_ERROR.tooManyAttempts
  const staff = db.staff.find((record) => record.email.toLowerCase() === email)
  if (!staff || staff.password !== body.password) return SIGN_IN_ERROR.wrongEmailOrPassword
  if (staff.is_deleted) return SIGN_IN_ERROR.accountDisabled
  if (!staff.two_fa_enabled) return null
  if (!body.two_fa_token || codeDigits(body.two_fa_token) === '') return SIGN_IN_ERROR.twoFactorRequired
  const checked = checkSecondFactor(staff, body.two_fa_token, now)
  if (checked === 'blocked') return SIGN_IN_ERROR.tooManyAttempts
  return checked === 'accepted' ? null : SIGN_IN_ERROR.wrongTwoFactorToken
}

export const authHandlers: HandlersOf<'auth'> = {
  'auth.session': readSession,
  'auth.csrf': () => {
    const csrfToken = crypto.randomUUID().replace(/-/g, '')
    db.csrfTokens.add(csrfToken)
    return { data: { csrfToken }, headers: [setCookie(CSRF_COOKIE, csrfToken)] }
  },
  'auth.providers': ({ request }) => {
    const { origin } = new URL(request.url)
    return {
      data: {
        credentials: {
          id: CREDENTIALS,
          name: 'Email and password',
          type: CREDENTIALS,
          signinUrl: `${origin}${AUTH_BASE}/signin/${CREDENTIALS}`,
          callbackUrl: `${origin}${AUTH_BASE}/callback/${CREDENTIALS}`,
        },
        demo: { password: DEMO_PASSWORD, accounts: db.staff.slice(0, 9).map(({ role, email }) => ({ role, email })) },
      },
    }
  },
  'auth.signIn': ({ request, params, body }) => {
    if (params.provider !== undefined && params.provider !== CREDENTIALS) return refused(request, 'UnsupportedStrategy')
    const address = ownAddress(request, body.callbackUrl)
    return address === null
      ? refused(request, 'InvalidCallbackUrl')
      : { data: { url: new URL('/login', address).href } }
  },
  'auth.callback': ({ request, params, body, now }) => {
    if (params.provider !== CREDENTIALS) return refused(request, 'UnsupportedStrategy')
    if (!csrfHolds(request, body.csrfToken)) return refused(request, 'UnknownError')
    const url = ownAddress(request, body.callbackUrl)
    if (url === null) return refused(request, 'InvalidCallbackUrl')
    const email = body.email.trim().toLowerCase()
    const code = refusalOf(body, now)
    if (code !== null) {
      const isFailure = code === SIGN_IN_ERROR.wrongEmailOrPassword || code === SIGN_IN_ERROR.wrongTwoFactorToken
      if (isFailure) countFailure(email, now)
      return refused(
        request,
        code,
        code === SIGN_IN_ERROR.tooManyAttempts ? [['Retry-After', String(SIGN_IN_LIMIT.windowSeconds)]] : [],
      )
    }
    const staff = db.staff.find((record) => record.email.toLowerCase() === email)!
    db.failedAttempts.delete(email)
    const id = beginSession(staff, now)
    if (inBrowser()) db.browserSession = id
    return { data: { url }, headers: [setCookie(SESSION_COOKIE, id, SESSION_SECONDS.idle)] }
  },
  'auth.signOut': ({ request, body }) => {
    if (!csrfHolds(request, body.csrfToken))
      throw new Refusal(403, { message: 'The sign-out did not come from this console.' })
    const id = sessionIdOf(request)
    if (id) endSession(id)
    db.browserSession = null
    return {
      data: { url: ownAddress(request, body.callbackUrl) ?? new URL('/login', request.url).href },
      headers: [setCookie(SESSION_COOKIE, '', 0), setCookie(CSRF_COOKIE, '', 0)],
    }
  },
  'auth.log': ({ body }) => {
    db.log.push(body)
    return { data: {} }
  },
}
