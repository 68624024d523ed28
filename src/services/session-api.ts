/** Signing in and out (ports.ts, SessionApiPort; contract, Sign-in mechanism), with the session cookie. */
import { authOperations, CREDENTIALS } from '@contract/http/auth'
import { ERROR_WORDS, failed, ok, SIGN_IN_ERROR, type ApiError, type Result } from '@contract/errors'
import type { SessionApiPort } from '@ports/api'
import { parseJson, toApiError } from './answers'
import type { FetchTransport } from './fetch-transport'
import { readPlain } from './session-reader'
import type { Answer, Outgoing, WriteTransport } from './transport'

/** Callback URLs of the mechanism after a sign-in and after a sign-out (spec 2): paths of the console's own origin. */
const CALLBACK_URL = { signIn: '/', signOut: '/login' } as const

export interface SessionApiDependencies {
  reads: Pick<FetchTransport, 'text'>
  writes: WriteTransport
}

/** The address in a response, and the refusal that it contains. */
function urlOf(answer: Answer): { url: string; refused: string | null } | null {
  const body = parseJson(answer.data)
  if (typeof body !== 'object' || body === null || !('url' in body) || typeof body.url !== 'string') return null
  const refused = /[?&]error=([^&#]*)/.exec(body.url)?.[1]
  return { url: body.url, refused: refused ? decode(refused) : null }
}

/** Decodes a form-encoded value; returns other values unchanged. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}

/** A failed sign-in leaves nothing to check: the person can try again. */
const ofSignIn = (error: ApiError): ApiError =>
  error.kind === 'network' ? { ...error, message: ERROR_WORDS.network } : error

/** @returns the sign-in mechanism; none of its responses counts as the refusal of a token */
export function createSessionApi({ reads, writes }: SessionApiDependencies): Omit<SessionApiPort, 'read'> {
  /** A POST of the mechanism, which must contain a token that is bound to a cookie. */
  async function post(
    path: string,
    fields: Record<string, unknown>,
    more: Pick<Outgoing, 'signal' | 'keepalive'>,
  ): Promise<Result<Answer>> {
    writes.prepare?.()
    const csrf = await readPlain<{ csrfToken: string }>(reads, authOperations.csrf.path, more.signal)
    if (!csrf.ok) return csrf
    return writes.text({
      ...more,
      method: 'POST',
      path,
      headers: { Accept: 'application/json' },
      withCookie: true,
      body: { csrfToken: csrf.value.csrfToken, json: true, ...fields },
    })
  }

  return {
    async signIn(credentials, signal) {
      const url = authOperations.callback.path.replace(':provider', CREDENTIALS)
      const answer = await post(url, { callbackUrl: CALLBACK_URL.signIn, ...credentials }, { signal })
      if (!answer.ok) return failed(ofSignIn(answer.error))
      const { status } = answer.value
      const told = urlOf(answer.value)
      if (told?.refused) return ok({ refused: told.refused, url: told.url })
      if (told && status === 200) return ok({ url: told.url })
      // A refusal without a reason is the unexpected one, which is only logged (spec 8).
      if (status === 401) return ok({ refused: SIGN_IN_ERROR.credentialsSignin, url: told?.url ?? '' })
      return failed(ofSignIn(toApiError(answer.value)))
    },

    async signOut(signal) {
      // With keepalive, because it must reach the server even if the page is closed meanwhile.
      const answer = await post(
        authOperations.signOut.path,
        { callbackUrl: CALLBACK_URL.signOut },
        { signal, keepalive: true },
      )
      if (!answer.ok) return answer
      return answer.value.status === 200 && urlOf(answer.value) ? ok(null) : failed(toApiError(answer.value))
    },
  }
}
